import { useQuery } from '@tanstack/react-query'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { platformQueries } from './platform.queries.ts'

/** What operators did. */
export function LogScreen() {
  const read = useQuery(platformQueries.log())
  return (
    <>
      <h1 className="text-h2">Audit log</h1>
      {read.error ? (
        <ReadProblem read={read} className="mt-6" />
      ) : !read.data ? (
        <Spinner />
      ) : read.data.length === 0 ? (
        <p className="mt-6 text-muted">No entries yet. Actions of operators appear here.</p>
      ) : (
        <Table stacks aria-label="Audit log" className="mt-4" columns={['When', 'Who', 'What', 'Details']}>
          {read.data.map(({ id, at, actor, event, subject, facts }) => (
            <tr key={id}>
              <Cell className="whitespace-nowrap">
                <time dateTime={at}>
                  {new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
                </time>
              </Cell>
              <Cell>{actor}</Cell>
              <Cell>
                {event} <span className="text-muted">{subject !== actor && subject}</span>
              </Cell>
              <Cell className="wrap-anywhere text-muted text-small">
                {Object.entries(facts)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(', ')}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}
