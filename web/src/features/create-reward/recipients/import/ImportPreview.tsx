import type { RewardType } from '@laurel/domain/reward-type'
import { count } from '../../../../parts/format.ts'
import { Cell, HeadCell, Table } from '../../../../parts/Table.tsx'
import { columnsOf } from '../columns.ts'
import { problemSentence } from '../row-problems.ts'
import type { RecipientImport } from './import.queries.ts'

type ImportPreviewProps = {
  rows: RecipientImport['preview']
  rewardType: RewardType
  /** Other columns were chosen: what is shown is being read anew. */
  isOld: boolean
}

/** The first rows as they will stand on the list, and what is wrong with them. */
export function ImportPreview({ rows, rewardType, isOld }: ImportPreviewProps) {
  const columns = columnsOf(rewardType)
  return (
    <div className="mt-6">
      <h3 className="text-label text-muted">The first rows, as they will be understood</h3>
      <section
        className="mt-1 overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="The first rows, as they will be understood"
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
                    {column.text(row) || <span className="text-muted">Empty</span>}
                  </Cell>
                ))}
                <Cell className="min-w-[200px]">
                  {row.problems.length === 0 ? (
                    <span className="text-muted">Ready</span>
                  ) : (
                    row.problems.map((problem) => (
                      <span
                        key={`${problem.field} ${problem.code}`}
                        className={`block ${problem.severity === 'error' ? 'text-bad' : 'text-warn'}`}
                      >
                        {problemSentence(problem)}
                      </span>
                    ))
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
      {rows.length === 0 && <p className="py-3 text-muted">There is nobody in this file.</p>}
    </div>
  )
}
