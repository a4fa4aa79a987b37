import { centsFromTyped, decimalFromCents, formatCents, suggestCents } from '@laurel/domain/money'
import { splitName } from '@laurel/domain/person-name'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Recipient } from './recipients.queries.ts'

export const COLUMN_KEYS = ['name', 'street', 'city', 'state', 'zip', 'email', 'value'] as const
export type ColumnKey = (typeof COLUMN_KEYS)[number]

/** The fields of a recipient that a list shows and changes. */
export type RecipientChange = Partial<
  Pick<
    Recipient,
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'address1'
    | 'address2'
    | 'city'
    | 'state'
    | 'zip'
    | 'amountCents'
    | 'message'
  >
>

/** What a person is called, where they live, what they get. */
export type PersonWords = Required<RecipientChange>

/** The half of a name that can be written alone, where the other one is there. */
export type NameHalf = 'firstName' | 'lastName'

/** Why a text cannot be read, and what it may mean. */
type Unread = { problem: string; suggestion?: RecipientChange }

export type Column = {
  key: ColumnKey
  label: string
  isNumber: boolean
  /** Of the wire: the fields whose problems stand in this column. */
  fields: readonly string[]
  /** As it is typed. */
  text: (row: PersonWords) => string
  /** What the typed text changes, or the sentence that says why it cannot. */
  change: (text: string) => RecipientChange | Unread
}

const NAME: Column = {
  key: 'name',
  label: 'Name',
  isNumber: false,
  fields: ['first_name', 'last_name'],
  text: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  change: splitName,
}
const STREET: Column = {
  key: 'street',
  label: 'Street',
  isNumber: false,
  fields: ['address1', 'address2'],
  text: ({ address1, address2 }) => [address1, address2].filter((part) => part !== '').join(', '),
  change: splitStreet,
}
const CITY = plain('city', 'City', 'city')
const STATE = plain('state', 'State', 'state')
const ZIP = plain('zip', 'ZIP', 'zip')
const EMAIL = plain('email', 'Email', 'email')
const VALUE: Column = {
  key: 'value',
  label: 'Value',
  isNumber: true,
  fields: ['amount_cents'],
  text: ({ amountCents }) => (amountCents === null ? '' : decimalFromCents(amountCents)),
  change: readValue,
}

/** The columns of a list, left to right: what the cards of this type need. */
export function columnsOf(rewardType: RewardType): readonly Column[] {
  return rewardType === 'digital' ? [NAME, EMAIL, VALUE] : [NAME, STREET, CITY, STATE, ZIP, VALUE]
}

/** Does a change leave the person as they are? */
export function isSame(row: Recipient, change: RecipientChange): boolean {
  return (Object.keys(change) as (keyof RecipientChange)[]).every((field) => row[field] === change[field])
}

/** What a change took the place of: changing it back undoes it. */
export function inverseOf(row: Recipient, change: RecipientChange): RecipientChange {
  return Object.fromEntries(Object.keys(change).map((field) => [field, row[field as keyof RecipientChange]]))
}

/** The amount as a row shows it: its own, else everyone's. */
export function shownValue(row: Pick<Recipient, 'amountCents'>, everyoneCents: number | null): string {
  const cents = row.amountCents ?? everyoneCents
  return cents === null ? '' : formatCents(cents)
}

function plain(key: 'city' | 'state' | 'zip' | 'email', label: string, field: string): Column {
  return {
    key,
    label,
    isNumber: false,
    fields: [field],
    text: (row) => row[key],
    change: (text) => ({ [key]: text.trim() }),
  }
}

/** What stands behind the first comma is the second line: an apartment, a suite. */
function splitStreet(text: string): RecipientChange {
  const at = text.indexOf(',')
  if (at === -1) return { address1: text.trim(), address2: '' }
  return { address1: text.slice(0, at).trim(), address2: text.slice(at + 1).trim() }
}

/** An empty amount takes everyone's. */
function readValue(text: string): RecipientChange | Unread {
  if (text.trim() === '') return { amountCents: null }
  const amountCents = centsFromTyped(text)
  if (amountCents !== undefined) return { amountCents }
  const meant = suggestCents(text)
  return {
    problem: `${text.trim()} isn’t an amount. Enter it like 50 or 49.50.`,
    ...(meant !== undefined && { suggestion: { amountCents: meant } }),
  }
}

type Where = Pick<PersonWords, 'email' | 'address1' | 'address2' | 'city' | 'state' | 'zip'>

/** Where somebody's card goes, in one line. */
export function whereTo(row: Where, rewardType: RewardType): string {
  if (rewardType === 'digital') return row.email || 'No email yet'
  const street = [row.address1, row.address2].filter((part) => part !== '').join(', ')
  const place = [street, row.city, `${row.state} ${row.zip}`.trim()].filter((part) => part !== '')
  return place.join(', ') || 'No address yet'
}
