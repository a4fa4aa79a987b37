import { ChevronDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import type { ChoiceFieldProps } from './ComboBox.tsx'
import { FIELD_BOX, FIELD_STACK, FieldFoot, FieldHead } from './FieldText.tsx'
import { Icon } from './Icon.tsx'
import { ListBoxPopover } from './ListBoxPopover.tsx'

/** One of a handful. For a long list take `ComboBox`. */
export function Select<Value extends string | number>({
  options,
  value,
  onChange,
  label,
  aside,
  hint,
  error,
  placeholder = 'Choose one',
  className = '',
  ...rest
}: ChoiceFieldProps<Value>) {
  return (
    <AriaSelect
      {...rest}
      placeholder={placeholder}
      value={value}
      onChange={(key) => onChange(key as Value | null)}
      isInvalid={error !== undefined || undefined}
      validationBehavior="aria"
      className={`${FIELD_STACK} ${className}`}
    >
      <FieldHead label={label} aside={aside} />
      <AriaButton
        className={`${FIELD_BOX} min-h-12 px-3.5 text-start outline-none data-[focus-visible]:border-accent-line data-[focus-visible]:shadow-focus-field group-data-[invalid]/field:data-[focus-visible]:border-bad group-data-[invalid]/field:data-[focus-visible]:shadow-bad group-data-[invalid]/field:data-[focus-visible]:outline-2 group-data-[invalid]/field:data-[focus-visible]:outline-solid`}
      >
        <SelectValue className="flex-1 truncate data-[placeholder]:text-muted">
          {({ isPlaceholder, selectedText, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <Icon of={ChevronDown} />
      </AriaButton>
      <FieldFoot hint={hint} error={error} />
      <ListBoxPopover items={options} />
    </AriaSelect>
  )
}
