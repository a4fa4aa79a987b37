import { Button } from '../../../parts/Button.tsx'
import { Note } from '../../../parts/Note.tsx'
import type { RecipientList } from './use-recipient-list.ts'

/** A page of the list did not come. */
export function ListProblem({ list }: { list: RecipientList }) {
  if (!list.problem) return null
  return (
    <Note
      tone="bad"
      className="mt-3"
      action={
        <Button size="compact" onClick={list.retry}>
          Try again
        </Button>
      }
    >
      Part of the list could not be read. {list.problem.message}
    </Note>
  )
}
