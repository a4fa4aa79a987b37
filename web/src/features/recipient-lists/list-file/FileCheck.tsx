import { api } from '@laurel/contract/routes'
import { FILE_MEANING_WORDS, FILE_MEANINGS, type FileMeaning } from '@laurel/domain/people-files'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { type ListFile, type ListFileCheck, listFileQueries } from '../../../app/customer.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { Select } from '../../../parts/Select.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { RowProblems } from './FileRuns.tsx'

type Columns = ListFile['columns']
type FileCheckProps = { file: ListFile; onDone: () => void }

/** Reads the file now: what its columns hold, and what it would do. */
export function FileCheck({ file, onDone }: FileCheckProps) {
  const i18n = useTexts()
  const [columns, setColumns] = useState<Columns>()
  const read = useQuery({
    queryKey: [...listFileQueries.file(file.listId).queryKey, 'check', columns],
    queryFn: () =>
      call(api.checkListFile, { params: { id: file.listId }, body: { ...(columns && { columns }) } }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (read.error) {
    return (
      <Note
        tone="bad"
        className="mt-4"
        action={
          <Button size="compact" isPending={read.isFetching} onClick={() => read.refetch()}>
            {i18n.t('Check again')}
          </Button>
        }
      >
        {fieldErrors(read.error).file ?? formError(read.error)}
      </Note>
    )
  }
  if (read.data === undefined) {
    return (
      <Loading label={i18n.t('We’re reading the file')}>
        <Skeleton className="mt-4 h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </Loading>
    )
  }
  return (
    <div aria-busy={read.isFetching} className={`grid gap-5 ${read.isFetching ? 'opacity-60' : ''}`}>
      <ColumnTable check={read.data} onChange={setColumns} />
      <Outcome check={read.data} />
      <Decide file={file} check={read.data} isWaiting={read.isFetching} onDone={onDone} />
    </div>
  )
}

const MEANINGS = FILE_MEANINGS.map((value) => ({ value, label: FILE_MEANING_WORDS[value] }))

function columnsOf({ columns }: ListFileCheck): Columns {
  return columns.map(({ heading, meaning }) => ({ heading, meaning }))
}

function ColumnTable({ check, onChange }: { check: ListFileCheck; onChange: (columns: Columns) => void }) {
  const i18n = useTexts()

  return (
    <div>
      <p className="mt-2 max-w-[62ch] text-muted">
        {i18n.t('Choose what each column holds. We’ll use it for every sync.')}
      </p>
      <Table
        stacks
        aria-label={i18n.t('Columns of the file')}
        columns={[i18n.t('Column'), i18n.t('First rows'), i18n.t('Import as')]}
      >
        {check.columns.map(({ heading, meaning, samples }, index) => (
          // Headings can repeat.
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
          <tr key={index}>
            <Cell className="wrap-anywhere font-medium">{heading || i18n.t('No heading')}</Cell>
            <Cell className="wrap-anywhere text-muted text-small narrow:col-span-full narrow:row-start-2">
              {samples.join(' · ') || i18n.t('Empty')}
            </Cell>
            <Cell className="narrow:col-span-full narrow:row-start-3">
              {heading === '' ? (
                <span className="text-muted text-small">{i18n.t('Needs a heading to be imported')}</span>
              ) : (
                <Select<FileMeaning>
                  label={i18n.t('Import {heading} as', { heading })}
                  isInline
                  options={MEANINGS.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
                  value={meaning}
                  onChange={(next) => {
                    if (next === null) return
                    const columns = columnsOf(check)
                    columns[index] = { heading, meaning: next }
                    onChange(columns)
                  }}
                />
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    </div>
  )
}

function Outcome({ check }: { check: ListFileCheck }) {
  const i18n = useTexts()
  const { columnsProblem, addedCount, changedCount, unchangedCount, leftCount, leaving, held } = check
  if (columnsProblem !== null) {
    return (
      <Note tone="warn">
        {i18n.t('{columnsProblem} Check what each column is imported as.', { columnsProblem })}
      </Note>
    )
  }
  const counts = [
    { label: i18n.t('Added'), value: addedCount },
    { label: i18n.t('Changed'), value: changedCount },
    { label: i18n.t('Unchanged'), value: unchangedCount },
    { label: i18n.t('Removed'), value: leftCount },
  ]
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-4 gap-x-6 gap-y-4 narrow:grid-cols-2">
        {counts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-muted text-small">{label}</dt>
            <dd className="text-h3 tabular-nums">{count(value)}</dd>
          </div>
        ))}
      </dl>
      {held !== null && (
        <Note tone="warn">{i18n.t('{held} Check it before you turn on the sync.', { held })}</Note>
      )}
      {leaving.length > 0 && (
        <p className="wrap-anywhere text-muted text-small">
          {i18n.t('These people are removed from the list and stay in Saved recipients: {names}.', {
            names: [
              ...leaving,
              ...(leftCount > leaving.length
                ? [i18n.t('and {more} more', { more: count(leftCount - leaving.length) })]
                : []),
            ].join(', '),
          })}
        </p>
      )}
      <RowProblems problems={check.problems} total={check.problemCount} />
    </div>
  )
}

type DecideProps = { file: ListFile; check: ListFileCheck; isWaiting: boolean; onDone: () => void }

function Decide({ file, check, isWaiting, onDone }: DecideProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const turnOn = useMutation({
    mutationFn: () =>
      call(api.turnOnListFile, {
        params: { id: file.listId },
        body: { columns: columnsOf(check), hash: check.hash },
      }),
    onSuccess: async () => {
      onDone()
      await queryClient.invalidateQueries({ queryKey: listFileQueries.file(file.listId).queryKey })
      showToast({
        title: i18n.t('Sync is on'),
        text: i18n.t('The first sync starts now, and then one each night.'),
      })
    },
    onError: (cause) => showFailure(i18n.t('We couldn’t turn on the sync'), cause),
  })
  const changes = [
    ...(check.addedCount > 0
      ? [i18n.t('add {people, plural, one {# person} other {# people}}', { people: check.addedCount })]
      : []),
    ...(check.changedCount > 0 ? [`change ${count(check.changedCount)}`] : []),
    ...(check.leftCount > 0
      ? [i18n.t('remove {leftCount} from the list', { leftCount: count(check.leftCount) })]
      : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button
        look="primary"
        isPending={turnOn.isPending}
        isDisabled={isWaiting || check.columnsProblem !== null}
        onClick={() => turnOn.mutate()}
      >
        {file.isOn ? i18n.t('Save and sync now') : i18n.t('Turn on sync')}
      </Button>
      <Button look="plain" onClick={onDone}>
        {i18n.t('Cancel')}
      </Button>
      {check.columnsProblem === null && (
        <span className="text-muted text-small">
          {changes.length === 0
            ? i18n.t('The list already matches the file.')
            : i18n.t('This will {changes}.', { changes: changes.join(', ') })}
        </span>
      )}
    </div>
  )
}
