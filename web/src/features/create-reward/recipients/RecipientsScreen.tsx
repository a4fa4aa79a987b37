import { api } from '@laurel/contract/routes'
import { valueProblem } from '@laurel/domain/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../app/call.ts'
import { changeSetup, keepUnsaved, useSetupStore } from '../../../app/setup-store.ts'
import { useValueLimits } from '../amounts/value-limits.ts'
import type { CardItem } from '../create-reward.queries.ts'
import type { ListStart } from '../item-search.ts'
import { SetupFrame } from '../SetupFrame.tsx'
import { saveDraft } from '../save-draft.ts'
import { useDraft } from '../use-card-at-hand.ts'
import { useNarrow } from '../use-narrow.ts'
import { DropHint } from './DropHint.tsx'
import { download } from './download.ts'
import { EmptyList } from './EmptyList.tsx'
import { EveryoneValue } from './EveryoneValue.tsx'
import { FixAll } from './FixAll.tsx'
import { findPlace } from './find-place.ts'
import { ImportStrips } from './import/ImportStrips.tsx'
import { RepairByFile } from './import/RepairByFile.tsx'
import { useImport } from './import/use-import.ts'
import { ListFilter } from './ListFilter.tsx'
import { ListStatus } from './ListStatus.tsx'
import { makeListChanges } from './list-changes.ts'
import { NobodyMatches } from './NobodyMatches.tsx'
import { PeopleList } from './PeopleList.tsx'
import { RecipientsGrid } from './RecipientsGrid.tsx'
import { RecipientsTitle } from './RecipientsTitle.tsx'
import { EVERYONE, type ListView, type Recipient } from './recipients.queries.ts'
import type { RowProblem } from './row-problems.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useListInput } from './use-list-input.ts'
import { usePersonSheet } from './use-person-sheet.tsx'
import { useRecipientList } from './use-recipient-list.ts'
import { useRemoveSelected } from './use-remove-selected.ts'
import { useRowEdits } from './use-row-edits.ts'
import { useSelection } from './use-selection.ts'
import { useUndoKey } from './use-undo-key.ts'
import { ValueForKind } from './ValueForKind.tsx'

type RecipientsScreenProps = {
  /** The customer came from payment to fix the list, and returns there. */
  backTo?: 'payment' | undefined
  /** The customer came to fix the list: it opens with these people. */
  only?: ListStart | undefined
}

/** Direct and digital cards: who gets one. */
export function RecipientsScreen({ backTo, only }: RecipientsScreenProps) {
  const [itemId] = useState(() => useSetupStore.getState().cardItemId ?? 0)
  return <Recipients item={useDraft(itemId)} backTo={backTo} only={only} />
}

function Recipients({ item, backTo, only }: RecipientsScreenProps & { item: CardItem }) {
  const rewardType = item.rewardTypeData.name
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const limits = useValueLimits()
  const isNarrow = useNarrow()
  const everyoneCents = useSetupStore((setup) => setup.denominationCents)
  const [typed, setView] = useState<ListView>({ ...EVERYONE, ...(only && { only }) })
  const search = useDeferredValue(typed.search)
  const view = useMemo(() => ({ ...typed, search }), [typed, search])
  const [target, setTarget] = useState<{ index: number } | null>(null)
  const list = useRecipientList(item.id, view)
  const edits = useRowEdits(item.id, rewardType, limits, everyoneCents)
  const [changes] = useState(() => makeListChanges({ queryClient, itemId: item.id, edits }))
  const selection = useSelection(list, view)
  const importing = useImport(item.id)
  const removeOne = (row: Recipient) => void changes.removeOne(row, view)
  const removeSelected = useRemoveSelected({ selection, changes, view })
  const sheet = usePersonSheet({ item, edits, limits, everyoneCents, onRemove: removeOne })
  const isDropping = useListInput({ onText: importing.paste, onFile: importing.upload })
  const valueSentence = valueProblem('denominationCents', everyoneCents, limits)?.message

  useFreshSums(item)
  useUndoKey(changes)

  // A view of nobody would hide everybody else: what was to be repaired is repaired.
  const isRepaired =
    typed.only !== 'everyone' &&
    typed.search === '' &&
    !list.isPending &&
    !list.isSwitching &&
    list.count === 0
  useEffect(() => {
    if (isRepaired && !importing.isRunning) setView((now) => ({ ...now, only: 'everyone' }))
  }, [isRepaired, importing.isRunning])

  function changeEveryone(cents: number | null) {
    const fits = !valueProblem('denominationCents', cents, limits)
    changeSetup({ denominationCents: cents })
    keepUnsaved({ denominationCents: fits ? undefined : (cents ?? undefined) })
    if (fits) saveDraft({ denominationCents: cents })
  }

  async function showRow(position: number) {
    const index = await findPlace(queryClient, item.id, position)
    setView(EVERYONE)
    if (index !== undefined) setTarget({ index })
  }

  const onTemplate = () =>
    void download(`Recipients for ${rewardType} cards.csv`, () =>
      call(api.getImportTemplate, { query: { rewardType } }),
    )
  const isEmpty = !list.isPending && list.totalCount === 0
  const shared = {
    list,
    listKey: `${view.only} ${view.search} ${view.sort.by} ${view.sort.isDescending}`,
    edits,
    rewardType,
    everyoneCents,
    target,
    nobody: <NobodyMatches view={typed} onView={setView} />,
    onAsk: sheet.edit,
    onRemove: removeOne,
    onKeep: (row: Recipient, { code }: RowProblem) => void edits.keep(row, code),
    onShowRow: (position: number) => void showRow(position),
  }

  return (
    <SetupFrame
      step="recipients"
      rewardType={rewardType}
      className="page page-broad pb-8"
      status={<ListStatus list={list} edits={edits} />}
      missing={isEmpty ? 'Add at least one person to continue.' : valueSentence}
      beforeLeaving={edits.flush}
      {...(backTo === 'payment' && {
        action: {
          label: 'Back to payment',
          onPress: () => navigate({ to: '/checkout/payment-confirmation' }),
        },
      })}
    >
      <RecipientsTitle
        item={item}
        list={list}
        first={list.rowAt(0)}
        importing={importing}
        onAdd={sheet.add}
        onTemplate={onTemplate}
      />
      <ImportStrips
        itemId={item.id}
        rewardType={rewardType}
        hasPeople={list.totalCount > 0}
        list={list}
        importing={importing}
        onShowAttention={() => setView({ ...EVERYONE, only: 'attention' })}
      />
      <EveryoneValue
        cents={everyoneCents}
        limits={limits}
        problem={valueSentence}
        onChange={changeEveryone}
      />
      {isEmpty ? (
        <EmptyList rewardType={rewardType} onTemplate={onTemplate} />
      ) : (
        <>
          <ListFilter rewardType={rewardType} view={typed} list={list} onView={setView} />
          <FixAll itemId={item.id} rewardType={rewardType} view={typed} list={list} changes={changes} />
          <ValueForKind
            view={view}
            count={list.count}
            everyoneCents={everyoneCents}
            onGive={() => changes.giveEveryonesValue(view)}
          />
          <RepairByFile importing={importing} attention={list.attentionCount} />
          {(selection.size > 0 || (isNarrow && selection.isChoosing)) && (
            <SelectionBar
              view={view}
              total={list.count}
              rewardType={rewardType}
              limits={limits}
              everyoneCents={everyoneCents}
              selection={selection}
              changes={changes}
              onRemove={removeSelected}
            />
          )}
          {isNarrow ? (
            <PeopleList {...shared} selection={selection} />
          ) : (
            <RecipientsGrid
              {...shared}
              changes={changes}
              selection={selection}
              sort={view.sort}
              onSort={(sort) => setView({ ...typed, sort })}
              onRemoveSelected={removeSelected}
              onList={importing.paste}
            />
          )}
        </>
      )}
      {sheet.open}
      {isDropping && <DropHint />}
    </SetupFrame>
  )
}

/** Everyone's value is part of the list's sums, and of what an import calls ready: once the server has it, both are read again. */
function useFreshSums({ id, denominationCents }: CardItem): void {
  const queryClient = useQueryClient()
  const known = useRef(denominationCents)
  useEffect(() => {
    if (known.current === denominationCents) return
    known.current = denominationCents
    queryClient.invalidateQueries({ queryKey: ['recipients', id] })
    queryClient.invalidateQueries({ queryKey: ['imports', 'one'] })
  }, [queryClient, id, denominationCents])
}
