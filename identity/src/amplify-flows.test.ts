// Amplify's other ways in: SRP as it comes, choosing a first factor, going on after sign-up.

import { Amplify } from 'aws-amplify'
import {
  autoSignIn,
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  getCurrentUser,
  signIn,
  signOut,
  signUp,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  world.waitUntilToday()
  await world.identity.ensurePool({ ...NORTHWIND, srp: true, passwordless: true })
  const userPoolEndpoint = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/identity`
  const stored = new Map<string, string>()
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void stored.set(key, value),
    getItem: async (key) => stored.get(key) ?? null,
    removeItem: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  })
  const { poolId: userPoolId, clientId: userPoolClientId } = NORTHWIND
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } })
})
afterEach(() => signOut())
afterAll(() => world.close())

const choosing = { authFlowType: 'USER_AUTH' } as const

test('signs in by SRP, its default', async () => {
  const { username, sub } = await world.addPerson()
  await expect(signIn({ username, password: 'not-the-password' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
  expect((await signIn({ username, password: PASSWORD })).isSignedIn).toBe(true)
  expect((await getCurrentUser()).userId).toBe(sub)
  expect((await fetchAuthSession({ forceRefresh: true })).tokens?.idToken?.payload['cognito:username']).toBe(
    username,
  )
})

test('a temporary password by SRP requires a new one', async () => {
  const { email, username } = world.newName()
  const { poolId } = NORTHWIND
  await world.identity.createUser({ poolId, email, password: PASSWORD, confirmed: true, temporary: true })
  const { nextStep } = await signIn({ username, password: PASSWORD })
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
  expect((await confirmSignIn({ challengeResponse: 'pears-and-thyme' })).isSignedIn).toBe(true)
})

test('lets the person choose a code by email, or the password', async () => {
  const { username } = await world.addPerson()
  const { nextStep } = await signIn({ username, options: choosing })
  expect(nextStep).toEqual({
    signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
    availableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'],
  })
  const sent = await confirmSignIn({ challengeResponse: 'EMAIL_OTP' })
  expect(sent.nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
  })
  expect((await confirmSignIn({ challengeResponse: world.lastCode() })).isSignedIn).toBe(true)
  await signOut()

  for (const factor of ['PASSWORD', 'PASSWORD_SRP']) {
    await signIn({ username, options: choosing })
    const asked = await confirmSignIn({ challengeResponse: factor })
    expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_PASSWORD')
    expect((await confirmSignIn({ challengeResponse: PASSWORD })).isSignedIn).toBe(true)
    await signOut()
  }
})

test.each(['PASSWORD', 'PASSWORD_SRP'] as const)(
  'signs in at once when the person prefers %s',
  async (preferred) => {
    const { username } = await world.addPerson()
    const options = { ...choosing, preferredChallenge: preferred }
    expect((await signIn({ username, password: PASSWORD, options })).isSignedIn).toBe(true)
  },
)

test('signs in after sign-up without asking for the password again', async () => {
  const { email, username } = world.newName()
  const userAttributes = { email, 'custom:rewards_site_id': 'site-7' }
  await signUp({ username, password: PASSWORD, options: { userAttributes, autoSignIn: choosing } })
  const { nextStep } = await confirmSignUp({ username, confirmationCode: world.lastCode() })
  expect(nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN')
  expect((await autoSignIn()).isSignedIn).toBe(true)
  expect((await getCurrentUser()).username).toBe(username)
})
