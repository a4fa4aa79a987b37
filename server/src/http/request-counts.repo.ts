import type { Pool } from '../database/database.ts'
import { after, now, tableOf } from '../database/sql.ts'
import type { Exchange } from './request-limits.ts'

/** Adds up what several servers count, by PostgreSQL's clock. */
export function exchangeCounts(pool: Pool): Exchange {
  return async (counts) => {
    // In one order, so that servers don't wait for each other in a circle.
    const given = counts.toSorted((a, b) => (a.caller < b.caller ? -1 : 1))
    const rows = await pool
      .insertInto('request_counts')
      .columns(['caller', 'count', 'ends_at'])
      .expression((eb) =>
        eb
          .selectFrom(tableOf('given', given, { caller: 'text', count: 'integer', leftMs: 'integer' }))
          .select(({ ref }) => [
            'given.caller',
            'given.count',
            after(now, ref('given.leftMs')).as('ends_at'),
          ]),
      )
      .onConflict((conflict) =>
        conflict.column('caller').doUpdateSet(({ eb, ref, case: when }) => {
          const isOver = eb('request_counts.ends_at', '<=', now)
          const sum = eb('request_counts.count', '+', ref('excluded.count'))
          return {
            count: when().when(isOver).thenRef('excluded.count').else(sum).end(),
            ends_at: when().when(isOver).thenRef('excluded.ends_at').elseRef('request_counts.ends_at').end(),
          }
        }),
      )
      .returning(['request_counts.caller', 'request_counts.count', 'request_counts.ends_at', now.as('at')])
      .execute()
    return rows.map(({ caller, count, ends_at, at }) => ({
      caller,
      count,
      leftMs: ends_at.getTime() - at.getTime(),
    }))
  }
}
