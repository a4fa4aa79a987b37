import type { RewardType } from '@laurel/domain/reward-type'
import { memo, type Ref, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Skeleton } from '../../../parts/Progress.tsx'
import { type RecipientChange, shownValue, whereTo } from './columns.ts'
import { SELECTED } from './grid-cells.ts'
import { ListProblem } from './ListStatus.tsx'
import type { ListProps } from './RecipientsGrid.tsx'
import { RowMark, RowMessage } from './RowMessage.tsx'
import type { Recipient } from './recipients.queries.ts'
import type { RowEdit, RowEdits } from './row-edits.ts'
import { markOf, nameOf, type RowProblem, rowText, rowTone } from './row-problems.ts'
import type { RecipientSelection } from './selection.ts'
import { shownPeople } from './use-recipient-list.ts'
import { useStable, useWindowRows } from './use-window-rows.ts'

const ROW_PX = 76
const GROUNDS = { fix: 'bg-bad-tint', check: 'bg-warn-tint', ready: '' }

type PeopleListProps = ListProps & { selection: RecipientSelection }

/** The list on phones. A tap opens a person's form, or selects them while selecting. */
export function PeopleList({ list, edits, rewardType, everyoneCents, ...props }: PeopleListProps) {
  const i18n = useTexts()
  const { target, selection, ...on } = props
  const ref = useRef<HTMLUListElement>(null)
  const rows = useWindowRows(ref, { count: list.count, rowPx: ROW_PX, onLook: list.look })
  const { show } = rows
  useEffect(() => {
    if (target && !list.isSwitching) show(target.index)
  }, [target, list.isSwitching, show])
  const isChoosing = selection.isChoosing || selection.size > 0
  const actions = useStable({
    onAsk: on.onAsk,
    onRemove: on.onRemove,
    onKeep: on.onKeep,
    onShowRow: on.onShowRow,
    onSave: (row: Recipient, change: RecipientChange) => void edits.save(row, change).catch(() => undefined),
    onDismiss: (row: Recipient) => edits.dismiss(row.id),
    onToggle: (index: number, row: Recipient) => selection.toggle(index, row.id),
  })

  return (
    <>
      {list.count > 0 && !isChoosing && (
        <p className="-mt-1 mb-1 flex items-center justify-between gap-4 text-muted text-small">
          {shownPeople(list)}
          <Button look="link" onClick={selection.choose}>
            {i18n.t('Select several')}
          </Button>
        </p>
      )}
      {list.count === 0 && !list.isPending && props.nobody}
      <ul
        ref={ref}
        aria-label={i18n.t('Recipients')}
        className="relative -mx-(--gutter)"
        style={{ height: rows.totalPx }}
      >
        {rows.items.map(({ index, topPx }) => (
          <PersonItem
            key={index}
            ref={rows.measure}
            index={index}
            count={list.count}
            topPx={topPx}
            row={list.rowAt(index)}
            edits={edits}
            rewardType={rewardType}
            everyoneCents={everyoneCents}
            isChoosing={isChoosing}
            isSelected={isChoosing && selection.has(list.rowAt(index)?.id ?? 0)}
            actions={actions}
          />
        ))}
      </ul>
      <ListProblem list={list} />
    </>
  )
}

type PersonItemProps = {
  ref: Ref<HTMLLIElement>
  index: number
  count: number
  topPx: number
  row: Recipient | undefined
  edits: RowEdits
  rewardType: RewardType
  everyoneCents: number | null
  isChoosing: boolean
  isSelected: boolean
  actions: {
    onAsk: (row: Recipient, field?: string) => void
    onRemove: (row: Recipient) => void
    onKeep: (row: Recipient, problem: RowProblem) => void
    onShowRow: (position: number) => void
    onSave: (row: Recipient, change: RecipientChange) => void
    onDismiss: (row: Recipient) => void
    onToggle: (index: number, row: Recipient) => void
  }
}

const PersonItem = memo(function PersonItem(props: PersonItemProps) {
  const i18n = useTexts()
  const { ref, index, topPx, row, edits, rewardType, everyoneCents, actions } = props
  const edit = useStore(edits.store, () => edits.of(row?.id ?? 0))
  const isDeleted = edit.mark === 'deleted'
  const problems = row && !isDeleted ? row.problems : []
  const tone = edit.failure && !isDeleted ? 'fix' : rowTone(problems)
  const lines = row && (
    <PersonLines row={row} edit={edit} rewardType={rewardType} everyoneCents={everyoneCents} />
  )
  return (
    <li
      ref={ref}
      data-index={index}
      aria-setsize={props.count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${topPx}px)` }}
      className={`absolute inset-x-0 top-0 border-line border-b px-(--gutter) py-3 ${props.isSelected ? SELECTED : GROUNDS[tone]}`}
    >
      {row && props.isChoosing ? (
        <label className="flex cursor-pointer items-center gap-4">
          <input
            type="checkbox"
            aria-label={i18n.t('Select {name}', { name: nameOf(row) || rowText(row) })}
            checked={props.isSelected}
            disabled={isDeleted}
            onChange={() => actions.onToggle(index, row)}
            className="size-5 shrink-0 accent-accent-line"
          />
          <span className={`min-w-0 flex-1 ${LINES}`}>{lines}</span>
        </label>
      ) : row ? (
        <button
          type="button"
          disabled={isDeleted}
          onClick={() => actions.onAsk(row)}
          className={`w-full text-start ${LINES}`}
        >
          {lines}
        </button>
      ) : (
        <div className="grid min-h-12 content-center">
          <Skeleton className="h-4 w-2/3" />
        </div>
      )}
      {row && !isDeleted && (problems.length > 0 || edit.failure) && (
        <div className="mt-2 text-note">
          <RowMessage
            edit={edit}
            problems={problems}
            state={row.state}
            everyoneCents={everyoneCents}
            onFix={(change) => actions.onSave(row, change)}
            onChange={(field) => actions.onAsk(row, field)}
            onChangeFailed={() => actions.onAsk(row)}
            onDismissFailed={() => actions.onDismiss(row)}
            onKeep={(problem) => actions.onKeep(row, problem)}
            onRemove={() => actions.onRemove(row)}
            onShowRow={actions.onShowRow}
          />
        </div>
      )}
    </li>
  )
})

const LINES = 'grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5'

type PersonLinesProps = Pick<PersonItemProps, 'rewardType' | 'everyoneCents'> & {
  row: Recipient
  edit: RowEdit
}

function PersonLines({ row, edit, rewardType, everyoneCents }: PersonLinesProps) {
  const i18n = useTexts()
  const isDeleted = edit.mark === 'deleted'
  return (
    <>
      <b className={`flex items-center gap-2 font-semibold ${isDeleted ? 'text-muted line-through' : ''}`}>
        {nameOf(row) || i18n.t('No name yet')}
        <RowMark mark={markOf(row, edit.mark)} />
      </b>
      <span className="whitespace-nowrap">
        {shownValue(row, everyoneCents) || (
          <span className="font-semibold text-bad">{i18n.t('No value')}</span>
        )}
      </span>
      <span className="col-span-full text-muted text-small wrap-anywhere">
        {isDeleted ? i18n.t('Removed') : whereTo(row, rewardType)}
      </span>
    </>
  )
}
