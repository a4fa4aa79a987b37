import type { ReactNode } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { keepPlace } from './keep-place.ts'

type ChangedNoteProps = { children: ReactNode; onSeen: () => void; className: string }

/** Somebody else was first: nothing was done, and what stands here now is to be looked at again. */
export function ChangedNote({ children, onSeen, className }: ChangedNoteProps) {
  function see() {
    onSeen()
    keepPlace()
  }
  return (
    <Note
      tone="bad"
      className={className}
      action={
        <Button size="compact" onClick={see}>
          Dismiss
        </Button>
      }
    >
      {children}
    </Note>
  )
}
