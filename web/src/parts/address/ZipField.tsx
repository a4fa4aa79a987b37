import { TriangleAlert } from 'lucide-react'
import { Icon } from '../Icon.tsx'
import { TextField, type TextFieldProps } from '../TextField.tsx'
import { zipDoubt } from './zip-doubt.ts'

type ZipFieldProps = Pick<TextFieldProps, 'name' | 'value' | 'onChange' | 'autoComplete' | 'isRequired'> & {
  /** The state beside it, two letters, or ''. */
  state: string
}

/** A ZIP code. One that lies outside the state is doubted, never refused: ZIP codes cross borders. */
export function ZipField({ state, ...field }: ZipFieldProps) {
  const doubt = zipDoubt(field.value ?? '', state)
  return (
    <TextField
      label="ZIP code"
      autoComplete="postal-code"
      inputMode="numeric"
      maxLength={10}
      isRequired
      {...field}
      hint={
        doubt && (
          <span className="flex gap-1.5 font-medium text-warn">
            <Icon of={TriangleAlert} size={18} className="mt-px" />
            <span>{doubt}</span>
          </span>
        )
      }
    />
  )
}
