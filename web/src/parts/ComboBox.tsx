import { ChevronDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import {
  FIELD_BOX,
  FIELD_INPUT,
  FIELD_STACK,
  FieldFoot,
  FieldHead,
  type FieldTextProps,
} from './FieldText.tsx'
import { Icon } from './Icon.tsx'
import { ListBoxPopover, type Option } from './ListBoxPopover.tsx'

export type ChoiceFieldProps<Value extends string | number> = FieldTextProps & {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
  name?: string
  placeholder?: string
  isRequired?: boolean
  isDisabled?: boolean
  autoComplete?: string
  className?: string
}

/** One of many, found by typing: states, occasions. For a handful take `Select`. */
export function ComboBox<Value extends string | number>({
  options,
  value,
  onChange,
  label,
  aside,
  hint,
  error,
  placeholder,
  className = '',
  autoComplete = 'off',
  ...rest
}: ChoiceFieldProps<Value>) {
  return (
    <AriaComboBox
      {...rest}
      defaultItems={options.map((option) => ({ ...option, id: option.value }))}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as Value | null)}
      menuTrigger="focus"
      isInvalid={error !== undefined || undefined}
      validationBehavior="aria"
      className={`${FIELD_STACK} ${className}`}
    >
      <FieldHead label={label} aside={aside} />
      <div className={`${FIELD_BOX} min-h-12 ps-3.5 pe-1`}>
        <Input placeholder={placeholder} autoComplete={autoComplete} className={FIELD_INPUT} />
        <AriaButton className="grid size-11 shrink-0 place-items-center rounded-control">
          <Icon of={ChevronDown} />
        </AriaButton>
      </div>
      <FieldFoot hint={hint} error={error} />
      <ListBoxPopover />
    </AriaComboBox>
  )
}
