import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { useSave } from '../admin/use-save.ts'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { moment } from '../times.ts'
import { queueWords } from './queue-words.ts'
import { type FailedJob, systemQueries } from './system.queries.ts'

/** What failed for good, why, and the way to run it again. */
export function FailedJobs({ queue }: { queue: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(systemQueries.failed(queue))
  const navigate = useNavigate()
  return (
    <section aria-labelledby="failed">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="failed" className="text-h3">
          {queue ? `Failed: ${queueWords(queue)}` : 'Failed'}
        </h2>
        {queue && (
          <Button
            size="compact"
            look="plain"
            onClick={() => void navigate({ to: '/office/system', search: {} })}
          >
            Show every kind
          </Button>
        )}
      </div>
      {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
      {!data && !error && <RowsLoading label="Failed jobs" />}
      {data?.results.length === 0 && (
        <p className="border-line border-y py-5 text-muted">
          Nothing has failed. What does is tried again by itself first.
        </p>
      )}
      {data && data.results.length > 0 && <Groups jobs={data.results} />}
      {data && data.count > data.results.length && (
        <p className="mt-3 text-muted text-small">
          The latest {data.results.length} of {plural(data.count, 'failed job')}.
        </p>
      )}
    </section>
  )
}

/** By kind: what failed for one reason is run again together. */
function Groups({ jobs }: { jobs: readonly FailedJob[] }) {
  const groups = Map.groupBy(jobs, ({ queue }) => queue)
  return (
    <ul className="border-line border-t">
      {[...groups].map(([queue, group]) => (
        <li key={queue} className="border-line border-b py-4">
          <Group queue={queue} jobs={group} />
        </li>
      ))}
    </ul>
  )
}

function Group({ queue, jobs }: { queue: string; jobs: readonly FailedJob[] }) {
  const may = useMay()
  const retry = useSave({
    save: () => call(api.retryJobs, { body: { queue, ids: jobs.map(({ id }) => id) } }),
    onDone: ({ retried }) => showToast({ title: `${plural(retried, 'job')} will run again` }),
  })
  const problem = retry.error && (formError(retry.error) ?? 'Try again in a moment.')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-body">
          {queueWords(queue)} <span className="font-normal text-muted">{jobs.length}</span>
        </h3>
        {may('system.retry') && (
          <Button
            size="compact"
            isPending={retry.isPending}
            onClick={() => retry.mutate()}
            aria-label={`Run ${queueWords(queue)} again`}
          >
            <Icon of={RotateCw} size={16} />
            Run {jobs.length === 1 ? 'it' : `all ${jobs.length}`} again
          </Button>
        )}
      </div>
      {problem && (
        <Note tone="bad" className="mt-3">
          {problem}
        </Note>
      )}
      <ul className="mt-2 grid gap-2">
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </>
  )
}

function JobLine({ job: { about, reason, attempts, failedAt } }: { job: FailedJob }) {
  const [kind, id] = about.split(':')
  return (
    <li className="text-label">
      <span className="wrap-anywhere">{reason || 'It gave no reason.'}</span>
      <span className="block text-muted text-small">
        {kind === 'order' && id ? (
          <Link to="/office/orders/$id" params={{ id }} className="link">
            {about}
          </Link>
        ) : (
          about
        )}
        {about && ', '}
        {plural(attempts, 'attempt')}, gave up {moment(failedAt)}
      </span>
    </li>
  )
}
