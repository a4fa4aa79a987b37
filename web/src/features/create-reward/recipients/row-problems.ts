import '@laurel/domain/list-sentences'
import type { ChangeMark } from '@laurel/domain/change-mark'
import { COMPARED_FIELDS } from '@laurel/domain/duplicates'
import type { SiteLimits } from '@laurel/domain/limits'
import { formatCents } from '@laurel/domain/money'
import { RECIPIENT_FIELDS } from '@laurel/domain/recipient-fields'
import { judgeRecipient } from '@laurel/domain/recipient-row'
import type { RewardType } from '@laurel/domain/reward-type'
import { stateName } from '@laurel/domain/us-states'
import { camelKey, snakeKey } from '../../../app/case.ts'
import { pageTexts, translated } from '../../../app/texts.ts'
import { capitalized, spaced } from '../../../parts/format.ts'
import type { RecipientChange } from './columns.ts'
import type { ProblemCount, Recipient } from './recipients.queries.ts'

export type RowProblem = Recipient['problems'][number]
type RowTone = 'fix' | 'check' | 'ready'

/** A change that fixes a problem, and its button's label. */
type Fix = { label: string; change: RecipientChange }

const FIELDS: Readonly<Record<string, { title: string }>> = RECIPIENT_FIELDS

/** A wire field's name at the beginning of a sentence. */
export function fieldName(field: string): string {
  const i18n = pageTexts()

  const { title } = FIELDS[camelKey(field)] ?? { title: /*i18n*/ 'Row' }
  return i18n.t(title)
}

export function nameOf({ firstName, lastName }: Pick<Recipient, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** “row 12”, for a person without a name. */
export function rowText({ position }: Pick<Recipient, 'position'>): string {
  const i18n = pageTexts()

  return i18n.t('row {position, number}', { position })
}

/** A row's mark from this visit, or from the server. */
export function markOf({ change }: Recipient, mark: ChangeMark): ChangeMark {
  return mark === 'unchanged' ? change : mark
}

/** What a row is like at a glance: to fix, to check, or ready. */
export function rowTone(problems: readonly RowProblem[]): RowTone {
  if (problems.some(({ severity }) => severity === 'error')) return 'fix'
  return problems.length > 0 ? 'check' : 'ready'
}

/** A problem's sentence, including the field's name. */
export function problemSentence({ field, code, message }: RowProblem): string {
  const i18n = pageTexts()

  return code === 'required'
    ? i18n.t('{field} is missing.', { field: fieldName(field) })
    : translated(i18n, message)
}

/** One-click fixes for a problem. */
export function fixesFor(problem: RowProblem, everyoneCents: number | null): Fix[] {
  const i18n = pageTexts()

  const suggested = (problem.suggestions ?? []).flatMap((change) => {
    const words = suggestedWords(change)
    return words ? [{ label: words.label, change }] : []
  })
  if (problem.field !== 'amount_cents' || everyoneCents === null) return suggested
  return [
    ...suggested,
    {
      label: i18n.t('Use {name}', { name: formatCents(everyoneCents) }),
      change: { amountCents: null },
    },
  ]
}

/** How much of a text a button shows. */
const TEXT_SHOWN = 30

/** A suggestion's button label, and the field before and after. */
export function suggestedWords(change: RecipientChange) {
  const i18n = pageTexts()

  const [[field, value] = []] = Object.entries(change) as [keyof RecipientChange, string | number | null][]
  if (field === undefined || value === null || value === undefined) return undefined
  const after = typeof value === 'number' ? formatCents(value) : field === 'state' ? stateName(value) : value
  const before = (row: Recipient, { value: rejected }: RowProblem) =>
    typeof value === 'number' ? (rejected ?? '') : String(row[field])
  const label =
    field === 'message'
      ? i18n.t('Remove what we can’t print')
      : i18n.t('Use {name}', { name: shortened(after) })
  return { label, field: snakeKey(field), before, after }
}

function shortened(text: string): string {
  return text.length <= TEXT_SHOWN ? text : `${text.slice(0, TEXT_SHOWN).trimEnd()}…`
}

/** The position of a possible duplicate, from the problem's message. */
export function twinOf({ message }: RowProblem): number | undefined {
  const named = /\brow ([\d,]+)/i.exec(message)?.[1]
  return named === undefined ? undefined : Number(named.replaceAll(',', ''))
}

/** Problems that only the whole list or the file reveals, with the fields whose change clears them. */
const TOLD_BY: Readonly<Record<string, readonly (keyof RecipientChange)[]>> = {
  duplicate: COMPARED_FIELDS,
  already_received: COMPARED_FIELDS,
  amount_unreadable: ['amountCents'],
}

/** The row with a change, normalized and checked with the server's rules. */
export function changedRow(
  row: Recipient,
  change: RecipientChange,
  rewardType: RewardType,
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>,
): Recipient {
  const { row: tidy, problems } = judgeRecipient(rewardType, { ...row, ...change }, limits)
  const told = row.problems.filter(({ code }) => TOLD_BY[code]?.every((field) => !(field in change)))
  const found = [...told, ...problems.map((problem) => ({ ...problem, field: snakeKey(problem.field) }))]
  return {
    ...row,
    ...tidy,
    problems: found,
    needsAttention: found.some(({ severity }) => severity === 'error'),
  }
}

/** Names of the kinds of problems in the filter. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  required: /*i18n*/ 'Missing information',
  no_city: /*i18n*/ 'City missing',
  email_typo: /*i18n*/ 'Email domain',
  language_unknown: /*i18n*/ 'Language',
  not_in_state: /*i18n*/ 'ZIP and state',
  zero_restored: /*i18n*/ 'Leading zero',
  duplicate: /*i18n*/ 'Duplicate',
  already_received: /*i18n*/ 'Got a card before',
  not_reached: /*i18n*/ 'Undelivered last time',
  not_reached_lately: /*i18n*/ 'Undelivered last time',
  po_box: /*i18n*/ 'PO box',
  too_long: /*i18n*/ 'Too long',
  name_too_long: /*i18n*/ 'Name too wide',
  unprintable: /*i18n*/ 'Can’t be printed',
  unknown_field: /*i18n*/ 'Unknown field',
  too_small: /*i18n*/ 'Value too low',
  too_large: /*i18n*/ 'Value too high',
  amount_unreadable: /*i18n*/ 'Value unreadable',
  extra_cells: /*i18n*/ 'Too many cells',
}

export function kindName(code: string, rewardType: RewardType): string {
  const i18n = pageTexts()

  if (code === 'invalid') return rewardType === 'digital' ? i18n.t('Email') : i18n.t('ZIP code or state')
  const name = KIND_NAMES[code]
  return name ? i18n.t(name) : capitalized(spaced(code))
}

/** A list’s problems: errors before warnings, the most frequent first. */
export function kindsInOrder(counts: readonly ProblemCount[]): ProblemCount[] {
  const weight = ({ severity }: ProblemCount) => (severity === 'error' ? 0 : 1)
  return counts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => weight(a) - weight(b) || b.count - a.count || a.code.localeCompare(b.code))
}
