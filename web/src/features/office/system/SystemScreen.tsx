import { api } from '@laurel/contract/routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { formError } from '../../../app/api-problem.ts'
import { type AnswerOf, call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { age, capitalized, count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { Loaded, Panel, ScreenHead } from '../ListParts.tsx'
import { FRESH, FRESH_PAGE, useMay } from '../office.queries.ts'
import { useSave } from '../office-mutations.ts'
import type { SystemSearch } from '../screen-searches.ts'
import { officeMoment } from '../times.ts'

/** Health checks, queues, and failed jobs. */
export function SystemScreen({ search: { queue } }: { search: SystemSearch }) {
  return (
    <>
      <ScreenHead
        title="System"
        text="Mail, payments, and fulfillment run in the background. Failed jobs appear here."
      />
      <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <div className="grid min-w-0 content-start gap-10">
          <FailedJobs queue={queue} />
          <QueueTable />
        </div>
        <div className="grid content-start gap-10">
          <HealthPanel />
          <UploadsPanel />
        </div>
      </div>
    </>
  )
}

/** Waiting and running jobs by queue. */
function QueueTable() {
  const { data } = useQuery(systemQueries.queues())
  if (!data) return null
  return (
    <Panel title="Jobs in progress" head="mb-2 text-h3">
      {data.length === 0 ? (
        <p className="border-line border-y py-5 text-muted">No jobs in progress. New jobs appear here.</p>
      ) : (
        <Table
          aria-label="Jobs in progress"
          columns={[
            'Kind',
            { title: 'Waiting', isNumber: true },
            { title: 'Running', isNumber: true },
            { title: 'Failed', isNumber: true },
          ]}
        >
          {data.map(({ name, waiting, running, failed, oldestWaitingAt }) => (
            <tr key={name}>
              <Cell>
                {queueWords(name)}
                {oldestWaitingAt && (
                  <span className="block text-muted text-small">oldest waits {age(oldestWaitingAt)}</span>
                )}
              </Cell>
              <Cell isNumber>{count(waiting)}</Cell>
              <Cell isNumber>{count(running)}</Cell>
              <Cell isNumber>
                {failed === 0 ? (
                  0
                ) : (
                  <Link
                    to="/office/system"
                    search={{ queue: name }}
                    aria-label={`${count(failed)} failed: ${queueWords(name)}`}
                    className="link inline-flex min-h-9 items-center touch:min-h-11"
                  >
                    {count(failed)}
                  </Link>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

const NAMES: Readonly<Record<Health['checks'][number]['name'], string>> = {
  database: 'Database',
  mail: 'Email',
  payments: 'Payment provider',
  files: 'Files',
  ups: 'UPS',
  usps: 'USPS',
}
const STATES = {
  up: <Tag tone="good">Responding</Tag>,
  down: <Tag tone="bad">Not responding</Tag>,
  not_set_up: <Tag>Not set up</Tag>,
} as const

/** Checks of what the site depends on, run on load. */
function HealthPanel() {
  const read = useQuery(systemQueries.health())
  return (
    <Panel title="Health" head="mb-2 text-h3">
      <Loaded label="Health checks" read={read}>
        {(data) => (
          <>
            <ul className="border-line border-t">
              {data.checks.map(({ name, state, detail, tookMs }) => (
                <li
                  key={name}
                  className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b py-3"
                >
                  <span className="min-w-0">
                    {NAMES[name]}
                    <span className="block wrap-anywhere text-muted text-small">
                      {[detail, state === 'up' ? `${tookMs} ms` : ''].filter(Boolean).join(', ')}
                    </span>
                  </span>
                  {STATES[state]}
                </li>
              ))}
            </ul>
            <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
              <p className="text-muted text-small">Asked {officeMoment(data.checkedAt)}</p>
              <Button size="compact" isPending={read.isFetching} onClick={() => void read.refetch()}>
                Check again
              </Button>
            </div>
            <h3 className="mt-8 mb-2 text-body">Versions</h3>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-label">
              {data.versions.map(({ name, version }) => (
                <div key={name} className="contents">
                  <dt className="text-muted">{name}</dt>
                  <dd className="wrap-anywhere text-end">{version}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** Whether browsers upload to the bucket directly, and the rule that it needs. */
function UploadsPanel() {
  const read = useQuery(systemQueries.health())
  const uploads = read.data?.directUploads
  if (!uploads) return null
  const { isAllowed, storage, corsRule } = uploads
  return (
    <Panel title="Uploads" head="mb-2 text-h3">
      <div className="grid gap-4 border-line border-t pt-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            Direct uploads
            <span className="block wrap-anywhere text-muted text-small">{storage}</span>
          </span>
          {isAllowed ? <Tag tone="good">On</Tag> : <Tag>Off</Tag>}
        </div>
        <p className="text-label">
          {isAllowed
            ? 'Browsers send customers’ files to your bucket directly.'
            : 'Customers’ files pass through the server. To let browsers send them to your bucket directly, add this rule to its CORS configuration.'}
        </p>
        {!isAllowed && (
          <>
            <CopyField label="CORS rule" value={corsRule} />
            <Button size="compact" isPending={read.isFetching} onClick={() => void read.refetch()}>
              Test rule
            </Button>
          </>
        )}
      </div>
    </Panel>
  )
}

/** Jobs that failed for good, with their errors and a retry. */
function FailedJobs({ queue }: { queue: string | undefined }) {
  const read = useQuery(systemQueries.failed(queue))
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
            Show all jobs
          </Button>
        )}
      </div>
      <Loaded label="Failed jobs" read={read}>
        {({ count: total, results }) => (
          <>
            {results.length > 0 ? (
              <Groups jobs={results} />
            ) : (
              <p className="border-line border-y py-5 text-muted">
                No failed jobs. We retry each one automatically before it appears here.
              </p>
            )}
            {total > results.length && (
              <p className="mt-3 text-muted text-small">
                The latest {results.length} of {plural(total, 'failed job')}.
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** Groups failed jobs by queue, to retry them together. */
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
      <span className="wrap-anywhere">{reason || 'No reason given.'}</span>
      <span className="block text-muted text-small">
        {kind === 'order' && id ? (
          <Link to="/office/orders/$id" params={{ id }} className="link">
            {about}
          </Link>
        ) : (
          about
        )}
        {about && ', '}
        {plural(attempts, 'attempt')}, gave up {officeMoment(failedAt)}
      </span>
    </li>
  )
}

type FailedJob = AnswerOf<'listFailedJobs'>['results'][number]
type Health = AnswerOf<'getHealth'>

/** Polls, because jobs move on without the user. */
const LOOK_AGAIN_MS = 10_000
const systemQueries = {
  queues: () =>
    queryOptions({
      queryKey: ['office', 'system', 'queues'],
      queryFn: () => call(api.listQueues),
      refetchInterval: LOOK_AGAIN_MS,
      ...FRESH,
    }),
  failed: (queue: string | undefined) =>
    queryOptions({
      queryKey: ['office', 'system', 'failed', queue],
      queryFn: () => call(api.listFailedJobs, { query: { queue } }),
      refetchInterval: LOOK_AGAIN_MS,
      ...FRESH_PAGE,
    }),
  health: () =>
    queryOptions({ queryKey: ['office', 'system', 'health'], queryFn: () => call(api.getHealth), ...FRESH }),
}

const QUEUES: Readonly<Record<string, string>> = {
  'mail.cards': 'Email: cards',
  'mail.code': 'Email: codes',
  'sms.code': 'Text messages: codes',
  'mail.account-notice': 'Email: account notices',
  'mail.staff-invitation': 'Email: invitations to the office',
  'mail.paper-copy': 'Email: invoices and receipts',
  'mail.payment-reminder': 'Email: payment reminders',
  'customer.close': 'Closing accounts',
  'accounts.chain': 'Audit log: account events',
  'imports.read': 'Recipient lists',
  'webhooks.spread': 'Webhooks: new events',
  'webhooks.send': 'Webhooks: messages',
}

/** A queue's name. For an unlisted one, `fulfillment.plan` becomes `Fulfillment: plan`. */
function queueWords(name: string): string {
  const known = QUEUES[name]
  if (known) return known
  const [first = '', ...rest] = name.split('.')
  const words = rest.join(' ').replaceAll('-', ' ')
  const head = first === 'mail' ? 'Email' : capitalized(first).replaceAll('-', ' ')
  return words ? `${head}: ${words}` : head
}
