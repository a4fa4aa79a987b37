import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { jsonText } from '../../database/sql.ts'
import type { StoredProblem } from './judged-recipient.ts'

const eb = expressionBuilder<Database>()

export const NO_CODES = sql<string[]>`'{}'`

/** Whether a person has a code. The first condition is the one of the index `recipients_with_codes`. */
export function hasCode(codes: Expression<string[]>, code: string): Expression<SqlBool> {
  return eb.and([eb(codes, '<>', NO_CODES), eb(codes, '@>', eb.val([code]))])
}

type Problems = Expression<unknown>

/** Whether one of the problems is about one of these fields. */
export function isAbout(problems: Problems, fields: readonly string[]): Expression<SqlBool> {
  return eb.or(fields.map((field) => eb(problems, '@>', json([{ field }]))))
}

export function problemsBut(problems: Problems, fields: readonly string[]) {
  return eb.fn<StoredProblem[]>('problems_but', [problems, eb.val(fields)])
}

/** The problems about these fields; null if there are none. */
export function problemsAbout(problems: Problems, fields: readonly string[]) {
  return sql<StoredProblem[] | null>`(
    select jsonb_agg(p) from jsonb_array_elements(${problems}) p where p ->> 'field' = any (${fields}::text[]))`
}

export function codesOf(problems: Problems) {
  return eb.fn<string[]>('codes_of', [problems])
}

export function hasError(problems: Problems) {
  return eb(problems, '@>', json([{ severity: 'error' }])).$castTo<boolean>()
}

/** A time of a person kept as JSON. */
export function timeIn(before: Expression<unknown>, key: 'changed_at' | 'updated_at') {
  return eb.cast<Date>(jsonText(before, key), 'timestamptz')
}

/** Each key once; null without any. */
export function keysIn(keys: Expression<number | null>) {
  return eb.fn.agg<number[] | null>('array_agg', [keys]).distinct().filterWhere(keys, 'is not', null)
}
