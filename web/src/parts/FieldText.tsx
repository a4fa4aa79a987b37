import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { translated, useTexts } from '../app/texts.ts'
import { Icon } from './Icon.tsx'

export type FieldTextProps = {
  label: string
  /** At the right of the label: "32 of 40", a link. */
  aside?: ReactNode
  /** Below the field. It stays when there is an error, which is when it helps. */
  hint?: ReactNode
  /** Says what is wrong and how to fix it. */
  error?: string | undefined
}

export function FieldHead({ label, aside }: Pick<FieldTextProps, 'label' | 'aside'>) {
  const i18n = useTexts()
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <Label className="text-label">{translated(i18n, label)}</Label>
      {aside && <span className="text-muted text-small">{aside}</span>}
    </div>
  )
}

/** The hint and the error, announced with the field. */
export function FieldFoot({ hint, error }: Pick<FieldTextProps, 'hint' | 'error'>) {
  const i18n = useTexts()
  return (
    <>
      {hint && (
        <Text slot="description" className="text-muted text-small">
          {translated(i18n, hint)}
        </Text>
      )}
      <FieldError className="flex gap-1.5 text-bad text-label">
        {({ validationErrors }) => (
          <>
            <Icon of={CircleAlert} size={18} className="mt-px" />
            <span>
              {error
                ? translated(i18n, error)
                : validationErrors.map((one) => translated(i18n, one)).join(' ')}
            </span>
          </>
        )}
      </FieldError>
    </>
  )
}

/** An error for controls other than React Aria fields. Pass the ID of the control's `aria-describedby`. */
export function ErrorText({ id, children }: { id?: string; children: ReactNode }) {
  const i18n = useTexts()
  return (
    <p id={id} className="flex gap-1.5 text-bad text-label">
      <Icon of={CircleAlert} size={18} className="mt-px" />
      <span>{translated(i18n, children)}</span>
    </p>
  )
}

/** The frame of every text input. States come from React Aria's data attributes. */
export const FIELD_BOX =
  'flex w-full items-center gap-2 rounded-control border border-line-strong bg-surface transition-[border-color,box-shadow] duration-(--fast) hover:border-muted has-[:focus-visible]:border-accent-line has-[:focus-visible]:shadow-focus-field group-data-[invalid]/field:border-bad group-data-[invalid]/field:shadow-bad group-data-[invalid]/field:outline-bad group-data-[invalid]/field:has-[:focus-visible]:border-bad group-data-[invalid]/field:has-[:focus-visible]:shadow-bad group-data-[invalid]/field:has-[:focus-visible]:outline-2 group-data-[invalid]/field:has-[:focus-visible]:outline-solid group-data-[disabled]/field:bg-sunken group-data-[disabled]/field:text-muted'

/** The input inside the frame, which shows the focus ring. */
export const FIELD_INPUT =
  'min-h-[46px] w-full min-w-0 flex-1 border-0 bg-transparent p-0 text-[1rem] leading-normal outline-none'

export const FIELD_STACK = 'group/field grid content-start gap-1.5'

/** Marks a field with text it can't parse. Its form must not be sent. */
export const UNREADABLE = 'data-unreadable'

/** Focuses the first unreadable field. Returns whether there is one. */
export function stopAtUnreadable(root: ParentNode | null): boolean {
  const field = root?.querySelector<HTMLElement>(`[${UNREADABLE}]`)
  field?.focus()
  return field != null
}
