import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { Icon } from './Icon.tsx'

export type FieldTextProps = {
  label: string
  /** Stands at the right of the label: "32 of 40", a link. */
  aside?: ReactNode
  /** Under the field. It stays beside an error: that's when it is needed. */
  hint?: ReactNode
  /** The sentence that says what is wrong and how to mend it. */
  error?: string | undefined
}

export function FieldHead({ label, aside }: Pick<FieldTextProps, 'label' | 'aside'>) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <Label className="text-label">{label}</Label>
      {aside && <span className="text-muted text-small">{aside}</span>}
    </div>
  )
}

/** The hint, then the error: an icon and a sentence, announced with the field. */
export function FieldFoot({ hint, error }: Pick<FieldTextProps, 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <Text slot="description" className="text-muted text-small">
          {hint}
        </Text>
      )}
      <FieldError className="flex gap-1.5 text-bad text-label">
        {({ validationErrors }) => (
          <>
            <Icon of={CircleAlert} size={18} className="mt-px" />
            <span>{error ?? validationErrors.join(' ')}</span>
          </>
        )}
      </FieldError>
    </>
  )
}

/** The same sentence for what is not a React Aria field. Give it the id the control is described by. */
export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-bad text-label">
      <Icon of={CircleAlert} size={18} className="mt-px" />
      <span>{children}</span>
    </p>
  )
}

/** The frame of everything one types into. States come from React Aria's data attributes. */
export const FIELD_BOX =
  'flex w-full items-center gap-2 rounded-control border border-line-strong bg-surface transition-[border-color,box-shadow] duration-(--fast) hover:border-muted has-[:focus-visible]:border-accent-line has-[:focus-visible]:shadow-focus-field group-data-[invalid]/field:border-bad group-data-[invalid]/field:shadow-bad group-data-[invalid]/field:outline-bad group-data-[invalid]/field:has-[:focus-visible]:border-bad group-data-[invalid]/field:has-[:focus-visible]:shadow-bad group-data-[invalid]/field:has-[:focus-visible]:outline-2 group-data-[invalid]/field:has-[:focus-visible]:outline-solid group-data-[disabled]/field:bg-sunken group-data-[disabled]/field:text-muted'

/** The input inside the frame: the frame shows the focus for it. */
export const FIELD_INPUT =
  'min-h-[46px] w-full min-w-0 flex-1 border-0 bg-transparent p-0 text-[1rem] leading-normal outline-none'

export const FIELD_STACK = 'group/field grid content-start gap-1.5'
