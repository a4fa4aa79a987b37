import {
  confirmUserAttribute,
  deleteUserAttributes,
  fetchMFAPreference,
  fetchUserAttributes,
  getCurrentUser,
  sendUserAttributeVerificationCode,
  setUpTOTP,
  updateMFAPreference,
  updateUserAttribute,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { askAccounts } from './account-problem.ts'
import { endUnasked, renewIdToken } from './session.ts'
import type { SocialProvider } from './session-accounts.ts'

/** A wrong password has the same error name as a refused token; only the message differs. */
const TOKEN_REFUSED = /\btoken\b.*\b(revoked|expired|invalid)\b|\binvalid\b.*\btoken\b/i

/**
 * Calls the accounts service as the signed-in customer. A session that was ended elsewhere is renewed
 * once; if that fails, it ends here too, and signing in leads back.
 *
 * @throws an `accountProblem`
 */
export async function askSignedIn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await askAccounts(ask)
  } catch (cause) {
    if (!isSessionRefused(cause)) throw cause
    const renewed = await askAccounts(() => renewIdToken())
    if (renewed === undefined) throw signedOut(cause)
  }
  try {
    return await askAccounts(ask)
  } catch (cause) {
    if (!isSessionRefused(cause)) throw cause
    await endUnasked()
    throw signedOut(cause)
  }
}

const signedOut = (cause: unknown) => new Error('You were signed out. Sign in and try again.', { cause })

function isSessionRefused(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (cause.name === 'UserNotFoundException' || cause.name === 'UserUnAuthenticatedException') return true
  return cause.name === 'NotAuthorizedException' && TOKEN_REFUSED.test(cause.message)
}

/** A second step at sign-in (docs/spec.md §9, "MFA types"). */
export type Factor = 'TOTP' | 'EMAIL' | 'SMS'
export type Contact = 'email' | 'phone_number'

/** How an account is protected. */
export type Security = {
  email: string
  /** The email in the username. Amazon Cognito keeps it when the email changes. */
  signsInWith: string
  isEmailVerified: boolean
  /** With its dial code, or ''. */
  phone: string
  isPhoneVerified: boolean
  factors: readonly Factor[]
  /** Used at sign-in. Without it, the customer chooses each time. */
  preferred: Factor | null
} & ReturnType<typeof readIdentities>

const PREFERENCE = { TOTP: 'totp', EMAIL: 'email', SMS: 'sms' } as const

async function readSecurity(): Promise<Security> {
  const [attributes, mfa, { username }] = await askSignedIn(() =>
    Promise.all([fetchUserAttributes(), fetchMFAPreference(), getCurrentUser()]),
  )
  return {
    email: attributes.email ?? '',
    signsInWith: username.replace(/#[^#]*$/, ''),
    isEmailVerified: attributes.email_verified === 'true',
    phone: attributes.phone_number ?? '',
    isPhoneVerified: attributes.phone_number_verified === 'true',
    factors: mfa.enabled ?? [],
    preferred: mfa.preferred ?? null,
    ...readIdentities(attributes.identities),
  }
}

/** The factors that are on, the one to use, and the one switched off. */
export type FactorChange = { on: readonly Factor[]; preferred: Factor | null; off?: Factor }

async function setFactors({ on, preferred, off }: FactorChange): Promise<void> {
  const changes: Parameters<typeof updateMFAPreference>[0] = {}
  for (const factor of on) changes[PREFERENCE[factor]] = factor === preferred ? 'PREFERRED' : 'NOT_PREFERRED'
  if (off) changes[PREFERENCE[off]] = 'DISABLED'
  await askSignedIn(() => updateMFAPreference(changes))
}

/** @returns the secret of a new authenticator app; it is active once a code confirms it */
async function startAuthenticator(): Promise<string> {
  const { sharedSecret } = await askSignedIn(() => setUpTOTP())
  return sharedSecret
}

/** Confirms the app with a code. `setFactors` then turns it on for sign-in. */
async function confirmAuthenticator(code: string): Promise<void> {
  await askSignedIn(() => verifyTOTPSetup({ code }))
}

/**
 * Changes the email or phone number, which counts once the code sent there is confirmed.
 *
 * @returns 'sent', or 'done' if the service asks for no code
 */
async function changeContact(contact: Contact, value: string): Promise<'sent' | 'done'> {
  const { nextStep } = await askSignedIn(() =>
    updateUserAttribute({ userAttribute: { attributeKey: contact, value } }),
  )
  return nextStep.updateAttributeStep === 'DONE' ? 'done' : 'sent'
}

/** Sends the code again, or a first one for an address that was never confirmed. */
async function sendContactCode(contact: Contact): Promise<void> {
  await askSignedIn(() => sendUserAttributeVerificationCode({ userAttributeKey: contact }))
}

/** Confirms the email or number, and renews the token so that it says so. */
async function confirmContact(contact: Contact, confirmationCode: string): Promise<void> {
  await askSignedIn(() => confirmUserAttribute({ userAttributeKey: contact, confirmationCode }))
  // The change is saved; tokens with the old address are renewed within minutes anyway.
  await cognitoUserPoolsTokenProvider.getTokens({ forceRefresh: true }).catch((cause: unknown) => {
    console.warn('The session still names the old contact', cause)
  })
}

async function removePhone(): Promise<void> {
  await askSignedIn(() => deleteUserAttributes({ userAttributeKeys: ['phone_number'] }))
}

export const securityCalls = {
  readSecurity,
  setFactors,
  startAuthenticator,
  confirmAuthenticator,
  changeContact,
  sendContactCode,
  confirmContact,
  removePhone,
}

/** A service linked to an account. One missing from this site's settings has only a name. */
export type LinkedService = { name: string; known: SocialProvider | undefined; linkedAt: string | undefined }

type Identity = { providerName?: unknown; primary?: unknown; dateCreated?: unknown }

/** Amazon Cognito's names. */
const BY_WIRE_NAME = new Map<unknown, SocialProvider>([
  ['Google', 'Google'],
  ['Facebook', 'Facebook'],
  ['LoginWithAmazon', 'Amazon'],
  ['SignInWithApple', 'Apple'],
])

/**
 * Reads Cognito's `identities` attribute. An account created by a service has a primary service, or
 * none anymore, and no password.
 */
export function readIdentities(attribute: string | undefined): {
  hasPassword: boolean
  services: LinkedService[]
} {
  const identities = attribute === undefined ? undefined : parsed(attribute)
  if (!identities) return { hasPassword: true, services: [] }
  return {
    hasPassword: identities.length > 0 && identities.every(({ primary }) => String(primary) !== 'true'),
    services: identities.map(({ providerName, dateCreated }) => {
      const known = BY_WIRE_NAME.get(providerName)
      const at = new Date(Number(dateCreated))
      return {
        name: known ?? String(providerName),
        known,
        linkedAt: Number.isNaN(at.getTime()) ? undefined : at.toISOString(),
      }
    }),
  }
}

function parsed(attribute: string): Identity[] | undefined {
  try {
    const value: unknown = JSON.parse(attribute)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
