import { Secret, TOTP } from 'otpauth'
import type { MfaFactor, MfaMode, MfaType } from '../database.ts'
import type { PoolSettings } from '../mount.ts'
import { NORTHWIND, openWorld, PASSWORD } from './world.ts'

const ALL: MfaType[] = ['SMS', 'TOTP', 'EMAIL']

/** The answer field of each factor's challenge. */
export const ANSWER_OF: Record<MfaFactor, string> = {
  SMS_MFA: 'SMS_MFA_CODE',
  SOFTWARE_TOKEN_MFA: 'SOFTWARE_TOKEN_MFA_CODE',
  EMAIL_OTP: 'EMAIL_OTP_CODE',
}

const SETTINGS_OF: Record<MfaFactor, string> = {
  SMS_MFA: 'SMSMfaSettings',
  SOFTWARE_TOKEN_MFA: 'SoftwareTokenMfaSettings',
  EMAIL_OTP: 'EmailMfaSettings',
}

export const INVALID_SESSION = {
  status: 400,
  error: 'NotAuthorizedException',
  body: { message: 'Invalid session for the user.' },
}

/** A different code. */
export const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

/** The service with a site that offers second factors. */
export async function openFactorWorld() {
  const world = await openWorld()
  const { ClientId, ask } = world
  /** Secrets of authenticator apps by username. */
  const apps = new Map<string, string>()
  let phones = 0

  const setSite = (mfa: MfaMode, mfaFactors = ALL, more: Partial<PoolSettings> = {}) =>
    world.identity.ensurePool({ ...NORTHWIND, mfa, mfaFactors, ...more })
  await setSite('optional')

  /** An app's code, some 30-second steps from now. */
  const appCode = (secret: string, steps = 0) =>
    TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: world.now().getTime() + steps * 30_000,
    })

  const prefer = (AccessToken: string, settings: object) =>
    ask('SetUserMFAPreference', { AccessToken, ...settings })

  const setFactor = (AccessToken: string, factor: MfaFactor, Enabled: boolean, PreferredMfa?: boolean) =>
    prefer(AccessToken, { [SETTINGS_OF[factor]]: { Enabled, PreferredMfa } })

  /** Adds and verifies a phone number. */
  async function provePhone(AccessToken: string): Promise<string> {
    phones += 1
    const Value = `+1312555${String(phones).padStart(4, '0')}`
    await ask('UpdateUserAttributes', {
      AccessToken,
      UserAttributes: [{ Name: 'phone_number', Value }],
    })
    await ask('VerifyUserAttribute', { AccessToken, AttributeName: 'phone_number', Code: world.lastCode() })
    return Value
  }

  async function setUpApp(AccessToken: string): Promise<string> {
    const { SecretCode } = (await ask('AssociateSoftwareToken', { AccessToken })).body
    // The previous code, so that the next sign-in can use the current one.
    await ask('VerifySoftwareToken', { AccessToken, UserCode: appCode(SecretCode, -1) })
    return SecretCode
  }

  /** A signed-in person of Northwind with these factors turned on. */
  async function addPersonWith(...factors: MfaFactor[]) {
    await setSite('optional')
    const person = await world.addPerson()
    const { AccessToken } = (await world.signIn(person.username)).body.AuthenticationResult as {
      AccessToken: string
    }
    let phone: string | undefined
    for (const factor of factors) {
      if (factor === 'SMS_MFA') phone = await provePhone(AccessToken)
      if (factor === 'SOFTWARE_TOKEN_MFA') apps.set(person.username, await setUpApp(AccessToken))
      await setFactor(AccessToken, factor, true)
    }
    return { ...person, AccessToken, phone }
  }

  /** The person's current code. */
  const codeFor = (username: string, factor: MfaFactor): string =>
    factor === 'SOFTWARE_TOKEN_MFA' ? appCode(apps.get(username)!) : world.lastCode()

  const respond = (
    username: string,
    ChallengeName: string,
    Session: string | undefined,
    answers: Record<string, unknown>,
    clientId = ClientId,
  ) =>
    ask('RespondToAuthChallenge', {
      ClientId: clientId,
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: username, ...answers },
    })

  const answer = (username: string, factor: MfaFactor, Session: string, code: string, clientId = ClientId) =>
    respond(username, factor, Session, { [ANSWER_OF[factor]]: code }, clientId)

  /** Signs in up to the first challenge. */
  async function openSignIn(username: string, password = PASSWORD) {
    const { body } = await world.signIn(username, password)
    return body
  }

  return {
    ...world,
    setSite,
    appCode,
    apps,
    prefer,
    setFactor,
    provePhone,
    setUpApp,
    addPersonWith,
    codeFor,
    respond,
    answer,
    openSignIn,
  }
}

export type FactorWorld = Awaited<ReturnType<typeof openFactorWorld>>
