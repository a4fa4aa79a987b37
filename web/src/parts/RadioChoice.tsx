import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { translated, useTexts } from '../app/texts.ts'
import { ErrorText } from './FieldText.tsx'
import { Icon } from './Icon.tsx'

export type RadioChoiceOption<Value extends string> = {
  value: Value
  title: ReactNode
  detail?: ReactNode
  icon?: LucideIcon
  /** At the right, instead of an icon: a price. */
  aside?: ReactNode
  /** Shown below the selected option. */
  more?: ReactNode
  isDisabled?: boolean
}
type RadioChoiceProps<Value extends string> = {
  /** Text, or the ID of the heading that asks the question. */
  label: string
  options: readonly RadioChoiceOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  error?: string | undefined
}

/** A framed radio list that expands the selected option. Native radios handle the arrow keys. */
export function RadioChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
}: RadioChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} className="grid min-w-0 gap-2">
      <legend className="sr-only">{label}</legend>
      <div>
        {options.map((option) => (
          <Choice
            key={option.value}
            option={option}
            name={name}
            isChosen={option.value === value}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
      {error && <ErrorText id={`${name}-error`}>{error}</ErrorText>}
    </fieldset>
  )
}

type ChoiceProps<Value extends string> = {
  option: RadioChoiceOption<Value>
  name: string
  isChosen: boolean
  onChoose: () => void
}

function Choice<Value extends string>({ option, name, isChosen, onChoose }: ChoiceProps<Value>) {
  const i18n = useTexts()
  const frame = isChosen ? 'border-accent-line bg-canvas shadow-chosen' : 'border-line-strong'
  return (
    <div
      className={`border border-t-0 transition-[background-color,box-shadow] duration-(--fast) first:rounded-t-toast first:border-t last:rounded-b-toast ${frame}`}
    >
      <label className="flex min-h-[72px] cursor-pointer items-center gap-4 px-5 py-3 has-disabled:cursor-default has-disabled:text-muted narrow:px-4">
        <input
          type="radio"
          name={name}
          checked={isChosen}
          disabled={option.isDisabled}
          onChange={onChoose}
          className="size-5 shrink-0 accent-accent-line"
        />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{translated(i18n, option.title)}</span>
          {option.detail && (
            <span className="block text-muted text-small">{translated(i18n, option.detail)}</span>
          )}
        </span>
        {option.aside && <span className="max-w-[40%] shrink-0 text-right">{option.aside}</span>}
        {option.icon && <Icon of={option.icon} size={24} className="narrow:hidden!" />}
      </label>
      {isChosen && option.more && (
        <div className="grid gap-4 pr-5 pb-[22px] pl-14 narrow:px-5">{option.more}</div>
      )}
    </div>
  )
}
