import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'

export type SegmentOption<Value extends string> = { value: Value; label: string }
type SegmentProps<Value extends string> = {
  label: string
  options: readonly SegmentOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Fills the width with equal parts. */
  fills?: boolean
}

/** Two to five views of the same content. Where they don't fit, they wrap. */
export function Segment<Value extends string>({
  label,
  options,
  value,
  onChange,
  fills = false,
}: SegmentProps<Value>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        for (const key of keys) onChange(key as Value)
      }}
      className={`gap-0.5 rounded-[12px] bg-sunken p-1 ${fills ? 'flex flex-wrap' : 'inline-flex max-w-full flex-wrap'}`}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className={`min-h-10 rounded-[9px] font-medium text-muted outline-none transition-[background-color,color] duration-(--fast) touch:min-h-11 data-[focus-visible]:outline-2 data-[focus-visible]:outline-solid data-[focus-visible]:outline-accent-line data-[hovered]:text-ink data-[selected]:bg-raised dark:data-[selected]:bg-line-mid data-[selected]:text-ink data-[selected]:shadow-lift-1 ${fills ? 'flex-1 px-2 text-center narrow:px-1.5 tiny:px-0 tiny:text-[13px]' : 'whitespace-nowrap px-4 narrow:px-3 tiny:px-2'}`}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
