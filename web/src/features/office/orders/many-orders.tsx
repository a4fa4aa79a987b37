import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call, freshKey } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { missing } from '../../../parts/Form.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type OfficeOrderLine, refreshOffice, useMay } from '../office.queries.ts'
import { restoreFocus } from '../office-mutations.ts'
import { type Choice, ChoiceBox, MOST_CHOSEN } from './OrderRows.tsx'

const ACTIONS: readonly { action: ManyAction; label: string }[] = [
  { action: 'approve', label: 'Approve' },
  { action: 'hold', label: 'Hold' },
  { action: 'release', label: 'Release' },
  { action: 'note', label: 'Add a note' },
]

/** Bulk actions on chosen orders, and their result. */
export function ManyBar({ orders, choice }: { orders: readonly OfficeOrderLine[]; choice: Choice }) {
  const may = useMay()
  const [asked, setAsked] = useState<ManyAction>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [told, setTold] = useState<ReadonlySet<number>>(new Set())
  const { size } = choice.chosen
  const onPage = orders.filter(({ id }) => choice.isChosen(id)).length
  // Decides about the version that was chosen, or the current one once its change has been shown.
  const meant = [...choice.chosen.values()].map(
    (seen) => (told.has(seen.id) && orders.find(({ id }) => id === seen.id)) || seen,
  )
  const isAll = orders.length > 0 && onPage === orders.length
  const actions = ACTIONS.filter(({ action }) => may(action === 'note' ? 'orders.note' : 'orders.review'))
  return (
    <>
      {outcome && <ManyOutcome outcome={outcome} onSeen={() => setOutcome(undefined)} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend */}
      <div
        role="group"
        aria-label="Actions for selected orders"
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 py-1.5 ${size > 0 ? 'sticky top-0 z-3 -mx-3 narrow:top-14 rounded-control bg-accent-tint px-3' : ''}`}
      >
        <span className="flex items-center">
          <ChoiceBox
            label="All on this page"
            isChosen={isAll}
            isPartly={onPage > 0}
            onChoose={() => choice.chooseAll(!isAll)}
          />
          <span aria-live="polite">{size === 0 ? 'Select orders' : chosenWords(size, onPage)}</span>
          {size > 0 && (
            <Button look="plain" size="compact" onClick={choice.clear}>
              Clear selection
            </Button>
          )}
        </span>
        {size > 0 && (
          <span className="ms-auto flex flex-wrap gap-2">
            {actions.map(({ action, label }) => (
              <Button key={action} size="compact" onClick={() => setAsked(action)}>
                {label}
              </Button>
            ))}
          </span>
        )}
      </div>
      {asked && (
        <ManyDialog
          action={asked}
          orders={meant}
          onClose={() => setAsked(undefined)}
          onDone={(became) => {
            const left = became.results.filter(({ isDone }) => !isDone).map(({ id }) => id)
            setOutcome(became)
            setTold(new Set(left))
            choice.keep(left)
          }}
        />
      )}
    </>
  )
}

function chosenWords(size: number, onPage: number): string {
  const elsewhere = size - onPage
  const most = size === MOST_CHOSEN ? ', the maximum' : ''
  return `${count(size)} selected${elsewhere > 0 ? `, ${count(elsewhere)} on other pages` : ''}${most}`
}

type ManyDialogProps = {
  action: ManyAction
  orders: readonly OfficeOrderLine[]
  onClose: () => void
  onDone: (outcome: Outcome) => void
}

/** Confirms one decision about many orders. */
function ManyDialog({ action, orders, onClose, onDone }: ManyDialogProps) {
  const [words, setWords] = useState('')
  const [key] = useState(freshKey)
  const queryClient = useQueryClient()
  const { title, submit, lead, label } = MANY_WORDS[action]
  const isNeeded = action !== 'approve'
  const decide = useMutation({
    mutationFn: () =>
      call(api.decideAboutOrders, {
        body: {
          action,
          words: words.trim(),
          orders: orders.map(({ id, status }) => ({ id, seenStatus: status })),
        },
        idempotencyKey: key,
      }),
    onSuccess: async (answer) => {
      onDone({ ...answer, action })
      onClose()
      restoreFocus()
      await refreshOffice(queryClient)
    },
  })
  return (
    <OfficeDialog
      title={title(plural(orders.length, 'order'))}
      lead={<p>{lead}</p>}
      submit={submit}
      request={decide}
      check={() => (isNeeded ? missing({ words }) : {})}
      onClose={onClose}
    >
      <TextArea
        label={label}
        name="words"
        value={words}
        onChange={setWords}
        rows={3}
        maxLength={500}
        isRequired={isNeeded}
      />
    </OfficeDialog>
  )
}

/** How many orders were changed, and why each of the others wasn't. */
function ManyOutcome({ outcome, onSeen }: { outcome: Outcome; onSeen: () => void }) {
  const left = outcome.results.filter(({ isDone }) => !isDone)
  return (
    <Note
      tone={left.length > 0 ? 'warn' : 'info'}
      className="mb-4"
      action={
        <Button
          size="compact"
          onClick={() => {
            onSeen()
            restoreFocus()
          }}
        >
          Dismiss
        </Button>
      }
    >
      <p role="status" className="font-semibold">
        {outcomeWords(outcome)}
      </p>
      {left.length > 0 && (
        <ul className="mt-1.5 grid gap-1">
          {left.map(({ id, number, message }) => (
            <li key={id}>
              <Link to="/office/orders/$id" params={{ id: String(id) }} className="link">
                {number || 'Unknown order'}
              </Link>
              : {message}
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}

type ManyAction = 'approve' | 'hold' | 'release' | 'note'
type Outcome = AnswerOf<'decideAboutOrders'> & { action: ManyAction }

type Words = { title: (orders: string) => string; submit: string; lead: string; done: string; label: string }

const MANY_WORDS: Readonly<Record<ManyAction, Words>> = {
  approve: {
    title: (orders) => `Approve ${orders}?`,
    submit: 'Approve',
    lead: 'Orders that are on hold, unpaid, or already decided stay as they are.',
    done: 'approved',
    label: 'Note (optional)',
  },
  hold: {
    title: (orders) => `Hold ${orders}?`,
    submit: 'Hold',
    lead: 'We won’t approve, send, or print them until you release them.',
    done: 'held',
    label: 'Reason',
  },
  release: {
    title: (orders) => `Release ${orders}?`,
    submit: 'Release',
    lead: 'They continue from where they were put on hold. Explain how the issue was resolved.',
    done: 'released',
    label: 'Reason',
  },
  note: {
    title: (orders) => `Add a note to ${orders}`,
    submit: 'Add note',
    lead: 'Your team can see the note on each order. Customers can’t.',
    done: 'noted',
    label: 'Note',
  },
}

/** `7 approved; 2 not` */
function outcomeWords({ action, results }: Outcome): string {
  const done = results.filter(({ isDone }) => isDone).length
  const not = results.length - done
  const { done: word } = MANY_WORDS[action]
  if (not === 0) return `${plural(done, 'order')} ${word}.`
  return `${count(done)} ${word}; ${count(not)} not.`
}
