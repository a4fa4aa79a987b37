import { api } from '@laurel/contract/routes'
import { FILE_MEANING_WORDS, FILE_MEANINGS, type FileMeaning } from '@laurel/domain/people-files'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { type ListFile, type ListFileCheck, listFileQueries } from '../../../app/customer.queries.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { Select } from '../../../parts/Select.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { RowProblems } from './FileRuns.tsx'

type Columns = ListFile['columns']
type FileCheckProps = { file: ListFile; onDone: () => void }

/** Reads the file now: what its columns hold, and what it would do. */
export function FileCheck({ file, onDone }: FileCheckProps) {
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
            Check again
          </Button>
        }
      >
        {fieldErrors(read.error).file ?? formError(read.error)}
      </Note>
    )
  }
  if (read.data === undefined) {
    return (
      <Loading label="We’re reading the file">
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
  return (
    <div>
      <p className="mt-2 max-w-[62ch] text-muted">
        Choose what each column holds. We’ll use it for every sync.
      </p>
      <Table stacks aria-label="Columns of the file" columns={['Column', 'First rows', 'Read as']}>
        {check.columns.map(({ heading, meaning, samples }, index) => (
          // Headings can repeat.
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
          <tr key={index}>
            <Cell className="wrap-anywhere font-medium">{heading || 'No heading'}</Cell>
            <Cell className="wrap-anywhere text-muted text-small narrow:col-span-full narrow:row-start-2">
              {samples.join(' · ') || 'Empty'}
            </Cell>
            <Cell className="narrow:col-span-full narrow:row-start-3">
              {heading === '' ? (
                <span className="text-muted text-small">Needs a heading to be read</span>
              ) : (
                <Select<FileMeaning>
                  label={`Read ${heading} as`}
                  isInline
                  options={MEANINGS}
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
  const { columnsProblem, addedCount, changedCount, unchangedCount, leftCount, leaving, held } = check
  if (columnsProblem !== null) {
    return <Note tone="warn">{columnsProblem} Check how each column is read.</Note>
  }
  const counts = [
    { label: 'Added', value: addedCount },
    { label: 'Changed', value: changedCount },
    { label: 'Unchanged', value: unchangedCount },
    { label: 'Removed', value: leftCount },
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
      {held !== null && <Note tone="warn">{held} Check it before you turn on the sync.</Note>}
      {leaving.length > 0 && (
        <p className="wrap-anywhere text-muted text-small">
          These people are removed from the list and stay in Saved recipients: {leaving.join(', ')}
          {leftCount > leaving.length && `, and ${count(leftCount - leaving.length)} more`}.
        </p>
      )}
      <RowProblems problems={check.problems} total={check.problemCount} />
    </div>
  )
}

type DecideProps = { file: ListFile; check: ListFileCheck; isWaiting: boolean; onDone: () => void }

function Decide({ file, check, isWaiting, onDone }: DecideProps) {
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
      showToast({ title: 'Sync is on', text: 'The first sync starts now, and then one each night.' })
    },
    onError: (cause) => showFailure('We couldn’t turn on the sync', cause),
  })
  const changes = [
    ...(check.addedCount > 0 ? [`add ${plural(check.addedCount, 'person', 'people')}`] : []),
    ...(check.changedCount > 0 ? [`change ${count(check.changedCount)}`] : []),
    ...(check.leftCount > 0 ? [`take ${count(check.leftCount)} off the list`] : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button
        look="primary"
        isPending={turnOn.isPending}
        isDisabled={isWaiting || check.columnsProblem !== null}
        onClick={() => turnOn.mutate()}
      >
        {file.isOn ? 'Save and sync now' : 'Turn on sync'}
      </Button>
      <Button look="plain" onClick={onDone}>
        Cancel
      </Button>
      {check.columnsProblem === null && (
        <span className="text-muted text-small">
          {changes.length === 0 ? 'The list is the same as the file.' : `This will ${changes.join(', ')}.`}
        </span>
      )}
    </div>
  )
}
