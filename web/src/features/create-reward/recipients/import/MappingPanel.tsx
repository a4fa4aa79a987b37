import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formError } from '../../../../app/api-problem.ts'
import { type CallOptions, call } from '../../../../app/call.ts'
import { useTexts } from '../../../../app/texts.ts'
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
  const i18n = useTexts()
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
            {i18n.t('Check the columns of {name}', { name: importName(one) })}
          </h2>
          <p className="text-muted text-small">{fileFacts(one, fileSize(one.file.bytes))}</p>
        </div>
        <Button look="plain" size="round" aria-label={i18n.t('Finish later')} onClick={on.onLeave}>
          <Icon of={X} />
        </Button>
      </div>
      {one.repeats && (
        <Note tone="warn" className="mt-4">
          {i18n.t(
            'This file has been on the list since {time}. If you add it again, everyone in it gets a second card.',
            { time: moment(one.repeats.finishedAt) },
          )}
        </Note>
      )}
      <div className="mt-4">
        <Checkbox isSelected={one.hasHeader} onChange={(hasHeader) => look.mutate({ hasHeader })}>
          {i18n.t('The first row has the column names')}
        </Checkbox>
      </div>
      <MappingTable columns={one.columns} mapping={mapping} hasHeader={one.hasHeader} onChange={change} />
      {missing.length > 0 && (
        <Note tone="warn" className="mt-4">
          {i18n.t('No column has the {fields}. People without it will need attention.', {
            fields: missing.join(i18n.t(', the ')),
          })}
        </Note>
      )}
      <ImportPreview rows={one.preview} rewardType={rewardType} isOld={look.isPending} />
      {problem && (
        <Note tone="bad" className="mt-4">
          {formError(problem) ?? i18n.t('That didn’t work. Try again in a moment.')}
        </Note>
      )}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        {hasPeople && one.mode !== 'repair' ? (
          <Segment
            label={i18n.t('Existing recipients')}
            options={[
              { value: 'append', label: i18n.t('Add to the list') },
              { value: 'replace', label: i18n.t('Replace the list') },
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
            {i18n.t('Skip file')}
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
  name: /*i18n*/ 'matched by heading',
  content: /*i18n*/ 'matched by content',
  memory: /*i18n*/ 'same as last time',
  hand: /*i18n*/ 'chosen by you',
  nothing: '',
}

/** Each column with its heading, first cells, and meaning. */
function MappingTable({ columns, mapping, hasHeader, onChange }: MappingTableProps) {
  const i18n = useTexts()

  return (
    <div className="mt-4 max-h-[440px] overflow-auto narrow:max-h-none narrow:overflow-visible">
      <Table
        stacks
        aria-label={i18n.t('Columns of the file')}
        columns={[i18n.t('Column in file'), i18n.t('Contains'), i18n.t('Sample values')]}
      >
        {columns.map((column, at) => {
          const meaning = mapping[at] ?? 'ignore'
          const name = (hasHeader && column.heading) || i18n.t('Column {number}', { number: at + 1 })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place
            <tr key={at} className={meaning === 'ignore' ? 'text-muted' : ''}>
              <Cell className="w-[240px] max-w-[240px] py-2! font-semibold wrap-anywhere narrow:max-w-none">
                {name}
              </Cell>
              <Cell className="w-[440px] py-2! narrow:col-span-full narrow:row-start-3 narrow:w-auto">
                <span className="flex items-center gap-x-3 gap-y-1 narrow:flex-wrap">
                  <select
                    aria-label={i18n.t('Contents of {name}', { name })}
                    value={meaning}
                    onChange={(event) => onChange(at, event.target.value as ColumnMeaning)}
                    className="min-h-11 rounded-control border border-line-strong bg-surface px-3 text-ink"
                  >
                    {MEANINGS.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {i18n.t(label)}
                      </option>
                    ))}
                  </select>
                  <span className="text-muted text-small">
                    {column.foundBy !== 'nothing' && i18n.t(FOUND[column.foundBy])}
                  </span>
                </span>
              </Cell>
              <Cell className="max-w-[420px] truncate py-2! text-muted narrow:col-span-full narrow:row-start-2 narrow:max-w-[80vw]">
                {column.samples.filter((sample) => sample !== '').join(' · ') || i18n.t('Empty')}
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
  const i18n = useTexts()
  const isNarrow = useNarrow()
  return (
    <div className="mt-6">
      <h3 className="text-label text-muted">{i18n.t(TITLE)}</h3>
      {isNarrow ? (
        <PreviewList rows={rows} rewardType={rewardType} isOld={isOld} />
      ) : (
        <PreviewTable rows={rows} rewardType={rewardType} isOld={isOld} />
      )}
      {rows.length === 0 && <p className="py-3 text-muted">{i18n.t('This file has no people in it.')}</p>}
    </div>
  )
}

const TITLE = /*i18n*/ 'Preview of the first rows'

/** The preview on phones. */
function PreviewList({ rows, rewardType, isOld }: ImportPreviewProps) {
  const i18n = useTexts()

  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={i18n.t(TITLE)}
      aria-busy={isOld}
      className={`max-h-[40rem] overflow-y-auto ${isOld ? 'opacity-50' : ''}`}
    >
      <ol className="mt-1">
        {rows.map((row) => (
          <li
            key={row.row}
            className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-line border-b py-3 last:border-b-0"
          >
            <b className="font-semibold wrap-anywhere">{nameOf(row) || i18n.t('No name')}</b>
            <span className="text-muted text-small">
              {i18n.t('Row {row, number} of the file', { row: row.row })}
            </span>
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
  const i18n = useTexts()
  const columns = columnsOf(rewardType)
  return (
    <section
      // docs/spec.md §9, "previewer max height 40rem".
      className="mt-1 max-h-[40rem] overflow-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={i18n.t(TITLE)}
      aria-busy={isOld}
    >
      <Table
        className={`text-note transition-opacity ${isOld ? 'opacity-50' : ''}`}
        columns={[
          { title: i18n.t('Row in file'), isNumber: true },
          ...columns.map(({ label, isNumber }) => ({ title: i18n.t(label), isNumber })),
          i18n.t('Review'),
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
                  <span className="text-muted">{i18n.t('Empty')}</span>
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
  const i18n = useTexts()

  if (problems.length === 0) return <span className={`text-muted ${className}`}>{i18n.t('Ready')}</span>
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
