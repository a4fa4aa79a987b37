import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
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
    /** Inside the frame, before and after what is typed. */
    before?: ReactNode
    after?: ReactNode
    className?: string
  }

/** One line of text with its label, hint and error. Inside a `Form`, `name` finds its server error. */
export function TextField({
  label,
  aside,
  hint,
  error,
  placeholder,
  before,
  after,
  className = '',
  type,
  ...rest
}: TextFieldProps) {
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
        <Input placeholder={placeholder} className={FIELD_INPUT} />
        {type === 'password' && (
          <button
            type="button"
            aria-pressed={isShown}
            aria-label="Show password"
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
