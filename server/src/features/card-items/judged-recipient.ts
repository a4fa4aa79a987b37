import type { RecipientProblem as RecipientProblemWire, recipientFields } from '@laurel/contract/recipients'
import { personKey } from '@laurel/domain/duplicates'
import {
  BLANK_ROW,
  RECIPIENT_FIELDS,
  RECIPIENT_KEYS,
  type RecipientRow,
} from '@laurel/domain/recipient-fields'
import { type JudgedBy, judgeRecipient, type RecipientProblem } from '@laurel/domain/recipient-row'
import type { RewardType } from '@laurel/domain/reward-type'
import type * as z from 'zod'
import { findZipPlace } from '../places/embedded-places.ts'

export type StoredProblem = z.infer<typeof RecipientProblemWire>

/** A recipient as typed, pasted or read from a file; every text is there, if empty. */
export type RecipientValues = z.output<z.ZodObject<typeof recipientFields>>

/** The domain's names; the same where a name is one word. */
export function rowOf(values: RecipientValues): RecipientRow {
  const { first_name, last_name, amount_cents } = values
  return { ...values, firstName: first_name, lastName: last_name, amountCents: amount_cents }
}

export function valuesOf({ firstName, lastName, amountCents, ...others }: RecipientRow): RecipientValues {
  return { ...others, first_name: firstName, last_name: lastName, amount_cents: amountCents }
}

/** The values of a recipient about whom nothing is known yet. */
export const BLANK_RECIPIENT = valuesOf(BLANK_ROW)

export type JudgedRecipient = RecipientValues & {
  problems: StoredProblem[]
  needs_attention: boolean
  codes: string[]
  person_key: number | null
}

/** What recipients of one card item are judged by. */
export type Judge = { rewardType: RewardType; limits: JudgedBy }

/** What only the file could tell: an amount that is none, a row with more cells than columns. */
const READING_CODES = ['amount_unreadable', 'extra_cells']

/**
 * Judges a recipient for the way their card travels, and keeps what was found with them.
 *
 * @param reading problems of reading them from a list: no later judgement can see them
 */
export function judged(
  { rewardType, limits }: Judge,
  values: RecipientValues,
  reading: readonly StoredProblem[] = [],
): JudgedRecipient {
  const { row, problems } = judgeRecipient(rewardType, rowOf(values), { ...limits, placeOfZip: findZipPlace })
  const found = problems.map(wireProblem)
  const all: StoredProblem[] = reading.length === 0 ? found : [...reading, ...found]
  return { ...valuesOf(row), person_key: personKey(rewardType, row) ?? null, ...withProblems(all) }
}

/** Problems with the flags derived from them: whether the row has errors, and its filter codes. */
export function withProblems(problems: StoredProblem[]) {
  if (problems.length === 0) return { problems, needs_attention: false, codes: [] }
  const codes = new Set(problems.map(({ code }) => code))
  if (problems.some(({ severity }) => severity === 'warning')) codes.add('warning')
  // As codes_of does (migration suggestions).
  for (const { code } of problems.filter(({ is_sure }) => is_sure)) {
    codes.add('suggested')
    codes.add(suggestedCode(code))
  }
  const needsAttention = problems.some(({ severity }) => severity === 'error')
  return { problems, needs_attention: needsAttention, codes: [...codes] }
}

/** Import problems that still apply: an edit settles the row's, a new amount the amount's. */
export function readingProblems(
  problems: readonly StoredProblem[],
  change?: Partial<RecipientValues>,
): StoredProblem[] {
  const stands = ({ code }: StoredProblem) =>
    READING_CODES.includes(code) &&
    (change === undefined || (code === 'amount_unreadable' && change.amount_cents === undefined))
  return problems.filter(stands)
}

/** What people are found by whose problem of a kind has a sure suggestion. */
export function suggestedCode(code: string): string {
  return `suggested_${code}`
}

function wireProblem({ suggestions, isSure, ...problem }: RecipientProblem): StoredProblem {
  const changes = suggestions?.map((change) => {
    const fields = RECIPIENT_KEYS.filter((field) => field in change)
    return Object.fromEntries(fields.map((field) => [RECIPIENT_FIELDS[field].wire, change[field]]))
  })
  return {
    ...problem,
    field: RECIPIENT_FIELDS[problem.field].wire,
    ...(changes && { suggestions: changes }),
    ...(isSure && { is_sure: isSure }),
  }
}
