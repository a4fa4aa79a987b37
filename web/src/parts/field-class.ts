/** The frame of everything one types into. States come from React Aria's data attributes. */
export const FIELD_BOX =
  'flex w-full items-center gap-2 rounded-control border border-line-strong bg-surface transition-[border-color,box-shadow] duration-(--fast) hover:border-muted has-[:focus-visible]:border-accent-line has-[:focus-visible]:shadow-focus-field group-data-[invalid]/field:border-bad group-data-[invalid]/field:shadow-bad group-data-[invalid]/field:outline-bad group-data-[invalid]/field:has-[:focus-visible]:border-bad group-data-[invalid]/field:has-[:focus-visible]:shadow-bad group-data-[invalid]/field:has-[:focus-visible]:outline-2 group-data-[invalid]/field:has-[:focus-visible]:outline-solid group-data-[disabled]/field:bg-sunken group-data-[disabled]/field:text-muted'

/** The input inside the frame: the frame shows the focus for it. */
export const FIELD_INPUT =
  'min-h-[46px] w-full min-w-0 flex-1 border-0 bg-transparent p-0 text-[1rem] leading-normal outline-none'

export const FIELD_STACK = 'group/field grid content-start gap-1.5'
