import { lettersTooMany } from './card-name-width.ts'
import { EMAIL_INVALID, isEmail, normalizeEmail } from './email.ts'
import { suggestEmail } from './email-typos.ts'
import { LANGUAGES, readLanguage } from './languages.ts'
import { type SiteLimits, valueProblem } from './limits.ts'
import { messageProblems } from './message-merge.ts'
import { printableForm, tidyLine, unprintableSentence } from './printable-text.ts'
import {
  BLANK_ROW,
  RECIPIENT_FIELDS,
  RECIPIENT_KEYS,
  type RecipientField,
  type RecipientRow,
  requiredFields,
} from './recipient-fields.ts'
import type { FieldProblem } from './refusal.ts'
import type { RewardType } from './reward-type.ts'
import { isPoBox } from './ups-address.ts'
import { findStateCode, suggestState } from './us-states.ts'
import { isZipCode, readZipCode, ZIP_INVALID, zipStateWarning } from './zip-code.ts'
import { statesOfZip } from './zip-prefixes.ts'
import { suggestZips } from './zip-suggestions.ts'

/** A recipient as typed, pasted, or read from a file. Without an amount, the card item's own value applies. */
export type RecipientInput = { [Field in RecipientField]?: RecipientRow[Field] | null }

/**
 * An error has to be fixed before paying; a warning doesn't. `value` is the rejected input, `suggestions` are
 * changes to the row that would fix it, likeliest first. A sure one needs no decision, so it can be applied in
 * bulk.
 */
export type RecipientProblem = FieldProblem & {
  field: RecipientField
  severity: 'error' | 'warning'
  value: string
  suggestions?: Partial<RecipientRow>[]
  isSure?: true
}

/** Codes that are only warnings: a row without any other can be paid for. */
export const WARNING_CODES: readonly string[] = [
  'zero_restored',
  'not_in_state',
  'po_box',
  'email_typo',
  'language_unknown',
  'duplicate',
  'already_received',
  'not_reached_lately',
]

/** What recipients are validated against, besides the kind of card: the reward's values and its delivery methods. */
export type JudgedBy = Pick<SiteLimits, 'minValueCents' | 'maxValueCents'> & {
  isUpsOffered?: boolean
  /** The place of a ZIP code of five digits. Without it, an empty city has no suggestion. */
  placeOfZip?: (zip: string) => { city: string; state: string } | undefined
}

/** How much of a rejected value a sentence quotes. */
const VALUE_SHOWN = 100

type TextField = Exclude<RecipientField, 'amountCents'>

const REQUIRED = {
  bulk: requiredFields('bulk'),
  direct: requiredFields('direct'),
  digital: requiredFields('digital'),
}
/** All texts but the message, which may have several lines. */
const LINES = RECIPIENT_KEYS.filter((field) => field !== 'amountCents' && field !== 'message')
const PRINTED_FIELDS = ['firstName', 'lastName', 'address1', 'address2', 'city'] as const

/**
 * Validates one recipient: tidies the text, and returns problems as sentences. Running it again on a tidy row
 * changes nothing.
 *
 * @see docs/spec.md §1: a direct card needs a name and an address, a digital one an email
 */
export function judgeRecipient(
  rewardType: RewardType,
  input: RecipientInput,
  by: JudgedBy,
): { row: RecipientRow; problems: RecipientProblem[] } {
  const { row, zerosRestored } = readRow(input)
  const problems = [
    ...missing(rewardType, row, by),
    ...tooLong(row),
    ...amount(row, by),
    ...email(rewardType, row),
    ...message(rewardType, row),
    ...language(row),
    ...(rewardType === 'direct' ? [...onThePrinter(row), ...address(row, by, input.zip, zerosRestored)] : []),
  ]
  return { row, problems }
}

function readRow(input: RecipientInput): { row: RecipientRow; zerosRestored: boolean } {
  const row = { ...BLANK_ROW }
  for (const field of LINES) row[field] = tidyLine(input[field] ?? '')
  const state = findStateCode(row.state)
  const { zip, zerosRestored } = readZipCode(row.zip, state)
  row.email = normalizeEmail(row.email)
  row.state = state ?? row.state
  row.zip = zip
  row.language = readLanguage(row.language) ?? row.language
  row.amountCents = input.amountCents ?? null
  row.message = (input.message ?? '').trim()
  return { row, zerosRestored }
}

function missing(rewardType: RewardType, row: RecipientRow, by: JudgedBy): RecipientProblem[] {
  return REQUIRED[rewardType]
    .filter(({ field }) => !row[field])
    .map(({ field, message }) => {
      const place = field === 'city' ? placeOf(row, by) : undefined
      if (place !== undefined) {
        const text = `The city is missing. ZIP code ${row.zip.slice(0, 5)} is in ${place.city}, ${place.state}.`
        const filled = row.state ? { city: place.city } : place
        return suggesting(error(row, field, 'no_city', text), [filled])
      }
      return suggesting(error(row, field, 'required', message), field === 'state' ? statesFor(row) : [])
    })
}

/** Unless the state says that the ZIP code may be wrong. */
function placeOf(row: RecipientRow, { placeOfZip }: JudgedBy): { city: string; state: string } | undefined {
  const place = isZipCode(row.zip) ? placeOfZip?.(row.zip.slice(0, 5)) : undefined
  if (place === undefined || (row.state && row.state !== place.state)) return undefined
  return { city: place.city, state: place.state }
}

function tooLong(row: RecipientRow): RecipientProblem[] {
  return LINES.filter((field) => row[field].length > maxLength(field)).map((field) =>
    error(row, field, 'too_long', `Use at most ${maxLength(field)} characters.`),
  )
}

function maxLength(field: RecipientField): number {
  return RECIPIENT_FIELDS[field].maxLength ?? Infinity
}

function amount(row: RecipientRow, limits: JudgedBy): RecipientProblem[] {
  const problem = valueProblem('amountCents', row.amountCents, limits)
  return problem ? [error(row, 'amountCents', problem.code, problem.message)] : []
}

/** Only digital cards travel by email. A mailed card's recipient may have one; nothing is sent to it. */
function email(rewardType: RewardType, row: RecipientRow): RecipientProblem[] {
  if (rewardType !== 'digital' || !row.email) return []
  const meant = suggestEmail(row.email)
  const suggestions = meant === undefined ? [] : [{ email: meant }]
  if (!isEmail(row.email)) return [suggesting(error(row, 'email', 'invalid', EMAIL_INVALID), suggestions)]
  if (meant === undefined) return []
  return [suggesting(warning(row, 'email', 'email_typo', `Did you mean ${meant}?`), suggestions)]
}

function message(rewardType: RewardType, row: RecipientRow): RecipientProblem[] {
  return messageProblems(row.message, rewardType).map(({ code, message: text }) =>
    suggesting(error(row, 'message', code, text), code === 'unprintable' ? plainForm(row, 'message') : []),
  )
}

/** Only a warning: HR systems list languages that we don't support. */
function language(row: RecipientRow): RecipientProblem[] {
  if (row.language === '' || LANGUAGES.some((known) => known === row.language)) return []
  const text = `We don’t support ${rejected(row, 'language')} yet. We’ll write to them in the site’s language.`
  return [warning(row, 'language', 'language_unknown', text)]
}

function onThePrinter(row: RecipientRow): RecipientProblem[] {
  const unprintable = PRINTED_FIELDS.flatMap((field) => {
    const text = unprintableSentence(row[field])
    if (text === undefined) return []
    return [suggesting(error(row, field, 'unprintable', text), plainForm(row, field))]
  })
  const tooMany = lettersTooMany(`${row.firstName} ${row.lastName}`.trim())
  if (tooMany === 0) return unprintable

  const letters = tooMany === 1 ? 'a letter' : `${tooMany} letters`
  const text = `This name is wider than the card’s name line. Shorten it by ${letters}.`
  return [...unprintable, error(row, 'lastName', 'name_too_long', text)]
}

function address(
  row: RecipientRow,
  { isUpsOffered = false }: JudgedBy,
  typedZip: string | null | undefined,
  zerosRestored: boolean,
): RecipientProblem[] {
  const problems: RecipientProblem[] = []
  const boxField = isPoBox(row.address1) ? 'address1' : isPoBox(row.address2) ? 'address2' : undefined
  if (isUpsOffered && boxField) {
    const text = 'UPS doesn’t deliver to PO boxes. Send it by mail, or enter a street address.'
    problems.push(warning(row, boxField, 'po_box', text))
  }
  const state = findStateCode(row.state)
  if (row.state && !state) {
    const text = `${row.state} isn’t a state. Use two letters, such as OR.`
    problems.push(suggesting(error(row, 'state', 'invalid', text), statesFor(row)))
  }
  if (!row.zip) return problems
  const zips = suggestZips(row.zip, state).map((zip) => ({ zip }))
  if (!isZipCode(row.zip)) return [...problems, suggesting(error(row, 'zip', 'invalid', ZIP_INVALID), zips)]

  if (zerosRestored) {
    const text = `The ZIP code was missing its leading zero. We read it as ${row.zip}.`
    problems.push({ ...warning(row, 'zip', 'zero_restored', text), value: (typedZip ?? '').trim() })
  }
  const mismatch = state && zipStateWarning(row.zip, state)
  if (mismatch) {
    const states = statesOfZip(row.zip).map((code) => ({ state: code }))
    problems.push(suggesting(warning(row, 'zip', 'not_in_state', mismatch), [...zips, ...states]))
  }
  return problems
}

/** The mistyped state, else the states of the ZIP code. */
function statesFor(row: RecipientRow): Partial<RecipientRow>[] {
  const meant = suggestState(row.state)
  const states = meant ? [meant] : isZipCode(row.zip) ? statesOfZip(row.zip) : []
  return states.map((state) => ({ state }))
}

function plainForm(row: RecipientRow, field: TextField): Partial<RecipientRow>[] {
  const plain = printableForm(row[field])
  return plain === undefined ? [] : [{ [field]: plain }]
}

function suggesting(problem: RecipientProblem, suggestions: Partial<RecipientRow>[]): RecipientProblem {
  if (suggestions.length === 0) return problem
  // Either the ZIP code or the state may be wrong, so each person is decided separately.
  const isSure = suggestions.length === 1 && problem.code !== 'not_in_state'
  return { ...problem, suggestions, ...(isSure && { isSure }) }
}

function error(row: RecipientRow, field: RecipientField, code: string, text: string): RecipientProblem {
  return { field, code, message: text, severity: 'error', value: rejected(row, field) }
}

function warning(row: RecipientRow, field: RecipientField, code: string, text: string): RecipientProblem {
  return { field, code, message: text, severity: 'warning', value: rejected(row, field) }
}

function rejected(row: RecipientRow, field: RecipientField): string {
  if (field !== 'amountCents') return row[field].slice(0, VALUE_SHOWN).toWellFormed()
  return row.amountCents === null ? '' : String(row.amountCents / 100)
}
