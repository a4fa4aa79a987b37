import { type RawBuilder, sql } from 'kysely'

/** A JSON column's value. The drivers disagree on arrays but agree on text with a cast. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`
}
