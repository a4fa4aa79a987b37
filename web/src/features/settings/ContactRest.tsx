import type { ReactNode } from 'react'
import { formError } from '../../app/api-problem.ts'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { Tag } from '../../parts/Tag.tsx'
import type { ContactChange } from './use-contact-change.ts'

type ContactRestProps = {
  /** "email", "phone number": completes what the buttons say aloud. */
  noun: string
  /** As it is shown, and as it is sent. Both '' when there is none. */
  shown: string
  value: string
  isVerified: boolean
  change: ContactChange
  /** Stands under it. */
  note?: ReactNode
  /** What may be done beside changing it. */
  more?: ReactNode
}

/** An address or number at rest: whether it is confirmed, and what can be done about it. */
export function ContactRest({ noun, shown, value, isVerified, change, note, more }: ContactRestProps) {
  const { confirming } = change
  return (
    <div className="grid gap-5">
      {confirming.error && <Note tone="bad">{formError(confirming.error)}</Note>}
      {value && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">{shown}</span>
          <Tag tone={isVerified ? 'good' : 'warn'}>{isVerified ? 'Confirmed' : 'Not confirmed'}</Tag>
        </p>
      )}
      {note && <p className="text-muted">{note}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={change.restButton}
          aria-label={value ? `Change ${noun}` : `Add a ${noun}`}
          onClick={change.edit}
        >
          {value ? 'Change' : `Add a ${noun}`}
        </Button>
        {value && !isVerified && (
          <Button
            aria-label={`Confirm ${noun}`}
            isPending={confirming.isPending}
            onClick={() => confirming.mutate(value)}
          >
            Confirm it
          </Button>
        )}
        {more}
      </div>
    </div>
  )
}
