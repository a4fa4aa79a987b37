import { formatCents } from '@laurel/domain/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { companyQueries, type Program } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { runDay, runState } from './program-words.ts'

/** What a program did, day by day. */
export function Runs({ program }: { program: Program }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const read = useQuery(companyQueries.programRuns(program.id))
  const ordered = read.data?.filter(({ state }) => state === 'ordered').length
  // What is ordered isn't ahead anymore.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is the reason
  useEffect(() => {
    void queryClient.invalidateQueries(companyQueries.programPreview(program.id))
  }, [ordered])
  if (read.data === undefined) {
    if (read.error) return <ReadProblem read={read} />
    return (
      <Loading label={i18n.t('The runs are loading')}>
        <Skeleton className="h-12 w-full" />
      </Loading>
    )
  }
  if (read.data.length === 0) {
    return (
      <EmptyState title={i18n.t('No runs yet')}>
        {i18n.t('Each day with cards is one run, with its order and everyone who was left out.')}
      </EmptyState>
    )
  }
  return (
    <ul className="mt-3 border-line border-t">
      {read.data.map((run) => {
        const state = runState(run)
        return (
          <li key={run.id} className="grid gap-1 border-line border-b py-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <Link
                to="/company/programs/$id/runs/$runId"
                params={{ id: String(program.id), runId: String(run.id) }}
                className="link inline-flex min-h-9 items-center font-medium touch:min-h-11"
              >
                {runDay(run)}
              </Link>
              <Tag tone={state.tone}>{state.word}</Tag>
              {run.isLate && <Tag tone="warn">{i18n.t('Late')}</Tag>}
            </p>
            <p className="text-muted text-small">
              {[
                i18n.t('{cards, plural, one {# card} other {# cards}}', { cards: run.cardCount }),
                ...(run.cardCount > 0 ? [formatCents(run.totalCents)] : []),
                ...(run.leftOutCount > 0
                  ? [
                      i18n.t('{people, plural, one {# left out} other {# left out}}', {
                        people: run.leftOutCount,
                      }),
                    ]
                  : []),
              ].join(' · ')}
            </p>
            {run.problem && <p className="wrap-anywhere text-bad text-small">{run.problem.says}</p>}
          </li>
        )
      })}
    </ul>
  )
}
