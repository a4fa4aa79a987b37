import type { RewardType } from '@laurel/domain/reward-type'
import { count } from '../../../../parts/format.ts'
import { Cell, HeadCell, Table } from '../../../../parts/Table.tsx'
import { useNarrow } from '../../use-narrow.ts'
import { columnsOf, shownValue } from '../columns.ts'
import { nameOf, problemSentence, type RowProblem } from '../row-problems.ts'
import { whereTo } from '../where-to.ts'
import type { RecipientImport } from './import.queries.ts'

type ImportPreviewProps = {
  rows: RecipientImport['preview']
  rewardType: RewardType
  /** Other columns were chosen: what is shown is being read anew. */
  isOld: boolean
}

/** The first rows as they will stand on the list, and what is wrong with them. */
export function ImportPreview({ rows, rewardType, isOld }: ImportPreviewProps) {
  const isNarrow = useNarrow()
  return (
    <div className="mt-6">
      <h3 className="text-label text-muted">{TITLE}</h3>
      {isNarrow ? (
        <PreviewList rows={rows} rewardType={rewardType} isOld={isOld} />
      ) : (
        <PreviewTable rows={rows} rewardType={rewardType} isOld={isOld} />
      )}
      {rows.length === 0 && <p className="py-3 text-muted">This file has no people in it.</p>}
    </div>
  )
}

const TITLE = 'The first rows, as they will be understood'

/** On a phone: who, where, how much, and what is wrong under it. */
function PreviewList({ rows, rewardType, isOld }: ImportPreviewProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={TITLE}
      aria-busy={isOld}
      className={`max-h-[40rem] overflow-y-auto ${isOld ? 'opacity-50' : ''}`}
    >
      <ol className="mt-1">
        {rows.map((row) => (
          <li
            key={row.row}
            className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-line border-b py-3 last:border-b-0"
          >
            <b className="font-semibold wrap-anywhere">{nameOf(row) || 'No name'}</b>
            <span className="text-muted text-small">Row {count(row.row)} of the file</span>
            <span className="col-span-full text-muted text-small wrap-anywhere">
              {[whereTo(row, rewardType), shownValue(row, null)].filter(Boolean).join(', ')}
            </span>
            <Problems problems={row.problems} className="col-span-full text-small" />
          </li>
        ))}
      </ol>
    </section>
  )
}

function PreviewTable({ rows, rewardType, isOld }: ImportPreviewProps) {
  const columns = columnsOf(rewardType)
  return (
    <section
      // docs/spec.md §9, "previewer max height 40rem".
      className="mt-1 max-h-[40rem] overflow-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={TITLE}
      aria-busy={isOld}
    >
      <Table className={`text-note transition-opacity ${isOld ? 'opacity-50' : ''}`}>
        <thead>
          <tr>
            <HeadCell isNumber>Row of the file</HeadCell>
            {columns.map(({ key, label, isNumber }) => (
              <HeadCell key={key} isNumber={isNumber}>
                {label}
              </HeadCell>
            ))}
            <HeadCell>Check</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <Cell isNumber className="text-muted">
                {count(row.row)}
              </Cell>
              {columns.map((column) => (
                <Cell key={column.key} isNumber={column.isNumber} className="max-w-[220px] truncate">
                  {(column.key === 'value' ? shownValue(row, null) : column.text(row)) || (
                    <span className="text-muted">Empty</span>
                  )}
                </Cell>
              ))}
              <Cell className="min-w-[200px]">
                <Problems problems={row.problems} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

type ProblemsProps = { problems: readonly RowProblem[]; className?: string }

function Problems({ problems, className = '' }: ProblemsProps) {
  if (problems.length === 0) return <span className={`text-muted ${className}`}>Ready</span>
  return (
    <span className={className}>
      {problems.map((problem) => (
        <span
          key={`${problem.field} ${problem.code}`}
          className={`block ${problem.severity === 'error' ? 'text-bad' : 'text-warn'}`}
        >
          {problemSentence(problem)}
        </span>
      ))}
    </span>
  )
}
