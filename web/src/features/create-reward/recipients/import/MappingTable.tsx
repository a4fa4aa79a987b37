import { Cell, HeadCell, Table } from '../../../../parts/Table.tsx'
import type { ColumnMeaning, ImportColumn } from './import.queries.ts'
import { MEANINGS } from './import-words.ts'

type MappingTableProps = {
  columns: readonly ImportColumn[]
  mapping: readonly ColumnMeaning[]
  hasHeader: boolean
  onChange: (at: number, meaning: ColumnMeaning) => void
}

const FOUND: Readonly<Record<ImportColumn['foundBy'], string>> = {
  name: 'found by its heading',
  content: 'found by what is in it',
  memory: 'as last time',
  hand: 'chosen by you',
  nothing: '',
}

/** Each column of the file: its heading, its first cells, and what it holds. */
export function MappingTable({ columns, mapping, hasHeader, onChange }: MappingTableProps) {
  return (
    <div className="mt-4 max-h-[440px] overflow-auto narrow:max-h-none narrow:overflow-visible">
      <Table stacks aria-label="Columns of the file">
        <thead>
          <tr>
            <HeadCell>In the file</HeadCell>
            <HeadCell>What it holds</HeadCell>
            <HeadCell>First cells</HeadCell>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => {
            const meaning = mapping[at] ?? 'ignore'
            const name = (hasHeader && column.heading) || `Column ${at + 1}`
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place
              <tr key={at} className={meaning === 'ignore' ? 'text-muted' : ''}>
                <Cell className="w-[240px] max-w-[240px] py-2! font-semibold wrap-anywhere narrow:max-w-none">
                  {name}
                </Cell>
                <Cell className="w-[440px] py-2! narrow:col-span-full narrow:row-start-3 narrow:w-auto">
                  <span className="flex items-center gap-x-3 gap-y-1 narrow:flex-wrap">
                    <select
                      aria-label={`What ${name} holds`}
                      value={meaning}
                      onChange={(event) => onChange(at, event.target.value as ColumnMeaning)}
                      className="min-h-11 rounded-control border border-line-strong bg-surface px-3 text-ink"
                    >
                      {MEANINGS.map(({ value, label }) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </select>
                    <span className="text-muted text-small">{FOUND[column.foundBy]}</span>
                  </span>
                </Cell>
                <Cell className="max-w-[420px] truncate py-2! text-muted narrow:col-span-full narrow:row-start-2 narrow:max-w-[80vw]">
                  {column.samples.filter((sample) => sample !== '').join(' · ') || 'Empty'}
                </Cell>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}
