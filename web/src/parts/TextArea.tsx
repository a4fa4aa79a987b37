import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { FIELD_BOX, FIELD_STACK, FieldFoot, FieldHead, type FieldTextProps } from './FieldText.tsx'
import { count } from './format.ts'

export type TextAreaProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'value'> &
  FieldTextProps & {
    value: string
    rows?: number
    placeholder?: string
    /** With a limit the label's right side counts: "212 of 500". */
    maxLength?: number
    className?: string
  }

/** Several lines of text. What is over the limit stays and is said, so that a paste can be cut by hand. */
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
  const length = Array.from(value).length
  const tooLong = maxLength !== undefined && length > maxLength
  const problem = error ?? (tooLong ? `Keep it under ${count(maxLength)} characters.` : undefined)
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
        aside={aside ?? (maxLength !== undefined && `${count(length)} of ${count(maxLength)}`)}
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
