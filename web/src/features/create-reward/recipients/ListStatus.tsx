import { attentionSentence, noValueSentence } from '@laurel/domain/card-item-completeness'
import { formatCents } from '@laurel/domain/money'
import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { translated, useTexts } from '../../../app/texts.ts'
import { useNarrow } from '../../../app/use-narrow.ts'
import { Button } from '../../../parts/Button.tsx'
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
  const i18n = useTexts()
  const { totalCount: total } = list
  const { state: saving } = useSaving()
  const isSending = useStore(edits.store, ({ sending }) => sending > 0)
  const failed = useStore(edits.store, ({ byId }) => countFailed(byId))
  if (failed > 0) {
    return (
      <p role="status" className="flex items-center gap-3 text-bad">
        <Icon of={CircleAlert} />
        {i18n.t('{changes, plural, one {One change isn’t} other {# changes aren’t}} saved yet.', {
          changes: failed,
        })}
      </p>
    )
  }
  if (isSending) {
    return (
      <p className="flex items-center gap-3">
        <Spinner label={i18n.t('Saving')} />
        {i18n.t('Saving')}
      </p>
    )
  }
  if (saving === 'failed') return <SaveStatus />
  if (total === 0) return <p>{i18n.t('Add at least one person to continue.')}</p>
  const needs = [attentionSentence(list.attentionCount), noValueSentence(list.withoutValueCount)]
  const open = needs.filter((need) => need !== undefined)
  return open.length > 0 ? (
    <p>
      {[i18n.t('You can write the message now.'), ...open.map((need) => translated(i18n, need))].join(' ')}
    </p>
  ) : (
    <SaveStatus />
  )
}

/** How many people are ready, and what is on their cards. */
export function Counts({ list }: { list: Counted }) {
  const i18n = useTexts()
  const { totalCount, readyCount, warningCount, attentionCount, withoutValueCount, valueCents } = list
  if (list.isPending) return <p className="text-muted">{i18n.t('Reading the list')}</p>
  if (totalCount === 0)
    return (
      <p className="text-muted">
        {i18n.t('{people, plural, one {# person} other {# people}}', { people: 0 })}
      </p>
    )
  const isUnvalued = withoutValueCount === totalCount
  return (
    <p className="text-muted" aria-live="polite">
      {isUnvalued ? (
        <b className="font-semibold text-warn">{i18n.t('No one has a value yet')}</b>
      ) : (
        <b className="font-semibold text-ink">{i18n.t('{people, number} ready', { people: readyCount })}</b>
      )}
      {warningCount > 0 && <>, {i18n.t('{people, number} to check', { people: warningCount })}</>}
      {attentionCount > 0 && (
        <>
          ,{' '}
          <b className="font-semibold text-warn">
            {i18n.t('{people, plural, one {# needs} other {# need}} attention', { people: attentionCount })}
          </b>
        </>
      )}
      {withoutValueCount > 0 && !isUnvalued && (
        <>
          ,{' '}
          <b className="font-semibold text-warn">
            {i18n.t('{people, plural, one {# has} other {# have}} no value', { people: withoutValueCount })}
          </b>
        </>
      )}
      .{' '}
      {i18n.t('{people, plural, one {# person} other {# people}}, {total} on their cards.', {
        people: totalCount,
        total: formatCents(valueCents),
      })}
    </p>
  )
}

/** Shown when a page of the list failed to load. */
export function ListProblem({ list }: { list: CardRecipients }) {
  const i18n = useTexts()

  if (!list.problem) return null
  return (
    <Note
      tone="bad"
      className="mt-3"
      action={
        <Button size="compact" onClick={list.retry}>
          {i18n.t('Try again')}
        </Button>
      }
    >
      {i18n.t('We couldn’t read part of the list. {message}', {
        message: translated(i18n, list.problem.message),
      })}
    </Note>
  )
}
