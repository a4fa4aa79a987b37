import { Check, ChevronDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { useTexts } from '../app/texts.ts'
import {
  FIELD_BOX,
  FIELD_INPUT,
  FIELD_STACK,
  FieldFoot,
  FieldHead,
  type FieldTextProps,
} from './FieldText.tsx'
import { Icon } from './Icon.tsx'

/** For a few options. Use `ComboBox` for many. */
export function Select<Value extends string | number>({
  options,
  value,
  onChange,
  label,
  aside,
  hint,
  error,
  placeholder,
  className = '',
  isInline = false,
  ...rest
}: SelectProps<Value>) {
  const i18n = useTexts()

  return (
    <AriaSelect
      {...rest}
      {...(isInline && { 'aria-label': i18n.t(label) })}
      placeholder={placeholder ?? i18n.t('Choose one')}
      value={value}
      onChange={(key) => onChange(key as Value | null)}
      isInvalid={error !== undefined || undefined}
      validationBehavior="aria"
      className={`${FIELD_STACK} ${className}`}
    >
      {!isInline && <FieldHead label={label} aside={aside} />}
      <AriaButton
        className={
          isInline
            ? INLINE
            : `${FIELD_BOX} min-h-12 px-3.5 text-start outline-none data-[focus-visible]:border-accent-line data-[focus-visible]:shadow-focus-field group-data-[invalid]/field:data-[focus-visible]:border-bad group-data-[invalid]/field:data-[focus-visible]:shadow-bad group-data-[invalid]/field:data-[focus-visible]:outline-2 group-data-[invalid]/field:data-[focus-visible]:outline-solid`
        }
      >
        <SelectValue className="flex-1 truncate data-[placeholder]:text-muted">
          {({ isPlaceholder, selectedText, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <Icon of={ChevronDown} size={isInline ? 16 : 20} />
      </AriaButton>
      <FieldFoot hint={hint} error={error} />
      <ListBoxPopover items={options} className={isInline ? 'min-w-[min(360px,90vw)]' : ''} />
    </AriaSelect>
  )
}

type SelectProps<Value extends string | number> = ChoiceFieldProps<Value> & {
  /** In a table: only the value, without frame. The label is for screen readers. */
  isInline?: boolean
}

const INLINE =
  '-mx-2.5 inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-small px-2.5 text-start font-medium hover:bg-sunken touch:min-h-11'

type Option<Value extends string | number = string> = { value: Value; label: string; detail?: string }

type ListBoxPopoverProps = { items?: readonly Option<string | number>[]; empty?: string; className?: string }

/** The open list of a select or combo box, at most 300 px high (docs/spec.md §9). */
function ListBoxPopover({ items, empty, className = '' }: ListBoxPopoverProps) {
  const i18n = useTexts()

  return (
    <Popover
      className={`max-h-[300px]! w-(--trigger-width) overflow-auto rounded-control bg-raised p-1 shadow-lift-3 data-[entering]:animate-appear ${className}`}
    >
      <ListBox<Option<string | number>>
        {...(items && { items })}
        className="outline-none"
        renderEmptyState={() => <p className="px-3 py-2.5 text-muted">{empty ?? i18n.t('No matches.')}</p>}
      >
        {(option) => (
          <ListBoxItem
            id={option.value}
            textValue={option.label}
            className="group flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 py-2 outline-none data-[focused]:bg-sunken data-[selected]:font-medium"
          >
            <span className="flex-1">
              {option.label}
              {option.detail && <span className="block text-muted text-small">{option.detail}</span>}
            </span>
            <Icon
              of={Check}
              size={18}
              className="text-accent-text opacity-0 group-data-[selected]:opacity-100"
            />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}

type ChoiceFieldProps<Value extends string | number> = FieldTextProps & {
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

/** For many options, found by typing: states, occasions. Use `Select` for a few. */
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
