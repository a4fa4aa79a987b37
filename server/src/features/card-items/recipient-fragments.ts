import { RECIPIENT_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { jsonText } from '../../database/sql.ts'
import type { StoredProblem } from './judged-recipient.ts'
import { BLOCK_POSITIONS } from './recipient-pages.ts'

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

/** Problems and their codes, without warnings that were confirmed. */
export function withoutKept(
  { problems, codes }: { problems: Problems; codes: Expression<string[]> },
  kept: Expression<string[]>,
) {
  const hasKept = eb(kept, '<>', NO_CODES)
  const left = eb.fn<StoredProblem[]>('problems_without', [problems, kept])
  return {
    problems: eb.case().when(hasKept).then(left).else(problems).end(),
    codes: eb.case().when(hasKept).then(codesOf(left)).else(codes).end(),
  }
}

/** What makes two rows the same person, whose confirmed warnings stay confirmed. */
const IDENTITY = RECIPIENT_WIRE_FIELDS.filter(
  (field) => field !== 'amount_cents' && field !== 'message' && field !== 'language',
)

/** A person's confirmed warnings, none if `after` is another person than `before`. */
export function keptUnlessChanged(kept: Expression<string[]>, before: string, after: string) {
  const row = (table: string) => sql`(${sql.join(IDENTITY.map((field) => sql.ref(`${table}.${field}`)))})`
  return eb
    .case()
    .when(eb(row(before), 'is distinct from', row(after)))
    .then(NO_CODES)
    .else(kept)
    .end()
}

/** The block of a position. */
export function blockAt(position: Expression<number>) {
  return eb(position, '/', eb.lit(BLOCK_POSITIONS)).$castTo<number>()
}

/** The blocks of positions, each once. */
export function blocksIn(position: Expression<number>) {
  return sql<number[]>`coalesce(array_agg(distinct ${blockAt(position)}), '{}')`
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
