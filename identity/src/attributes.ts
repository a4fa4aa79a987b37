import { z } from 'zod'
import { CognitoError } from './cognito-error.ts'
import type { Attributes, Pool, User } from './database.ts'
import { normalizeUsername } from './users.ts'

/** A user's site. The browser sends it at sign-up, so it is checked; it never changes. */
export const SITE_ID = 'custom:rewards_site_id'

const WRITABLE = new Set([
  ...[
    'address',
    'birthdate',
    'email',
    'family_name',
    'gender',
    'given_name',
    'locale',
    'middle_name',
    'name',
  ],
  ...['nickname', 'phone_number', 'picture', 'preferred_username', 'profile', 'website', 'zoneinfo', SITE_ID],
])

export const AttributeList = z
  .array(z.object({ Name: z.string().min(1).max(32), Value: z.string().max(512).default('') }))
  .max(50)

const LONGEST = 512
const LONGEST_NAME = 128
const Name = z.string().max(LONGEST_NAME)
const WebAddress = z.url({ protocol: /^https?$/ }).max(LONGEST)

/** The formats of attributes and their error messages. */
const SHAPES = new Map<string, [schema: z.ZodType, refusal: string]>([
  ['email', [z.email().max(120), 'Invalid email address format.']],
  // E.164: up to fifteen digits, no leading zero.
  ['phone_number', [z.string().regex(/^\+[1-9]\d{6,14}$/), 'Invalid phone number format.']],
  ['birthdate', [z.iso.date(), unfit('birthdate', 'Enter a date as YYYY-MM-DD')]],
  ['profile', [WebAddress, unfit('profile', 'Enter a web address')]],
  ['website', [WebAddress, unfit('website', 'Enter a web address')]],
  ...['family_name', 'gender', 'given_name', 'locale', 'middle_name', 'name', 'nickname'].map(named),
  ...['preferred_username', 'zoneinfo'].map(named),
])

function named(name: string): [string, [z.ZodType, string]] {
  return [name, [Name, unfit(name, `Enter no more than ${LONGEST_NAME} characters`)]]
}

const isBlank = (value: string | undefined) => value === undefined || value.trim() === ''

/**
 * Reads the attributes that users may set. A blank value means none.
 *
 * @throws {CognitoError} InvalidParameterException for a malformed or read-only attribute
 */
export function readAttributes(list: z.infer<typeof AttributeList> = []): Attributes {
  const attributes = new Map<string, string>()
  for (const { Name, Value } of list) {
    if (attributes.has(Name)) throw invalid(`Attribute ${Name} was given twice.`)
    if (!WRITABLE.has(Name)) throw invalid('A client attempted to write unauthorized attribute')
    if (Value.length > LONGEST) throw invalid(unfit(Name, `Enter no more than ${LONGEST} characters`))
    const [schema, refusal] = SHAPES.get(Name) ?? []
    // Required for sign-in, so never blank.
    const isChecked = Name === 'email' || !isBlank(Value)
    if (isChecked && schema && !schema.safeParse(Value).success) throw invalid(refusal!)
    attributes.set(Name, Value)
  }
  return Object.fromEntries(attributes)
}

/** Attributes without blank values. */
export function withoutBlanks(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => !isBlank(value)))
}

/** The required attributes that are missing. */
export function missingAttributes(pool: Pool, attributes: Attributes): string[] {
  return pool.required_attributes.filter((name) => isBlank(attributes[name]))
}

/** @throws {CognitoError} InvalidParameterException that names the missing attributes */
export function assertComplete(pool: Pool, attributes: Attributes): void {
  refuseMissing(missingAttributes(pool, attributes))
}

/** @throws {CognitoError} InvalidParameterException when one of these can't be removed */
export function assertNotRequired(pool: Pool, names: readonly string[]): void {
  refuseMissing(pool.required_attributes.filter((name) => names.includes(name)))
}

/** @throws {CognitoError} InvalidParameterException when there is any */
export function refuseMissing(names: readonly string[]): void {
  if (names.length === 0) return
  const [first, ...others] = names.map((name) => `${name}: The attribute is required`)
  throw invalid([`Attributes did not conform to the schema: ${first}`, ...others].join('\n'))
}

/**
 * The username: the address and the site, because one address may have accounts on several sites.
 *
 * @throws {CognitoError} InvalidParameterException when it grows longer than Cognito's 128 characters
 */
export function usernameOf(pool: Pool, email: string): string {
  const username = normalizeUsername(`${email}#${pool.site_id}`)
  if (username.length > 128) throw invalid('This email is too long.')
  return username
}

/** @throws {CognitoError} InvalidParameterException when the name or the site is not this pool's */
export function assertOwnSite(pool: Pool, username: string, attributes: Attributes): void {
  if (attributes.email === undefined)
    throw invalid('Attributes did not conform to the schema: email: The attribute is required')
  if (attributes[SITE_ID] !== pool.site_id) throw invalid(`Attribute ${SITE_ID} is not that of this site.`)
  if (normalizeUsername(username) !== usernameOf(pool, attributes.email)) {
    throw invalid('Username must be the email address, # and the site id.')
  }
}

/** A user's attributes in Cognito's format. */
export function wireAttributes(user: User): { Name: string; Value: string }[] {
  const { email, phone_number } = user.attributes
  const all = {
    ...user.attributes,
    ...(email !== undefined && { email_verified: String(user.email_verified) }),
    ...(phone_number !== undefined && { phone_number_verified: String(user.phone_number_verified) }),
    sub: user.sub,
  }
  return Object.entries(all).map(([Name, Value]) => ({ Name, Value }))
}

function unfit(name: string, why: string): string {
  return `Attributes did not conform to the schema: ${name}: ${why}`
}

const invalid = (message: string) => new CognitoError('InvalidParameterException', message)
