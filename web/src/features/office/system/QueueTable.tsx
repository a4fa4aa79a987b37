import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count } from '../../../parts/format.ts'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { age } from '../times.ts'
import { queueWords } from './queue-words.ts'
import { systemQueries } from './system.queries.ts'

/** Work by kind; what is done is not counted. */
export function QueueTable() {
  const { data } = useQuery(systemQueries.queues())
  if (!data) return null
  return (
    <section aria-labelledby="queues">
      <h2 id="queues" className="mb-2 text-h3">
        Work under way
      </h2>
      {data.length === 0 ? (
        <p className="border-line border-y py-5 text-muted">
          Everything is done. New work shows here as it comes.
        </p>
      ) : (
        <Table aria-labelledby="queues">
          <thead>
            <tr>
              <HeadCell>Kind</HeadCell>
              <HeadCell isNumber>Waiting</HeadCell>
              <HeadCell isNumber>Running</HeadCell>
              <HeadCell isNumber>Failed</HeadCell>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </Table>
      )}
    </section>
  )
}
