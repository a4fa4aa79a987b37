import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../parts/Button.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { moment } from '../times.ts'
import { type Health, systemQueries } from './system.queries.ts'

const NAMES: Readonly<Record<Health['checks'][number]['name'], string>> = {
  database: 'Database',
  mail: 'Mail',
  payments: 'Payment provider',
  files: 'Files',
  ups: 'UPS',
  usps: 'USPS',
}
const STATES = {
  up: <Tag tone="good">Answers</Tag>,
  down: <Tag tone="bad">Does not answer</Tag>,
  not_set_up: <Tag>Not set up</Tag>,
} as const

/** What the site stands on, asked now. */
export function HealthPanel() {
  const { data, error, isFetching, refetch } = useQuery(systemQueries.health())
  return (
    <section aria-labelledby="health">
      <h2 id="health" className="mb-2 text-h3">
        Health
      </h2>
      {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
      {!data && !error && <RowsLoading label="Answers" />}
      {data && (
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
            <p className="text-muted text-small">Asked {moment(data.checkedAt)}</p>
            <Button size="compact" isPending={isFetching} onClick={() => void refetch()}>
              Ask again
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
    </section>
  )
}
