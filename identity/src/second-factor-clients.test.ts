// Second factors with third-party clients: Amplify as the web app uses it, and the AWS SDK.

import {
  AssociateSoftwareTokenCommand,
  CodeMismatchException,
  CognitoIdentityProviderClient,
  EnableSoftwareTokenMFAException,
  ExpiredCodeException,
  GetUserCommand,
  InitiateAuthCommand,
  LimitExceededException,
  NotAuthorizedException,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  SoftwareTokenMFANotFoundException,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { Amplify } from 'aws-amplify'
import {
  confirmSignIn,
  confirmUserAttribute,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  updateUserAttribute,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FactorWorld, openFactorWorld, otherThan } from './testing/factor-world.ts'
import { NORTHWIND, PASSWORD } from './testing/world.ts'

let world: FactorWorld
let endpoint: string
beforeAll(async () => {
  world = await openFactorWorld()
  endpoint = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/identity`
})
afterAll(() => world.close())
beforeEach(() => world.setSite('optional'))

describe('Amplify', () => {
  beforeAll(() => {
    const stored = new Map<string, string>()
    cognitoUserPoolsTokenProvider.setKeyValueStorage({
      setItem: async (key, value) => void stored.set(key, value),
      getItem: async (key) => stored.get(key) ?? null,
      removeItem: async (key) => void stored.delete(key),
      clear: async () => stored.clear(),
    })
    Amplify.configure({
      Auth: {
        Cognito: {
          userPoolId: NORTHWIND.poolId,
          userPoolClientId: NORTHWIND.clientId,
          userPoolEndpoint: endpoint,
          loginWith: { email: true },
        },
      },
    })
  })
  afterEach(() => signOut())

  const enter = async (username: string) =>
    (await signIn({ username, password: PASSWORD, options: { authFlowType: 'USER_PASSWORD_AUTH' } })).nextStep
  const confirm = (challengeResponse: string) => confirmSignIn({ challengeResponse })

  test('sets up an app and a phone in the settings, prefers one, and turns both off', async () => {
    const { username } = await world.addPersonWith()
    await enter(username)
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })

    const setup = await setUpTOTP()
    expect(setup.getSetupUri('Northwind', 'ann@example.com').href).toContain(setup.sharedSecret)
    await expect(
      verifyTOTPSetup({ code: otherThan(world.appCode(setup.sharedSecret)) }),
    ).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
      message: 'That code isn’t right. Enter the newest code from your app.',
    })
    await verifyTOTPSetup({ code: world.appCode(setup.sharedSecret) })
    await updateMFAPreference({ totp: 'PREFERRED' })

    await updateUserAttribute({ userAttribute: { attributeKey: 'phone_number', value: '+13125550142' } })
    await expect(updateMFAPreference({ sms: 'ENABLED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    })
    await confirmUserAttribute({ userAttributeKey: 'phone_number', confirmationCode: world.lastCode() })
    await updateMFAPreference({ sms: 'ENABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['SMS', 'TOTP'], preferred: 'TOTP' })
    await updateMFAPreference({ sms: 'PREFERRED', totp: 'NOT_PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['SMS', 'TOTP'], preferred: 'SMS' })

    await updateMFAPreference({ sms: 'DISABLED', totp: 'DISABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
  })

  test('asks for the code of an app; a wrong one can be tried again', async () => {
    const { username } = await world.addPersonWith('SOFTWARE_TOKEN_MFA')
    expect(await enter(username)).toEqual({ signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' })
    const code = world.codeFor(username, 'SOFTWARE_TOKEN_MFA')
    await expect(confirm(otherThan(code))).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'That code isn’t right. Enter the newest code from your app.',
    })
    expect((await confirm(code)).isSignedIn).toBe(true)
  })

  test.each([
    ['SMS_MFA', 'CONFIRM_SIGN_IN_WITH_SMS_CODE', 'SMS'],
    ['EMAIL_OTP', 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE', 'EMAIL'],
  ] as const)('asks for the code sent for %s', async (factor, signInStep, deliveryMedium) => {
    const { username } = await world.addPersonWith(factor)
    expect(await enter(username)).toMatchObject({ signInStep, codeDeliveryDetails: { deliveryMedium } })
    await expect(confirm(otherThan(world.lastCode()))).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'That code isn’t right. Check it and try again.',
    })
    expect((await confirm(world.lastCode())).isSignedIn).toBe(true)
  })

  test('lets people choose among several', async () => {
    const { username } = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP')
    const step = await enter(username)
    expect(step).toMatchObject({ signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION' })
    expect((step as { allowedMFATypes: string[] }).allowedMFATypes.sort()).toEqual(['EMAIL', 'SMS', 'TOTP'])
    expect((await confirm('EMAIL')).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
    expect((await confirm(world.lastCode())).isSignedIn).toBe(true)
  })

  test('sets up an app while signing in', async () => {
    const { username } = await world.addPersonWith()
    await world.setSite('required')
    expect(await enter(username)).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
      allowedMFATypes: ['TOTP', 'EMAIL'],
    })
    const { nextStep } = await confirm('TOTP')
    if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep)
    const { sharedSecret } = nextStep.totpSetupDetails
    await expect(confirm(otherThan(world.appCode(sharedSecret)))).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    })
    expect((await confirm(world.appCode(sharedSecret))).isSignedIn).toBe(true)
    expect(await fetchMFAPreference()).toMatchObject({ enabled: ['TOTP'] })
    await expect(updateMFAPreference({ totp: 'DISABLED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    })
  })

  test('goes straight to the app if the site offers nothing else', async () => {
    const { username } = await world.addPersonWith()
    await world.setSite('required', ['TOTP'])
    const step = await enter(username)
    if (step.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(step.signInStep)
    expect((await confirm(world.appCode(step.totpSetupDetails.sharedSecret))).isSignedIn).toBe(true)
  })

  test('sets up the address while signing in', async () => {
    const { username, email } = await world.addPersonWith()
    await world.setSite('required')
    await enter(username)
    expect((await confirm('EMAIL')).nextStep.signInStep).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP')
    await expect(confirm('somebody@example.com')).rejects.toMatchObject({
      name: 'InvalidParameterException',
    })
    expect((await confirm(email)).nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'p***@e***' },
    })
    expect((await confirm(world.lastCode())).isSignedIn).toBe(true)
  })

  test('reports missing attributes with a new password, then asks for the second factor', async () => {
    const { email, username } = world.newName()
    const { poolId } = NORTHWIND
    await world.identity.createUser({ poolId, email, password: PASSWORD, confirmed: true, temporary: true })
    await world.setSite('required', ['EMAIL'], { requiredAttributes: ['name', 'phone_number'] })
    expect(await enter(username)).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
      missingAttributes: ['name', 'phone_number'],
    })
    const challengeResponse = 'pears-and-thyme'
    await expect(confirmSignIn({ challengeResponse })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining('name: The attribute is required'),
    })
    const userAttributes = { name: 'Ann Lee', phone_number: '+13125550142' }
    const { nextStep } = await confirmSignIn({ challengeResponse, options: { userAttributes } })
    expect(nextStep.signInStep).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP')
    await confirm(email)
    expect((await confirm(world.lastCode())).isSignedIn).toBe(true)
  })
})

describe('The AWS SDK', () => {
  const { clientId: ClientId } = NORTHWIND
  const client = () => new CognitoIdentityProviderClient({ endpoint, region: 'us-east-1', maxAttempts: 1 })
  const enter = (USERNAME: string) =>
    client().send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME, PASSWORD },
      }),
    )
  const respond = (
    ChallengeName: 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA' | 'MFA_SETUP' | 'SELECT_MFA_TYPE',
    Session: string | undefined,
    ChallengeResponses: Record<string, string>,
  ) =>
    client().send(new RespondToAuthChallengeCommand({ ClientId, ChallengeName, Session, ChallengeResponses }))

  test('sets up an app while signing in, and signs in with it', async () => {
    const { username: USERNAME } = await world.addPersonWith()
    await world.setSite('required')
    const asked = await enter(USERNAME)
    expect(asked.ChallengeName).toBe('MFA_SETUP')
    const first = await client().send(new AssociateSoftwareTokenCommand({ Session: asked.Session }))
    const code = world.appCode(first.SecretCode!)
    const verify = (UserCode: string) =>
      client().send(new VerifySoftwareTokenCommand({ Session: first.Session, UserCode }))
    await expect(verify(otherThan(code))).rejects.toThrow(EnableSoftwareTokenMFAException)
    const second = await verify(code)
    expect(second.Status).toBe('SUCCESS')
    const done = await respond('MFA_SETUP', second.Session, { USERNAME })
    const { AccessToken } = done.AuthenticationResult!
    expect((await client().send(new GetUserCommand({ AccessToken }))).UserMFASettingList).toEqual([
      'SOFTWARE_TOKEN_MFA',
    ])

    const { Session } = await enter(USERNAME)
    const answer = (SOFTWARE_TOKEN_MFA_CODE: string) =>
      respond('SOFTWARE_TOKEN_MFA', Session, { USERNAME, SOFTWARE_TOKEN_MFA_CODE })
    await expect(answer(code)).rejects.toThrow(ExpiredCodeException)
    world.wait(30)
    await expect(answer(otherThan(world.appCode(first.SecretCode!)))).rejects.toThrow(CodeMismatchException)
    expect((await answer(world.appCode(first.SecretCode!))).AuthenticationResult?.IdToken).toBeDefined()
    await expect(answer(world.appCode(first.SecretCode!, 1))).rejects.toThrow(NotAuthorizedException)
  })

  test('chooses, is locked after five wrong codes, and signs in after the lock', async () => {
    const { username: USERNAME } = await world.addPersonWith('SMS_MFA', 'SOFTWARE_TOKEN_MFA')
    const asked = await enter(USERNAME)
    expect(asked.ChallengeName).toBe('SELECT_MFA_TYPE')
    const chosen = await respond('SELECT_MFA_TYPE', asked.Session, { USERNAME, ANSWER: 'SMS_MFA' })
    const answer = (SMS_MFA_CODE: string) => respond('SMS_MFA', chosen.Session, { USERNAME, SMS_MFA_CODE })
    for (let n = 1; n <= 5; n += 1) {
      await expect(answer(otherThan(world.lastCode()))).rejects.toThrow(CodeMismatchException)
    }
    await expect(answer(world.lastCode())).rejects.toThrow(LimitExceededException)
    world.wait(1)
    expect((await answer(world.lastCode())).AuthenticationResult).toBeDefined()
  })

  test('gets a named error for a factor the site does not offer', async () => {
    const { AccessToken } = await world.addPersonWith()
    await world.setSite('optional', ['EMAIL'])
    await expect(client().send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toThrow(
      SoftwareTokenMFANotFoundException,
    )
    const preference = new SetUserMFAPreferenceCommand({ AccessToken, SMSMfaSettings: { Enabled: true } })
    await expect(client().send(preference)).rejects.toThrow('SMS_MFA is not enabled for the user pool.')
  })
})
