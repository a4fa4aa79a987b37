import { useQuery } from '@tanstack/react-query'
import { type ListFile, type ListFileRun, listFileQueries } from '../../../app/customer.queries.ts'
import { count, plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { siteMoment } from '../../../parts/site-time.ts'
import { Tag, type TagTone } from '../../../parts/Tag.tsx'

const STATES: Readonly<Record<ListFileRun['state'], { word: string; tone: TagTone }>> = {
  syncing: { word: 'Syncing', tone: 'wait' },
  retrying: { word: 'Trying again', tone: 'warn' },
  done: { word: 'Done', tone: 'good' },
  held: { word: 'On hold', tone: 'warn' },
  failed: { word: 'Failed', tone: 'bad' },
}

/** What the last syncs did. */
export function FileRuns({ file }: { file: ListFile }) {
  const read = useQuery(listFileQueries.runs(file.listId))
  if (read.data === undefined) {
    if (read.error) return <ReadProblem read={read} />
    return (
      <Loading label="The syncs are loading">
        <Skeleton className="h-12 w-full" />
      </Loading>
    )
  }
  if (read.data.length === 0) return <p className="mt-2 text-muted">No syncs yet.</p>
  return (
    <ul className="mt-3 border-line border-t">
      {read.data.map((run) => (
        <li key={run.id} className="grid gap-1 border-line border-b py-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="font-medium">{siteMoment(run.startedAt, file.timeZone)}</span>
            <Tag tone={STATES[run.state].tone}>{STATES[run.state].word}</Tag>
          </p>
          <p className="text-muted text-small">{countsOf(run)}</p>
          {run.says !== '' && <p className="wrap-anywhere text-small">{run.says}</p>}
          {run.problems.length > 0 && (
            <details className="text-small">
              <summary className="link inline-flex min-h-9 cursor-pointer items-center touch:min-h-11">
                {plural(run.problemCount, 'row needs', 'rows need')} correcting
              </summary>
              <ProblemRows problems={run.problems} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

/** `3 added · 1 changed · 2 removed · asked for by Joy Nakamura`. */
export function countsOf(run: ListFileRun): string {
  const { addedCount, changedCount, leftCount, askedBy } = run
  const counts = [
    ...(addedCount > 0 ? [`${count(addedCount)} added`] : []),
    ...(changedCount > 0 ? [`${count(changedCount)} changed`] : []),
    ...(leftCount > 0 ? [`${count(leftCount)} removed`] : []),
  ]
  return [
    ...(counts.length > 0 ? counts : ['No changes']),
    askedBy === null ? 'Nightly' : `Started by ${askedBy || 'a person who left'}`,
  ].join(' · ')
}

type Problems = ListFileRun['problems']

export function RowProblems({ problems, total }: { problems: Problems; total: number }) {
  if (problems.length === 0) return null
  return (
    <Note tone="warn">
      <p>{plural(total, 'row needs', 'rows need')} correcting:</p>
      <ProblemRows problems={problems} />
      {total > problems.length && (
        <p className="mt-1 text-small">And {count(total - problems.length)} more.</p>
      )}
    </Note>
  )
}

function ProblemRows({ problems }: { problems: Problems }) {
  return (
    <ul className="mt-1 grid gap-1 text-small">
      {problems.map(({ row, message }) => (
        <li key={`${row} ${message}`} className="wrap-anywhere">
          Row {count(row)}: {message}
        </li>
      ))}
    </ul>
  )
}
