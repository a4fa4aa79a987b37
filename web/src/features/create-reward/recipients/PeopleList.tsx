import type { RewardType } from '@laurel/domain/reward-type'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { count } from '../../../parts/format.ts'
import { Skeleton } from '../../../parts/Skeleton.tsx'
import { shownValue } from './columns.ts'
import { ListProblem } from './ListProblem.tsx'
import type { ListProps } from './RecipientsGrid.tsx'
import { RowMessage } from './RowMessage.tsx'
import { RowMark } from './RowState.tsx'
import type { Recipient } from './recipients.queries.ts'
import { rowTone } from './row-problems.ts'
import { useWindowRows } from './use-window-rows.ts'

const ROW_PX = 76
const GROUNDS = { fix: 'bg-bad-tint', doubt: 'bg-warn-tint', ready: '' }

/** The list on a phone: who, where, how much. A press opens them in a sheet. */
export function PeopleList({ list, edits, rewardType, everyoneCents, onAsk, onRemove }: ListProps) {
  const ref = useRef<HTMLUListElement>(null)
  const byId = useStore(edits.store, ({ byId: known }) => known)
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const { rows, items, top } = useWindowRows(ref, {
    count: list.count,
    rowHeightPx: ROW_PX,
    keyOf: (index) => list.rowAt(index)?.id ?? `place ${index}`,
    onLook: list.look,
  })
  const last = items.at(-1)?.index ?? 0
  const first = items[0]?.index ?? 0

  return (
    <>
      {list.count === 0 && !list.isPending && <p className="py-10 text-center text-muted">Nobody matches.</p>}
      <ul
        ref={ref}
        aria-label="Recipients, in file order"
        className="relative -mx-(--gutter)"
        style={{ height: rows.getTotalSize() }}
      >
        {items.map((item) => {
          const row = list.rowAt(item.index)
          const edit = (row && byId[row.id]) ?? { mark: 'unchanged' as const }
          const isDeleted = edit.mark === 'deleted'
          const all = row && !isDeleted ? row.problems : []
          const problems = row && kept.has(row.id) ? all.filter(({ severity }) => severity === 'error') : all
          const tone = edit.failure && !isDeleted ? 'fix' : rowTone(problems)
          return (
            <li
              key={item.key}
              ref={rows.measureElement}
              data-index={item.index}
              aria-setsize={list.count}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start - top}px)` }}
              className={`absolute inset-x-0 top-0 border-line border-b px-(--gutter) py-3 ${GROUNDS[tone]}`}
            >
              <RowMark mark={edit.mark} />
              {row ? (
                <button
                  type="button"
                  disabled={isDeleted}
                  onClick={() => onAsk(row)}
                  className="grid w-full grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 text-start"
                >
                  <b className={`font-semibold ${isDeleted ? 'text-muted line-through' : ''}`}>
                    {`${row.firstName} ${row.lastName}`.trim() || 'No name yet'}
                  </b>
                  <span className="whitespace-nowrap">
                    {shownValue(row, everyoneCents) || 'No value yet'}
                  </span>
                  <span className="col-span-full text-muted text-small wrap-anywhere">
                    {isDeleted ? 'Removed' : whereTo(row, rewardType)}
                  </span>
                </button>
              ) : (
                <div className="grid min-h-12 content-center">
                  <Skeleton className="h-4 w-2/3" />
                </div>
              )}
              {row && !isDeleted && (problems.length > 0 || edit.failure) && (
                <div className="mt-2 text-note">
                  <RowMessage
                    row={row}
                    edit={edit}
                    problems={problems}
                    onFix={(change) => void edits.save(row, change).catch(() => undefined)}
                    onChange={() => onAsk(row)}
                    onChangeFailed={() => onAsk(row)}
                    onDismissFailed={() => edits.dismiss(row.id)}
                    onKeep={() => setKept(new Set([...kept, row.id]))}
                    onRemove={() => onRemove(row)}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      <ListProblem list={list} />
      {list.count > 0 && (
        <p className="px-1 py-3 text-muted text-small">
          {count(first + 1)} to {count(last + 1)} of {count(list.count)}
        </p>
      )}
    </>
  )
}

function whereTo(row: Recipient, rewardType: RewardType): string {
  if (rewardType === 'digital') return row.email || 'No email yet'
  const street = [row.address1, row.address2].filter((part) => part !== '').join(', ')
  const place = [street, row.city, `${row.state} ${row.zip}`.trim()].filter((part) => part !== '')
  return place.join(', ') || 'No address yet'
}
