import { centsFromTyped, decimalFromCents, formatCents, suggestCents } from '@laurel/domain/money'
import { splitName } from '@laurel/domain/person-name'
import {
  askedFields,
  fileHeading,
  RECIPIENT_FIELDS,
  type RecipientField,
  type RecipientRow,
} from '@laurel/domain/recipient-fields'
import type { RewardType } from '@laurel/domain/reward-type'
import { pageTexts } from '../../../app/texts.ts'
import type { Recipient, SortKey } from './recipients.queries.ts'

export const COLUMN_KEYS = ['name', 'street', 'city', 'state', 'zip', 'email', 'value'] as const
export type ColumnKey = (typeof COLUMN_KEYS)[number]

/** Changed fields of a recipient. */
export type RecipientChange = Partial<RecipientRow>

/** A half of a name that can be edited alone when only it is missing. */
export type NameHalf = 'firstName' | 'lastName'

/** Why input is unreadable, and what it may mean. */
type Unread = { problem: string; suggestion?: RecipientChange }

export type Column = {
  key: ColumnKey
  label: string
  isNumber: boolean
  /** Its track in the grid's CSS template; `mid` is for narrower screens if it differs there. */
  width: { wide: string; mid?: string }
  /** Undefined for a column that can't be sorted. */
  sort?: SortKey
  /** The wire fields whose problems this column shows. */
  fields: readonly string[]
  /** The text to edit. */
  text: (row: RecipientRow) => string
  /** Parses the input into a change, or says why it is unreadable. */
  change: (text: string) => RecipientChange | Unread
}

const NAME: Column = {
  key: 'name',
  label: /*i18n*/ 'Name',
  isNumber: false,
  width: { wide: '190px', mid: '160px' },
  sort: 'name',
  fields: ['first_name', 'last_name'],
  text: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  change: splitName,
}
const STREET: Column = {
  key: 'street',
  label: /*i18n*/ 'Street',
  isNumber: false,
  width: { wide: 'minmax(56px,1fr)', mid: 'minmax(156px,1fr)' },
  fields: ['address1', 'address2'],
  text: ({ address1, address2 }) => [address1, address2].filter((part) => part !== '').join(', '),
  change: splitStreet,
}
const VALUE: Column = {
  key: 'value',
  label: /*i18n*/ 'Value',
  isNumber: true,
  width: { wide: '104px', mid: '100px' },
  sort: 'amount',
  fields: ['amount_cents'],
  text: ({ amountCents }) => (amountCents === null ? '' : decimalFromCents(amountCents)),
  change: readValue,
}

/** Each field's column, which may hold two; null for a field that only the form shows. */
const COLUMN_OF: Readonly<Record<RecipientField, Column | null>> = {
  firstName: NAME,
  lastName: NAME,
  email: plain('email', { wide: 'minmax(293px,1.4fr)' }, 'email'),
  address1: STREET,
  address2: STREET,
  city: plain('city', { wide: '170px', mid: '130px' }, 'city'),
  state: plain('state', { wide: '74px', mid: '64px' }, 'state'),
  zip: plain('zip', { wide: '96px', mid: '84px' }, 'zip'),
  language: null,
  amountCents: VALUE,
  message: null,
}

/** A digital card's columns are fewer, so they're wider. */
const WIDE: Partial<Record<ColumnKey, Column['width']>> = {
  name: { wide: 'minmax(209px,1fr)' },
  value: { wide: '140px' },
}

const DIRECT = columnsFor('direct')
const DIGITAL = columnsFor('digital').map((column) => ({
  ...column,
  width: WIDE[column.key] ?? column.width,
}))

function columnsFor(rewardType: RewardType): readonly Column[] {
  const columns = new Set(askedFields(rewardType).map((field) => COLUMN_OF[field]))
  return [...columns].filter((column) => column !== null)
}

/** The columns that a reward type needs, left to right. */
export function columnsOf(rewardType: RewardType): readonly Column[] {
  return rewardType === 'digital' ? DIGITAL : DIRECT
}

/** Whether a change has no effect. */
export function isSame(row: Recipient, change: RecipientChange): boolean {
  return (Object.keys(change) as (keyof RecipientChange)[]).every((field) => row[field] === change[field])
}

/** The previous values, which undo a change. */
export function inverseOf(row: Recipient, change: RecipientChange): RecipientChange {
  return Object.fromEntries(Object.keys(change).map((field) => [field, row[field as keyof RecipientChange]]))
}

/** The row's own amount, or everyone's. */
export function shownValue(row: Pick<Recipient, 'amountCents'>, everyoneCents: number | null): string {
  const cents = row.amountCents ?? everyoneCents
  return cents === null ? '' : formatCents(cents)
}

function plain(key: ColumnKey & RecipientField, width: Column['width'], sort?: SortKey): Column {
  return {
    key,
    label: fileHeading(key),
    isNumber: false,
    width,
    ...(sort && { sort }),
    fields: [RECIPIENT_FIELDS[key].wire],
    text: (row) => row[key],
    change: (text) => ({ [key]: text.trim() }),
  }
}

/** Text after the first comma is the second line, for an apartment or suite. */
function splitStreet(text: string): RecipientChange {
  const at = text.indexOf(',')
  if (at === -1) return { address1: text.trim(), address2: '' }
  return { address1: text.slice(0, at).trim(), address2: text.slice(at + 1).trim() }
}

/** An empty amount means everyone's. */
function readValue(text: string): RecipientChange | Unread {
  const i18n = pageTexts()

  if (text.trim() === '') return { amountCents: null }
  const amountCents = centsFromTyped(text)
  if (amountCents !== undefined) return { amountCents }
  const meant = suggestCents(text)
  return {
    problem: i18n.t('{typed} isn’t an amount. Enter it like 50 or 49.50.', { typed: text.trim() }),
    ...(meant !== undefined && { suggestion: { amountCents: meant } }),
  }
}

type Where = Pick<RecipientRow, 'email' | 'address1' | 'address2' | 'city' | 'state' | 'zip'>

/** The destination of a person's card, in one line. */
export function whereTo(row: Where, rewardType: RewardType): string {
  const i18n = pageTexts()

  if (rewardType === 'digital') return row.email || i18n.t('No email yet')
  const street = [row.address1, row.address2].filter((part) => part !== '').join(', ')
  const place = [street, row.city, `${row.state} ${row.zip}`.trim()].filter((part) => part !== '')
  return place.join(', ') || i18n.t('No address yet')
}
