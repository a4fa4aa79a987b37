import { type RawBuilder, sql } from 'kysely'

/** A JSON column's value. The drivers disagree on arrays; text and a cast they agree on. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}
