import type { SyntheticEvent } from 'react'
import { openModal } from '../../app/modal-store.ts'
import { Checkbox } from '../../parts/Checkbox.tsx'

type OrderTermsProps = { isRead: boolean; onChange: (isRead: boolean) => void; error: string | undefined }

/** The terms are one press away, and reading them does not tick the box. */
export function OrderTerms({ isRead, onChange, error }: OrderTermsProps) {
  return (
    <Checkbox isSelected={isRead} onChange={onChange} error={error}>
      I have read the{' '}
      <button
        type="button"
        className="link"
        onPointerDown={keepFromBox}
        onMouseDown={keepFromBox}
        onKeyDown={keepFromBox}
        onKeyUp={keepFromBox}
        onClick={(event) => {
          keepFromBox(event)
          event.preventDefault()
          openModal('legal', { kind: 'terms' })
        }}
      >
        order terms
      </button>
      . Undelivered cards can be sent again or refunded.
    </Checkbox>
  )
}

function keepFromBox(event: SyntheticEvent): void {
  event.stopPropagation()
}
