import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { type OfficeOrderLine, useMay } from '../office.queries.ts'
import { ChoiceBox } from './ChoiceBox.tsx'
import { ManyDialog } from './ManyDialog.tsx'
import { ManyOutcome } from './ManyOutcome.tsx'
import type { ManyAction, Outcome } from './many-words.ts'
import { type Choice, MOST_CHOSEN } from './use-choice.ts'

const ACTIONS: readonly { action: ManyAction; label: string }[] = [
  { action: 'approve', label: 'Approve' },
  { action: 'hold', label: 'Hold' },
  { action: 'release', label: 'Release' },
  { action: 'note', label: 'Add a note' },
]

/** All of this page at once, what may be done with those that are chosen, and what became of it. */
export function ManyBar({ orders, choice }: { orders: readonly OfficeOrderLine[]; choice: Choice }) {
  const may = useMay()
  const [asked, setAsked] = useState<ManyAction>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [told, setTold] = useState<ReadonlySet<number>>(new Set())
  const { size } = choice.chosen
  const onPage = orders.filter(({ id }) => choice.isChosen(id)).length
  // Decided about as they stood when they were chosen; where one was told that it moved on, as it stands now.
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
        aria-label="With the chosen orders"
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 py-1.5 ${size > 0 ? 'sticky top-0 z-3 -mx-3 narrow:top-14 rounded-control bg-accent-tint px-3' : ''}`}
      >
        <span className="flex items-center">
          <ChoiceBox
            label="All on this page"
            isChosen={isAll}
            isPartly={onPage > 0}
            onChoose={() => choice.chooseAll(!isAll)}
          />
          <span aria-live="polite">{size === 0 ? 'Choose orders' : chosenWords(size, onPage)}</span>
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
  const most = size === MOST_CHOSEN ? '; more at once is not possible' : ''
  return `${count(size)} chosen${elsewhere > 0 ? `, ${count(elsewhere)} on other pages` : ''}${most}`
}
