import { attentionSentence, noValueSentence } from '@laurel/domain/card-item-completeness'
import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Button } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Spinner } from '../../../parts/Progress.tsx'
import { SaveStatus } from '../SetupFrame.tsx'
import { useSaving } from '../save-draft.ts'
import { countFailed, type RowEdits } from './row-edits.ts'
import type { CardRecipients } from './use-recipient-list.ts'

type ListStatusProps = {
  list: Pick<CardRecipients, 'attentionCount' | 'withoutValueCount' | 'totalCount'>
  edits: RowEdits
}

/** Whether the list is saved, and what it still needs, in the cart's words. */
export function ListStatus({ list, edits }: ListStatusProps) {
  const { totalCount: total } = list
  const { state: saving } = useSaving()
  const isSending = useStore(edits.store, ({ sending }) => sending > 0)
  const failed = useStore(edits.store, ({ byId }) => countFailed(byId))
  if (failed > 0) {
    return (
      <p role="status" className="flex items-center gap-3 text-bad">
        <Icon of={CircleAlert} />
        {failed === 1 ? 'One change isn’t' : `${count(failed)} changes aren’t`} saved yet.
      </p>
    )
  }
  if (isSending) {
    return (
      <p className="flex items-center gap-3">
        <Spinner label="Saving" />
        Saving
      </p>
    )
  }
  if (saving === 'failed') return <SaveStatus />
  if (total === 0) return <p>Add at least one person to continue.</p>
  const needs = [attentionSentence(list.attentionCount), noValueSentence(list.withoutValueCount)]
  const open = needs.filter((need) => need !== undefined)
  return open.length > 0 ? <p>You can write the message now. {open.join(' ')}</p> : <SaveStatus />
}

/** Shown when a page of the list failed to load. */
export function ListProblem({ list }: { list: CardRecipients }) {
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
