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
import { askSignedIn } from './ask-signed-in.ts'
import { readIdentities } from './linked-services.ts'

/** A second step at sign-in (docs/spec.md §9, "MFA types"). */
export type Factor = 'TOTP' | 'EMAIL' | 'SMS'
export type Contact = 'email' | 'phone_number'

/** What opens an account, as its owner sees it. */
export type Security = {
  email: string
  /** The address in the name one signs in with. Amazon Cognito keeps it when the email changes. */
  signsInWith: string
  isEmailVerified: boolean
  /** With its dial code, or ''. */
  phone: string
  isPhoneVerified: boolean
  factors: readonly Factor[]
  /** The one that is asked for; without it one chooses at each sign-in. */
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

/** What is on from now, which of it is asked for, and what was switched off. The rest stays as it is. */
export type FactorChange = { on: readonly Factor[]; preferred: Factor | null; off?: Factor }

async function setFactors({ on, preferred, off }: FactorChange): Promise<void> {
  const changes: Parameters<typeof updateMFAPreference>[0] = {}
  for (const factor of on) changes[PREFERENCE[factor]] = factor === preferred ? 'PREFERRED' : 'NOT_PREFERRED'
  if (off) changes[PREFERENCE[off]] = 'DISABLED'
  await askSignedIn(() => updateMFAPreference(changes))
}

/** @returns the key a new authenticator app shares with the service; it counts once a code proves it */
async function startAuthenticator(): Promise<string> {
  const { sharedSecret } = await askSignedIn(() => setUpTOTP())
  return sharedSecret
}

/** Proves by a code that the app has the key. It is asked for at sign-in once `setFactors` says so. */
async function confirmAuthenticator(code: string): Promise<void> {
  await askSignedIn(() => verifyTOTPSetup({ code }))
}

/**
 * Changes the address or number to a new one, which counts once the code sent there comes back.
 *
 * @returns 'sent', or 'done' where the service asks for no code
 */
async function changeContact(contact: Contact, value: string): Promise<'sent' | 'done'> {
  const { nextStep } = await askSignedIn(() =>
    updateUserAttribute({ userAttribute: { attributeKey: contact, value } }),
  )
  return nextStep.updateAttributeStep === 'DONE' ? 'done' : 'sent'
}

/** Sends the code once more, or one for an address that was never confirmed. */
async function sendContactCode(contact: Contact): Promise<void> {
  await askSignedIn(() => sendUserAttributeVerificationCode({ userAttributeKey: contact }))
}

/** The code came back: the address or number is theirs. What the next calls prove says so too. */
async function confirmContact(contact: Contact, confirmationCode: string): Promise<void> {
  await askSignedIn(() => confirmUserAttribute({ userAttributeKey: contact, confirmationCode }))
  // The change stands; tokens that still name the old address are renewed within minutes anyway.
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
