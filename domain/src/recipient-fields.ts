import type { RewardType } from './reward-type.ts'

/** What is said of a field once, for every place that has it. How to add one: CONTRIBUTING.md. */
type Facts = {
  /** Its name on the wire, in problems, and in the database. */
  wire: string
  /** What it's called on screens. */
  title: string
  /** Its heading in our files, where files and templates in use say something else than the screen. */
  heading?: string
  /** Other headings of its column, in lower case and without spaces and punctuation. */
  aliases: readonly string[]
  /** Its cell in the template of a list to import. */
  example: string
  /** The reward type that asks for it, in the form and in the template, if not both do. */
  only?: 'direct' | 'digital'
  /** The reward types that can't do without it, and what to do then. */
  required?: { for: readonly RewardType[]; message: string }
  /** The limit of the card, the letter, or the postal service. */
  maxLength?: number
}

/** The fields that saved people have too. */
const PERSON = {
  firstName: {
    wire: 'first_name',
    title: /*i18n*/ 'First name',
    aliases: ['first', 'givenname', 'forename', 'fname', 'recipientfirstname'],
    example: 'Maya',
    required: { for: ['direct', 'digital'], message: /*i18n*/ 'Enter a first name.' },
    maxLength: 50,
  },
  lastName: {
    wire: 'last_name',
    title: /*i18n*/ 'Last name',
    aliases: ['last', 'surname', 'familyname', 'lname', 'recipientlastname'],
    example: 'Okafor',
    required: { for: ['direct'], message: /*i18n*/ 'Enter a last name.' },
    maxLength: 50,
  },
  email: {
    wire: 'email',
    title: /*i18n*/ 'Email',
    aliases: ['emailaddress', 'mail', 'workemail', 'recipientemail', 'emailid'],
    example: 'maya@example.com',
    only: 'digital',
    required: { for: ['digital'], message: /*i18n*/ 'Enter an email address.' },
  },
  address1: {
    wire: 'address1',
    title: /*i18n*/ 'Street',
    heading: /*i18n*/ 'Address',
    aliases: [
      ...['address1', 'addressline', 'addressline1', 'street1', 'streetaddress', 'addr1', 'addr', 'line1'],
      ...['mailingaddress', 'mailingstreet', 'homeaddress'],
    ],
    example: '12 Elm Street',
    only: 'direct',
    required: { for: ['direct'], message: /*i18n*/ 'Enter a street address.' },
    maxLength: 50,
  },
  address2: {
    wire: 'address2',
    title: /*i18n*/ 'Apartment, suite',
    heading: /*i18n*/ 'Address 2',
    aliases: [
      ...['addressline2', 'street2', 'addr2', 'line2'],
      ...['apt', 'apartment', 'suite', 'unit', 'aptsuite'],
    ],
    example: 'Apt 4',
    only: 'direct',
    maxLength: 50,
  },
  city: {
    wire: 'city',
    title: /*i18n*/ 'City',
    aliases: ['town', 'cityname', 'mailingcity'],
    example: 'Portland',
    only: 'direct',
    required: { for: ['direct'], message: /*i18n*/ 'Enter a city.' },
    maxLength: 28,
  },
  state: {
    wire: 'state',
    title: /*i18n*/ 'State',
    aliases: ['st', 'province', 'stateprovince', 'statecode', 'usstate', 'region', 'mailingstate'],
    example: 'OR',
    only: 'direct',
    required: { for: ['direct'], message: /*i18n*/ 'Enter a state, such as OR.' },
    maxLength: 30,
  },
  zip: {
    wire: 'zip',
    title: /*i18n*/ 'ZIP code',
    heading: /*i18n*/ 'ZIP',
    aliases: [
      ...['postalcode', 'postcode', 'postal', 'zippostalcode', 'zip5'],
      ...['mailingzip', 'mailingzipcode', 'mailingpostalcode'],
    ],
    example: '97205',
    only: 'direct',
    required: { for: ['direct'], message: /*i18n*/ 'Enter a five-digit ZIP code.' },
    maxLength: 10,
  },
  language: {
    wire: 'language',
    title: /*i18n*/ 'Language',
    aliases: ['lang', 'preferredlanguage', 'languagepreference', 'idioma', 'locale'],
    example: 'English',
  },
} as const satisfies Record<string, Facts>

/** All fields of a card's recipient, in column order. */
const RECIPIENT = {
  ...PERSON,
  amountCents: {
    wire: 'amount_cents',
    title: /*i18n*/ 'Value',
    heading: /*i18n*/ 'Card value',
    aliases: ['amount', 'cardamount', 'denomination', 'giftamount', 'amountusd'],
    example: '50.00',
  },
  message: {
    wire: 'message',
    title: /*i18n*/ 'Message',
    aliases: ['note', 'personalmessage', 'giftmessage', 'custommessage', 'cardmessage'],
    example: 'Thank you, {first name}.',
  },
} as const satisfies Record<string, Facts>

export type RecipientField = keyof typeof RECIPIENT
export type PersonField = keyof typeof PERSON
export type PersonWireField = (typeof PERSON)[PersonField]['wire']
export type RecipientWireField = (typeof RECIPIENT)[RecipientField]['wire']

/** A recipient as stored: tidy text, the state as a code, the complete ZIP code. */
export type RecipientRow = { [Field in RecipientField]: Field extends 'amountCents' ? number | null : string }

export const RECIPIENT_FIELDS: Readonly<Record<RecipientField, Facts & { wire: RecipientWireField }>> =
  RECIPIENT

export const RECIPIENT_KEYS = Object.keys(RECIPIENT) as RecipientField[]
export const PERSON_KEYS = Object.keys(PERSON) as PersonField[]
export const RECIPIENT_WIRE_FIELDS = Object.values(RECIPIENT).map(({ wire }) => wire)
export const PERSON_WIRE_FIELDS = Object.values(PERSON).map(({ wire }) => wire)

/** A recipient of whom nothing is known yet. */
export const BLANK_ROW = Object.fromEntries(
  RECIPIENT_KEYS.map((field) => [field, field === 'amountCents' ? null : '']),
) as RecipientRow

/** What a field's column is called in our files. */
export function fileHeading(field: RecipientField): string {
  const { heading, title } = RECIPIENT_FIELDS[field]
  return heading ?? title
}

export function askedFields(rewardType: RewardType): RecipientField[] {
  if (rewardType === 'bulk') return []
  return RECIPIENT_KEYS.filter((field) => (RECIPIENT_FIELDS[field].only ?? rewardType) === rewardType)
}

export function requiredFields(rewardType: RewardType) {
  return RECIPIENT_KEYS.flatMap((field) => {
    const { wire, title, required } = RECIPIENT_FIELDS[field]
    return required?.for.includes(rewardType) ? [{ field, wire, title, message: required.message }] : []
  })
}

/** What a heading can tell of its column: a field, a full name, or in our own files a person's ID. */
export type KnownMeaning = RecipientWireField | 'name' | 'row'

const NAME = ['name', 'fullname', 'recipient', 'recipientname', 'employee', 'employeename', 'contact']
const MEANINGS = new Map<string, KnownMeaning>([
  ['laurelrow', 'row'],
  ...NAME.map((alias) => [alias, 'name'] as const),
  ...RECIPIENT_KEYS.flatMap((field) => {
    const { wire, title, aliases } = RECIPIENT_FIELDS[field]
    return [plain(title), plain(fileHeading(field)), ...aliases].map((alias) => [alias, wire] as const)
  }),
])

/** What a heading says its column holds; case, spaces, and punctuation don't matter. */
export function meaningOfHeading(heading: string): KnownMeaning | undefined {
  return MEANINGS.get(plain(heading))
}

function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
}
