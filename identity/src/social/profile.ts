import { z } from 'zod'
import type { Attributes } from '../database.ts'

/** A person's profile at another service. */
export type SocialProfile = {
  /** The service's stable ID of the person. */
  subject: string
  email: string | undefined
  /** Undefined if the service doesn't say. */
  emailVerified: boolean | undefined
  names: Attributes
}

const Subject = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[!-~]+$/)
const Email = z.string().optional().catch(undefined)
/** For display only. Drops unreadable values and control characters. */
const Name = z
  .string()
  .transform((text) =>
    text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 120),
  )
  .optional()
  .catch(undefined)
/** Apple sends booleans as strings. */
const Flag = z.union([z.boolean(), z.stringbool()]).optional().catch(false)

/** The claims of an OpenID Connect identity token. */
export const OidcProfile = z
  .object({
    sub: Subject,
    email: Email,
    email_verified: Flag,
    name: Name,
    given_name: Name,
    family_name: Name,
  })
  .transform((claims) => profile(claims.sub, claims.email, claims.email_verified, claims))

export const FacebookProfile = z
  .object({ id: Subject, email: Email, email_verified: Flag, name: Name, first_name: Name, last_name: Name })
  .transform((me) =>
    profile(me.id, me.email, me.email_verified, {
      name: me.name,
      given_name: me.first_name,
      family_name: me.last_name,
    }),
  )

export const AmazonProfile = z
  .object({ user_id: Subject, email: Email, email_verified: Flag, name: Name })
  .transform((me) => profile(me.user_id, me.email, me.email_verified, { name: me.name }))

type Names = { [name in 'name' | 'given_name' | 'family_name']?: string | undefined }

function profile(
  subject: string,
  email: string | undefined,
  emailVerified: boolean | undefined,
  { name, given_name, family_name }: Names,
): SocialProfile {
  const names = Object.fromEntries(
    Object.entries({ name, given_name, family_name }).filter(([, value]) => value),
  ) as Attributes
  return { subject, email, emailVerified, names }
}
