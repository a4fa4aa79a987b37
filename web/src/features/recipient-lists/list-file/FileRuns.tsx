import { useQuery } from '@tanstack/react-query'
import { type ListFile, type ListFileRun, listFileQueries } from '../../../app/customer.queries.ts'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { count } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { siteMoment } from '../../../parts/site-time.ts'
import { Tag, type TagTone } from '../../../parts/Tag.tsx'

const STATES: Readonly<Record<ListFileRun['state'], { word: string; tone: TagTone }>> = {
  syncing: { word: /*i18n*/ 'Syncing', tone: 'wait' },
  retrying: { word: /*i18n*/ 'Trying again', tone: 'warn' },
  done: { word: /*i18n*/ 'Done', tone: 'good' },
  held: { word: /*i18n*/ 'On hold', tone: 'warn' },
  failed: { word: /*i18n*/ 'Failed', tone: 'bad' },
}

/** What the last syncs did. */
export function FileRuns({ file }: { file: ListFile }) {
  const i18n = useTexts()
  const read = useQuery(listFileQueries.runs(file.listId))
  if (read.data === undefined) {
    if (read.error) return <ReadProblem read={read} />
    return (
      <Loading label={i18n.t('Loading the syncs')}>
        <Skeleton className="h-12 w-full" />
      </Loading>
    )
  }
  if (read.data.length === 0) return <p className="mt-2 text-muted">{i18n.t('No syncs yet.')}</p>
  return (
    <ul className="mt-3 border-line border-t">
      {read.data.map((run) => (
        <li key={run.id} className="grid gap-1 border-line border-b py-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="font-medium">{siteMoment(run.startedAt, file.timeZone)}</span>
            <Tag tone={STATES[run.state].tone}>{i18n.t(STATES[run.state].word)}</Tag>
          </p>
          <p className="text-muted text-small">{countsOf(run)}</p>
          {run.says !== '' && <p className="wrap-anywhere text-small">{run.says}</p>}
          {run.problems.length > 0 && (
            <details className="text-small">
              <summary className="link inline-flex min-h-9 cursor-pointer items-center touch:min-h-11">
                {i18n.t('{rows, plural, one {# row needs} other {# rows need}} correcting', {
                  rows: run.problemCount,
                })}
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
  const i18n = pageTexts()

  const { addedCount, changedCount, leftCount, askedBy } = run
  const counts = [
    ...(addedCount > 0 ? [i18n.t('{addedCount} added', { addedCount: count(addedCount) })] : []),
    ...(changedCount > 0 ? [i18n.t('{changedCount} changed', { changedCount: count(changedCount) })] : []),
    ...(leftCount > 0 ? [i18n.t('{leftCount} removed', { leftCount: count(leftCount) })] : []),
  ]
  return [
    ...(counts.length > 0 ? counts : [i18n.t('No changes')]),
    askedBy === null
      ? i18n.t('Nightly')
      : i18n.t('Started by {name}', { name: askedBy || i18n.t('a person who left') }),
  ].join(' · ')
}

type Problems = ListFileRun['problems']

export function RowProblems({ problems, total }: { problems: Problems; total: number }) {
  const i18n = useTexts()

  if (problems.length === 0) return null
  return (
    <Note tone="warn">
      <p>{i18n.t('{rows, plural, one {# row needs} other {# rows need}} correcting:', { rows: total })}</p>
      <ProblemRows problems={problems} />
      {total > problems.length && (
        <p className="mt-1 text-small">
          {i18n.t('And {more} more.', { more: count(total - problems.length) })}
        </p>
      )}
    </Note>
  )
}

function ProblemRows({ problems }: { problems: Problems }) {
  const i18n = useTexts()

  return (
    <ul className="mt-1 grid gap-1 text-small">
      {problems.map(({ row, message }) => (
        <li key={`${row} ${message}`} className="wrap-anywhere">
          {i18n.t('Row {row}: {message}', { row: count(row), message })}
        </li>
      ))}
    </ul>
  )
}
