import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../parts/Button.tsx'
import { moment, plural } from '../../parts/format.ts'
import { Cell, Table } from '../../parts/Table.tsx'
import { PlatformScreen } from './PlatformScreen.tsx'
import { type LogEntry, platformQueries } from './platform.queries.ts'

/** What operators did. */
export function LogScreen() {
  const read = useInfiniteQuery(platformQueries.log())
  return (
    <PlatformScreen title="Audit log" read={read}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries)
        if (entries.length === 0) {
          return <p className="mt-6 text-muted">No entries yet. Operators’ actions appear here.</p>
        }
        return (
          <>
            <Table
              stacks
              aria-label="Audit log"
              className="mt-4"
              columns={['When', 'Who', 'What', 'Details']}
            >
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </Table>
            {read.hasNextPage && (
              <Button
                className="mt-4"
                isPending={read.isFetchingNextPage}
                onClick={() => read.fetchNextPage()}
              >
                Show older
              </Button>
            )}
          </>
        )
      }}
    </PlatformScreen>
  )
}

const EVENTS: Readonly<Record<string, string>> = {
  'organization.created': 'Created an organization',
  'site.created': 'Created a site',
  'site.suspended': 'Suspended a site',
  'site.resumed': 'Resumed a site',
  'site.hosts_changed': 'Changed addresses',
  'jobs.retried': 'Retried jobs',
  'backup.started': 'Started a backup',
  'operator.created': 'Added an operator',
  'operator.renewed': 'Reset an operator’s sign-in',
  'operator.removed': 'Removed an operator',
  'operator.sign_in_failed': 'Wrong password',
  'operator.second_factor_failed': 'Wrong code',
  'operator.authenticator_set_up': 'Set up an authenticator app',
  'operator.signed_in': 'Signed in',
  'operator.signed_out': 'Signed out',
  'operator.password_changed': 'Changed the password',
}
const ACTORS: Readonly<Record<string, string>> = { visitor: 'Someone without an account' }

function EntryRow({ entry }: { entry: LogEntry }) {
  const { at, actor, event, subject, facts, count } = entry
  const { name = subject, ...others } = facts
  // What was deleted has its name in the entry.
  const about = entry.subjectName ?? name
  const details = Object.entries(others).map(([fact, value]) => `${fact}: ${value}`)
  if (count > 1) details.unshift(`${plural(count, 'time')} within an hour`)
  return (
    <tr>
      <Cell className="whitespace-nowrap">
        <time dateTime={at}>{moment(at)}</time>
      </Cell>
      <Cell className="narrow:text-end">{entry.actorName ?? ACTORS[actor] ?? actor}</Cell>
      <Cell>
        {EVENTS[event] ?? event} {subject !== actor && <span className="text-muted">{about}</span>}
      </Cell>
      <Cell className="wrap-anywhere text-muted text-small narrow:text-end">{details.join(', ')}</Cell>
    </tr>
  )
}
