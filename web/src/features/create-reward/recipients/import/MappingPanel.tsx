import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formError } from '../../../../app/api-problem.ts'
import { type CallOptions, call } from '../../../../app/call.ts'
import { useNarrow } from '../../../../app/use-narrow.ts'
import { Button } from '../../../../parts/Button.tsx'
import { Checkbox } from '../../../../parts/Checkbox.tsx'
import { count, moment } from '../../../../parts/format.ts'
import { Icon } from '../../../../parts/Icon.tsx'
import { Note } from '../../../../parts/Note.tsx'
import { Segment } from '../../../../parts/Segment.tsx'
import { Cell, Table } from '../../../../parts/Table.tsx'
import { columnsOf, shownValue, whereTo } from '../columns.ts'
import { nameOf, problemSentence, type RowProblem } from '../row-problems.ts'
import { fileFacts, importName, MEANINGS, missingColumns, startLabel, withMeaning } from './import-words.ts'
import {
  type ColumnMeaning,
  fileSize,
  type ImportColumn,
  type Importing,
  type ImportMode,
  type RecipientImport,
  startImport,
} from './use-import.ts'

type MappingPanelProps = {
  one: RecipientImport
  rewardType: RewardType
  hasPeople: boolean
  importing: Importing
  onLeave: () => void
  onCancel: () => void
}

/** Maps the file's columns and previews the first rows. */
export function MappingPanel({ one, rewardType, hasPeople, importing, ...on }: MappingPanelProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [mapping, setMapping] = useState(() => one.columns.map(({ meaning }) => meaning))
  const [mode, setMode] = useState<ImportMode>(one.mode)
  const look = useMutation({
    mutationFn: (body: NonNullable<CallOptions<'patchImport'>['body']>) =>
      call(api.patchImport, { params: { id: one.id }, body }),
    onSuccess: async (now) => {
      await importing.take(now)
      setMapping(now.columns.map(({ meaning }) => meaning))
    },
    onError: () => setMapping(one.columns.map(({ meaning }) => meaning)),
  })
  const start = useMutation({
    mutationFn: () => startImport(one.id, importing, { again: one.repeats !== null }),
  })
  useEffect(() => heading.current?.focus(), [])

  function change(at: number, meaning: ColumnMeaning) {
    const next = withMeaning(mapping, at, meaning)
    setMapping(next)
    look.mutate({ mapping: next })
  }

  const missing = missingColumns(mapping, rewardType)
  const problem = look.error ?? start.error
  return (
    <section aria-labelledby={headingId} className="border-line border-t py-6">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h2 ref={heading} id={headingId} tabIndex={-1} className="text-h3 outline-none wrap-anywhere">
            Check the columns of {importName(one)}
          </h2>
          <p className="text-muted text-small">{fileFacts(one, fileSize(one.file.bytes))}</p>
        </div>
        <Button look="plain" size="round" aria-label="Finish later" onClick={on.onLeave}>
          <Icon of={X} />
        </Button>
      </div>
      {one.repeats && (
        <Note tone="warn" className="mt-4">
          This file is already on the list, since {moment(one.repeats.finishedAt)}. If you add it, everyone in
          it gets a second card.
        </Note>
      )}
      <div className="mt-4">
        <Checkbox isSelected={one.hasHeader} onChange={(hasHeader) => look.mutate({ hasHeader })}>
          The first row names the columns
        </Checkbox>
      </div>
      <MappingTable columns={one.columns} mapping={mapping} hasHeader={one.hasHeader} onChange={change} />
      {missing.length > 0 && (
        <Note tone="warn" className="mt-4">
          No column holds the {missing.join(', the ')}. People without it will need attention.
        </Note>
      )}
      <ImportPreview rows={one.preview} rewardType={rewardType} isOld={look.isPending} />
      {problem && (
        <Note tone="bad" className="mt-4">
          {formError(problem) ?? 'That didn’t work. Try again in a moment.'}
        </Note>
      )}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        {hasPeople && one.mode !== 'repair' ? (
          <Segment
            label="Existing recipients"
            options={[
              { value: 'append', label: 'Add to the list' },
              { value: 'replace', label: 'Replace the list' },
            ]}
            value={mode}
            onChange={(next) => {
              setMode(next)
              look.mutate({ mode: next })
            }}
          />
        ) : (
          <span />
        )}
        <div className="flex flex-wrap gap-3">
          <Button look="plain" onClick={on.onCancel}>
            Skip file
          </Button>
          <Button
            look="primary"
            isPending={start.isPending}
            isDisabled={look.isPending}
            onClick={() => start.mutate()}
          >
            {startLabel(mode)}
          </Button>
        </div>
      </div>
    </section>
  )
}

type MappingTableProps = {
  columns: readonly ImportColumn[]
  mapping: readonly ColumnMeaning[]
  hasHeader: boolean
  onChange: (at: number, meaning: ColumnMeaning) => void
}

const FOUND: Readonly<Record<ImportColumn['foundBy'], string>> = {
  name: 'matched by heading',
  content: 'matched by content',
  memory: 'same as last time',
  hand: 'chosen by you',
  nothing: '',
}

/** Each column with its heading, first cells, and meaning. */
function MappingTable({ columns, mapping, hasHeader, onChange }: MappingTableProps) {
  return (
    <div className="mt-4 max-h-[440px] overflow-auto narrow:max-h-none narrow:overflow-visible">
      <Table
        stacks
        aria-label="Columns of the file"
        columns={['Column in file', 'Contains', 'Sample values']}
      >
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
      </Table>
    </div>
  )
}

type ImportPreviewProps = {
  rows: RecipientImport['preview']
  rewardType: RewardType
  /** The mapping has changed and the preview is loading. */
  isOld: boolean
}

/** The first rows as they will be imported, with their problems. */
function ImportPreview({ rows, rewardType, isOld }: ImportPreviewProps) {
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

const TITLE = 'Preview of the first rows'

/** The preview on phones. */
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
      <Table
        className={`text-note transition-opacity ${isOld ? 'opacity-50' : ''}`}
        columns={[
          { title: 'Row in file', isNumber: true },
          ...columns.map(({ label, isNumber }) => ({ title: label, isNumber })),
          'Check',
        ]}
      >
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
