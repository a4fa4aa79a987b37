import { useEffect, useRef } from 'react'

type CellInputProps = {
  place: string
  label: string
  placeholder?: string
  text: string
  isWrong: boolean
  isNumber: boolean
  onText: (text: string) => void
  onBlur: () => void
}

/** A cell while it is written in. Its keys are heard by the grid. */
export function CellInput({
  place,
  label,
  placeholder,
  text,
  isWrong,
  isNumber,
  onText,
  onBlur,
}: CellInputProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const input = ref.current
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  return (
    <input
      ref={ref}
      data-cell={place}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={text}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
      onBlur={onBlur}
      className={`h-[34px] w-full rounded-small border-2 bg-surface px-2 outline-none ${isNumber ? 'text-end' : ''} ${isWrong ? 'border-bad shadow-[0_0_0_3px_color-mix(in_srgb,#b3261e_20%,transparent)]' : 'border-accent-line shadow-[0_0_0_3px_var(--accent-wash)]'}`}
    />
  )
}
