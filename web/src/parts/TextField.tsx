import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { Input, type InputProps } from 'react-aria-components/Input'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
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

export type TextFieldProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> &
  FieldTextProps & {
    placeholder?: string
    /** Inside the frame, before and after the input. */
    before?: ReactNode
    after?: ReactNode
    className?: string
    /** For an input that does more, such as a combobox. */
    inputProps?: Omit<InputProps, 'className'> & { ref?: Ref<HTMLInputElement> }
  }

/** One line of text with label, hint, and error. In a `Form`, `name` finds its server error. */
export function TextField({
  label,
  aside,
  hint,
  error,
  placeholder,
  before,
  after,
  className = '',
  inputProps,
  type,
  ...rest
}: TextFieldProps) {
  const i18n = useTexts()
  const [isShown, setShown] = useState(false)
  return (
    <AriaTextField
      {...rest}
      type={type === 'password' && isShown ? 'text' : (type ?? 'text')}
      isInvalid={error !== undefined || rest.isInvalid}
      validationBehavior="aria"
      className={`${FIELD_STACK} ${className}`}
    >
      <FieldHead label={label} aside={aside} />
      <div className={`${FIELD_BOX} min-h-12 px-3.5`}>
        {before}
        <Input {...inputProps} placeholder={placeholder} className={FIELD_INPUT} />
        {type === 'password' && (
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={i18n.t('Show password')}
            onClick={() => setShown(!isShown)}
            className="-me-3 grid size-11 shrink-0 place-items-center rounded-control"
          >
            <Icon of={isShown ? EyeOff : Eye} />
          </button>
        )}
        {after}
      </div>
      <FieldFoot hint={hint} error={error} />
    </AriaTextField>
  )
}

type TextAreaProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'value'> &
  FieldTextProps & {
    value: string
    rows?: number
    placeholder?: string
    /** Shows a counter beside the label: "212 of 500". */
    maxLength?: number
    className?: string
  }

/** Several lines of text. Text over the limit stays with an error, so that a paste can be shortened. */
export function TextArea({
  label,
  aside,
  hint,
  error,
  rows = 4,
  placeholder,
  maxLength,
  className = '',
  value,
  ...rest
}: TextAreaProps) {
  const i18n = useTexts()
  const length = Array.from(value).length
  const tooLong = maxLength !== undefined && length > maxLength
  const problem =
    error ?? (tooLong ? i18n.t('Use at most {maxLength, number} characters.', { maxLength }) : undefined)
  return (
    <AriaTextField
      {...rest}
      value={value}
      isInvalid={problem !== undefined || rest.isInvalid}
      validationBehavior="aria"
      className={`${FIELD_STACK} ${className}`}
    >
      <FieldHead
        label={label}
        aside={
          aside ??
          (maxLength !== undefined &&
            i18n.t('{length, number} of {maxLength, number}', { length, maxLength }))
        }
      />
      <div className={FIELD_BOX}>
        <AriaTextArea
          rows={rows}
          placeholder={placeholder}
          className="min-h-12 w-full resize-y border-0 bg-transparent px-3.5 py-3 text-[1rem] leading-normal outline-none"
        />
      </div>
      <FieldFoot hint={hint} error={problem} />
    </AriaTextField>
  )
}
