// The client library before Amplify: stock SRP, and refreshing by the older flow.

import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
let Pool: CognitoUserPool
beforeAll(async () => {
  world = await openWorld()
  world.waitUntilToday()
  await world.identity.ensurePool({ ...NORTHWIND, srp: true, mfa: 'optional' })
  const endpoint = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/identity/`
  const { poolId: UserPoolId, clientId: ClientId } = NORTHWIND
  Pool = new CognitoUserPool({ UserPoolId, ClientId, endpoint, Storage: makeStorage() })
})
afterAll(() => world.close())

function makeStorage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  }
}

const userOf = (Username: string) => new CognitoUser({ Username, Pool, Storage: makeStorage() })

type SignedIn = { session: CognitoUserSession } | { newPasswordRequired: true } | { totpRequired: true }

function signIn(user: CognitoUser, password = PASSWORD, flow = 'USER_SRP_AUTH') {
  user.setAuthenticationFlowType(flow)
  const details = new AuthenticationDetails({ Username: user.getUsername(), Password: password })
  return new Promise<SignedIn>((resolve, reject) => {
    user.authenticateUser(details, {
      onSuccess: (session: CognitoUserSession) => resolve({ session }),
      onFailure: reject,
      newPasswordRequired: () => resolve({ newPasswordRequired: true }),
      totpRequired: () => resolve({ totpRequired: true }),
    })
  })
}

/** The library's other callbacks, as promises. */
function done<T>(start: (callbacks: { onSuccess(value: T): void; onFailure(cause: unknown): void }) => void) {
  return new Promise<T>((onSuccess, onFailure) => start({ onSuccess, onFailure }))
}
function called<T>(start: (callback: (cause: unknown, value?: T) => void) => void) {
  return new Promise<T | undefined>((resolve, reject) =>
    start((cause, value) => (cause ? reject(cause) : resolve(value))),
  )
}

async function sessionOf(user: CognitoUser, password?: string, flow?: string): Promise<CognitoUserSession> {
  const outcome = await signIn(user, password, flow)
  if (!('session' in outcome)) throw new Error(`not signed in: ${JSON.stringify(outcome)}`)
  return outcome.session
}

test.each(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'])(
  'signs up, confirms, signs in by %s and refreshes',
  async (flow) => {
    const { email, username } = world.newName()
    const attributes = [
      new CognitoUserAttribute({ Name: 'email', Value: email }),
      new CognitoUserAttribute({ Name: 'custom:rewards_site_id', Value: 'site-7' }),
    ]
    await called((callback) => Pool.signUp(username, PASSWORD, attributes, [], callback))
    const user = userOf(username)
    await expect(signIn(user, PASSWORD, flow)).rejects.toMatchObject({ code: 'UserNotConfirmedException' })
    await called((callback) => userOf(username).confirmRegistration(world.lastCode(), false, callback))
    await expect(signIn(userOf(username), 'not-the-password', flow)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    })

    const signedIn = userOf(username)
    const session = await sessionOf(signedIn, PASSWORD, flow)
    expect(session.getIdToken().payload).toMatchObject({ 'cognito:username': username, email })
    const fresh = await called<CognitoUserSession>((callback) =>
      signedIn.refreshSession(session.getRefreshToken(), callback),
    )
    expect(fresh?.getAccessToken().payload).toMatchObject({
      origin_jti: session.getAccessToken().payload.origin_jti,
    })
    const known = await called<CognitoUserAttribute[]>((callback) => signedIn.getUserAttributes(callback))
    expect(known?.find((one) => one.getName() === 'email')?.getValue()).toBe(email)
  },
)

test('an unknown name fails like a wrong password', async () => {
  await expect(signIn(userOf(world.newName().username))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
})

test('changes a password, replaces a forgotten one, signs out everywhere and closes the account', async () => {
  const { username } = await world.addPerson()
  const user = userOf(username)
  await sessionOf(user)
  await called((callback) => user.changePassword(PASSWORD, 'pears-and-thyme', callback))
  await sessionOf(userOf(username), 'pears-and-thyme')

  await done((callbacks) => userOf(username).forgotPassword(callbacks))
  await done<string>((callbacks) =>
    userOf(username).confirmPassword(world.lastCode(), 'pears-and-basil', callbacks),
  )
  const again = userOf(username)
  await sessionOf(again, 'pears-and-basil')
  await done<string>((callbacks) => again.globalSignOut(callbacks))

  const last = userOf(username)
  await sessionOf(last, 'pears-and-basil')
  await called((callback) => last.deleteUser(callback as never))
  await expect(signIn(userOf(username), 'pears-and-basil')).rejects.toMatchObject({
    message: 'Incorrect username or password.',
  })
})

test('an account staff opened asks for an own password, also after SRP', async () => {
  const { email, username } = world.newName()
  const { poolId } = NORTHWIND
  await world.identity.createUser({ poolId, email, password: PASSWORD, confirmed: true, temporary: true })
  const user = userOf(username)
  expect(await signIn(user)).toEqual({ newPasswordRequired: true })
  await done<CognitoUserSession>((callbacks) =>
    user.completeNewPasswordChallenge('pears-and-thyme', {}, callbacks),
  )
  expect(await signIn(userOf(username), 'pears-and-thyme')).toHaveProperty('session')
})

test('sets up an authenticator app, and is asked for its code after SRP', async () => {
  const { username } = await world.addPerson()
  const user = userOf(username)
  await sessionOf(user)
  const secret = await new Promise<string>((associateSecretCode, onFailure) =>
    user.associateSoftwareToken({ associateSecretCode, onFailure }),
  )
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => app.generate({ timestamp: world.now().getTime() })
  await done<CognitoUserSession>((callbacks) => user.verifySoftwareToken(code(), 'kitchen', callbacks))
  await called((callback) =>
    user.setUserMfaPreference(null, { PreferredMfa: true, Enabled: true }, callback as never),
  )

  world.wait(30)
  const back = userOf(username)
  expect(await signIn(back)).toEqual({ totpRequired: true })
  const session = await done<CognitoUserSession>((callbacks) =>
    back.sendMFACode(code(), callbacks, 'SOFTWARE_TOKEN_MFA'),
  )
  expect(session.isValid()).toBe(true)
})

test('the same user object signs in after a typo, again later, and after a forgotten password', async () => {
  const { username, email } = await world.addPerson()
  const user = userOf(username)
  await expect(signIn(user, 'not-the-password')).rejects.toMatchObject({
    message: 'Incorrect username or password.',
  })
  // From here on the library names the user by USER_ID_FOR_SRP.
  await sessionOf(user)
  await sessionOf(user)
  await done((callbacks) => user.forgotPassword(callbacks))
  expect(world.mailbox.at(-1)).toMatchObject({ purpose: 'reset-password', destination: email })
  await done<string>((callbacks) => user.confirmPassword(world.lastCode(), 'pears-and-basil', callbacks))
  await sessionOf(user, 'pears-and-basil')
})
