import { valueProblem } from '@laurel/domain/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { plural } from '../../../parts/format.ts'
import { useValueLimits } from '../amounts/use-value-limits.ts'
import type { CardItem } from '../create-reward.queries.ts'
import { SaveStatus } from '../SaveStatus.tsx'
import { SetupFrame } from '../SetupFrame.tsx'
import { saveDraft } from '../save-draft.ts'
import { changeSetup, useSetupStore } from '../setup-store.ts'
import { useDraft } from '../use-card-at-hand.ts'
import { useNarrow } from '../use-narrow.ts'
import { EmptyList } from './EmptyList.tsx'
import { EveryoneValue } from './EveryoneValue.tsx'
import { ImportStrip } from './ImportStrip.tsx'
import { ListFilter } from './ListFilter.tsx'
import { PeopleList } from './PeopleList.tsx'
import { RecipientsGrid } from './RecipientsGrid.tsx'
import { RecipientsTitle } from './RecipientsTitle.tsx'
import type { ListView } from './recipients.queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useImport } from './use-import.ts'
import { useListInput } from './use-list-input.ts'
import { usePersonSheet } from './use-person-sheet.tsx'
import { useRecipientList } from './use-recipient-list.ts'
import { useRowEdits } from './use-row-edits.ts'

/** Direct and digital cards: who gets one. */
export function RecipientsScreen() {
  const [itemId] = useState(() => useSetupStore.getState().cardItemId ?? 0)
  return <Recipients item={useDraft(itemId)} />
}

function Recipients({ item }: { item: CardItem }) {
  const rewardType = item.rewardTypeData.name
  const limits = useValueLimits()
  const isNarrow = useNarrow()
  const everyoneCents = useSetupStore((setup) => setup.denominationCents)
  const [view, setView] = useState<ListView>({ only: 'everyone', search: '' })
  const search = useDeferredValue(view.search)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const list = useRecipientList(item.id, { ...view, search })
  const edits = useRowEdits(item.id, rewardType, limits, everyoneCents)
  const importing = useImport(item.id)
  const sheet = usePersonSheet({ item, edits, limits, everyoneCents })
  const isDropping = useListInput({ onText: importing.paste, onFile: importing.upload })
  const valueSentence = valueProblem('denominationCents', everyoneCents, limits)?.message

  useFreshSums(item)

  // Who is selected must be in sight: another view begins with nobody.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is the reason
  useEffect(() => setSelected(new Set()), [view.only, search])

  // Nobody needs attention any more: an empty view would hide everybody else.
  const isRepaired = view.only === 'attention' && !list.isPending && list.attentionCount === 0
  useEffect(() => {
    if (isRepaired) setView((now) => ({ ...now, only: 'everyone' }))
  }, [isRepaired])

  function changeEveryone(cents: number | null) {
    changeSetup({ denominationCents: cents })
    if (!valueProblem('denominationCents', cents, limits)) saveDraft({ denominationCents: cents })
  }

  const isEmpty = !list.isPending && list.totalCount === 0
  const shared = {
    list,
    edits,
    rewardType,
    everyoneCents,
    onAsk: sheet.edit,
    onRemove: sheet.remove,
  }

  return (
    <SetupFrame
      step="recipients"
      rewardType={rewardType}
      className="page page-broad pb-8"
      status={<Status attention={list.attentionCount} total={list.totalCount} />}
      missing={isEmpty ? 'Add at least one person before you go on.' : valueSentence}
      beforeLeaving={edits.flush}
    >
      <RecipientsTitle
        item={item}
        list={list}
        first={list.rowAt(0)}
        importing={importing}
        onAdd={sheet.add}
      />
      <ImportStrip importing={importing} />
      <EveryoneValue
        cents={everyoneCents}
        limits={limits}
        problem={valueSentence}
        onChange={changeEveryone}
      />
      {isEmpty ? (
        <EmptyList rewardType={rewardType} />
      ) : (
        <>
          <ListFilter rewardType={rewardType} view={view} list={list} onView={setView} />
          {selected.size > 0 && !isNarrow && (
            <SelectionBar
              itemId={item.id}
              view={view}
              total={list.count}
              selected={selected}
              onSelected={setSelected}
              edits={edits}
            />
          )}
          {isNarrow ? (
            <PeopleList {...shared} />
          ) : (
            <RecipientsGrid {...shared} selected={selected} onSelected={setSelected} />
          )}
        </>
      )}
      {sheet.open}
      {isDropping && (
        <div className="pointer-events-none fixed inset-3 z-30 grid place-items-center rounded-panel border-2 border-accent-line border-dashed bg-surface/88 text-h3">
          Drop the CSV file to add its people
        </div>
      )}
    </SetupFrame>
  )
}

/** Everyone's value is part of the list's sums: once the server has it, the sums are read again. */
function useFreshSums({ id, denominationCents }: CardItem): void {
  const queryClient = useQueryClient()
  const known = useRef(denominationCents)
  useEffect(() => {
    if (known.current === denominationCents) return
    known.current = denominationCents
    queryClient.invalidateQueries({ queryKey: ['recipients', id] })
  }, [queryClient, id, denominationCents])
}

function Status({ attention, total }: { attention: number; total: number }) {
  if (total > 0 && attention > 0) {
    return (
      <p>
        You can go on now. {plural(attention, 'person', 'people')} must be fixed or removed before you pay.
      </p>
    )
  }
  return total === 0 ? <p>Add at least one person to go on.</p> : <SaveStatus />
}
