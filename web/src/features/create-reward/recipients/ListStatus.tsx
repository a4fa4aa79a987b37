import { attentionSentence, noValueSentence } from '@laurel/domain/card-item-completeness'
import { formatCents } from '@laurel/domain/money'
import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { useNarrow } from '../../../app/use-narrow.ts'
import { Button } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Spinner } from '../../../parts/Progress.tsx'
import { SaveStatus } from '../SetupFrame.tsx'
import { useSaving } from '../save-draft.ts'
import { countFailed, type RowEdits } from './row-edits.ts'
import type { CardRecipients } from './use-recipient-list.ts'

type ListStatusProps = { list: Counted; edits: RowEdits }
type Counted = Pick<
  CardRecipients,
  | 'isPending'
  | 'totalCount'
  | 'readyCount'
  | 'warningCount'
  | 'attentionCount'
  | 'withoutValueCount'
  | 'valueCents'
>

/** The list's counts, whether it is saved, and what it still needs, in the cart's words. */
export function ListStatus(props: ListStatusProps) {
  // On phones the counts are below the title, because the bar has no room for them.
  const isNarrow = useNarrow()
  return (
    <div className="grid gap-0.5">
      {!isNarrow && <Counts list={props.list} />}
      <div className="text-small">
        <Saving {...props} />
      </div>
    </div>
  )
}

function Saving({ list, edits }: ListStatusProps) {
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

/** How many people are ready, and what is on their cards. */
export function Counts({ list }: { list: Counted }) {
  const { totalCount, readyCount, warningCount, attentionCount, withoutValueCount, valueCents } = list
  if (list.isPending) return <p className="text-muted">Reading the list</p>
  if (totalCount === 0) return <p className="text-muted">0 people</p>
  const isNobodyWorth = withoutValueCount === totalCount
  return (
    <p className="text-muted" aria-live="polite">
      {isNobodyWorth ? (
        <b className="font-semibold text-warn">No one has a value yet</b>
      ) : (
        <b className="font-semibold text-ink">{count(readyCount)} ready</b>
      )}
      {warningCount > 0 && <>, {count(warningCount)} to check</>}
      {attentionCount > 0 && (
        <>
          ,{' '}
          <b className="font-semibold text-warn">
            {count(attentionCount)} {attentionCount === 1 ? 'needs' : 'need'} attention
          </b>
        </>
      )}
      {withoutValueCount > 0 && !isNobodyWorth && (
        <>
          ,{' '}
          <b className="font-semibold text-warn">
            {count(withoutValueCount)} {withoutValueCount === 1 ? 'has' : 'have'} no value
          </b>
        </>
      )}
      . {plural(totalCount, 'person', 'people')}, {formatCents(valueCents)} on their cards.
    </p>
  )
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
      We couldn’t read part of the list. {list.problem.message}
    </Note>
  )
}
