export const HEADER =
  'relative z-5 flex h-[76px] items-center gap-8 bg-surface px-(--gutter) narrow:h-16 narrow:gap-3 tiny:px-3.5'
/** How many there are, at the corner of a round button. */
export const HEADER_NUMBER =
  'absolute top-px right-0 h-[19px] min-w-[19px] rounded-[10px] bg-action px-[5px] text-center font-semibold text-[0.8125rem] text-on-action leading-[19px] shadow-[0_0_0_2px_#fff,inset_0_0_0_1px_var(--action-edge)]'
