import type { RecipientProblem as RecipientProblemWire, recipientFields } from '@laurel/contract/recipients'
import { personKey } from '@laurel/domain/duplicates'
import {
  type JudgedBy,
  judgeRecipient,
  type RecipientInput,
  type RecipientProblem,
} from '@laurel/domain/recipient-row'
import type { RewardType } from '@laurel/domain/reward-type'
import type * as z from 'zod'

export type StoredProblem = z.infer<typeof RecipientProblemWire>

/** A recipient as typed, pasted or read from a file; every text is there, if empty. */
export type RecipientValues = z.output<z.ZodObject<typeof recipientFields>>

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
  const { row, problems } = judgeRecipient(
    rewardType,
    {
      firstName: values.first_name,
      lastName: values.last_name,
      email: values.email,
      address1: values.address1,
      address2: values.address2,
      city: values.city,
      state: values.state,
      zip: values.zip,
      amountCents: values.amount_cents,
      message: values.message,
    } satisfies Required<RecipientInput>,
    limits,
  )
  const found = problems.map(wireProblem)
  const all: StoredProblem[] = reading.length === 0 ? found : [...reading, ...found]
  return {
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state: row.state,
    zip: row.zip,
    amount_cents: row.amountCents,
    message: row.message,
    person_key: personKey(rewardType, row) ?? null,
    ...withProblems(all),
  }
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
  const changes = suggestions?.map((change) =>
    Object.fromEntries(Object.entries(change).map(([field, value]) => [wireField(field), value])),
  )
  return {
    ...problem,
    field: wireField(problem.field),
    ...(changes && { suggestions: changes }),
    ...(isSure && { is_sure: isSure }),
  }
}

/** A field's name on the wire. */
export function wireField(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
