import { Minus, Plus } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
} from 'react-aria-components/NumberField'
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

type NumberFieldProps = Omit<AriaNumberFieldProps, 'children' | 'className' | 'style'> &
  FieldTextProps & {
    /** Minus and plus buttons, for small numbers. */
    hasSteps?: boolean
    className?: string
  }

const STEP =
  'grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken disabled:text-line-strong'

/** A whole number in US format, whatever the browser's language. */
export function NumberField({
  label,
  aside,
  hint,
  error,
  hasSteps = false,
  className = '',
  formatOptions = { maximumFractionDigits: 0 },
  ...rest
}: NumberFieldProps) {
  const i18n = useTexts()

  return (
    <I18nProvider locale="en-US">
      <AriaNumberField
        {...rest}
        formatOptions={formatOptions}
        isInvalid={error !== undefined || rest.isInvalid}
        validationBehavior="aria"
        decrementAriaLabel={i18n.t('Decrease')}
        incrementAriaLabel={i18n.t('Increase')}
        className={`${FIELD_STACK} ${className}`}
      >
        <FieldHead label={label} aside={aside} />
        <Group className={`${FIELD_BOX} min-h-12 ${hasSteps ? 'px-0.5' : 'px-3.5'}`}>
          {hasSteps && (
            <AriaButton slot="decrement" className={STEP}>
              <Icon of={Minus} />
            </AriaButton>
          )}
          <Input className={`${FIELD_INPUT} ${hasSteps ? 'text-center' : ''}`} />
          {hasSteps && (
            <AriaButton slot="increment" className={STEP}>
              <Icon of={Plus} />
            </AriaButton>
          )}
        </Group>
        <FieldFoot hint={hint} error={error} />
      </AriaNumberField>
    </I18nProvider>
  )
}
