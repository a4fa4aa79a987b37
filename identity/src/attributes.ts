import { z } from 'zod'
import { CognitoError } from './cognito-error.ts'
import type { Attributes, Pool, User } from './database.ts'
import { normalizeUsername } from './users.ts'

/** Which site a user belongs to. Chosen by the browser at sign-up, so it is checked and never changes. */
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

const Email = z.email().max(120)
const Phone = z.string().regex(/^\+\d{7,15}$/)

/**
 * Reads the attributes a user sent about themselves.
 *
 * @throws {CognitoError} InvalidParameterException for one that is malformed or not theirs to write
 */
export function readAttributes(list: z.infer<typeof AttributeList> = []): Attributes {
  const attributes = new Map<string, string>()
  for (const { Name, Value } of list) {
    if (attributes.has(Name)) throw invalid(`Attribute ${Name} was given twice.`)
    if (!WRITABLE.has(Name)) throw invalid('A client attempted to write unauthorized attribute')
    attributes.set(Name, Value)
  }
  const email = attributes.get('email')
  const phone = attributes.get('phone_number')
  if (email !== undefined && !Email.safeParse(email).success) throw invalid('Invalid email address format.')
  if (phone !== undefined && !Phone.safeParse(phone).success) throw invalid('Invalid phone number format.')
  return Object.fromEntries(attributes)
}

/**
 * The name a person signs in with: the same address may have an account on several sites.
 *
 * @throws {CognitoError} InvalidParameterException when it grows longer than Cognito's 128 characters
 */
export function usernameOf(pool: Pool, email: string): string {
  const username = normalizeUsername(`${email}#${pool.site_id}`)
  if (username.length > 128) throw invalid('The e-mail address is too long.')
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

/** All there is to know about a user, as the wire's texts. */
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

const invalid = (message: string) => new CognitoError('InvalidParameterException', message)
