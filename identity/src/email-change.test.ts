// What a new e-mail address does to the name people sign in with, and to those who are signed in.
import { Amplify } from 'aws-amplify'
import { fetchAuthSession, getCurrentUser, signIn, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

let world: World
const stored = new Map<string, string>()
beforeAll(async () => {
  world = await openWorld()
  const endpoint = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/identity`
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
      },
    },
  })
})
afterAll(() => world.close())
beforeEach(() => stored.clear())

async function tokensOf(username: string) {
  const { body } = await world.signIn(username)
  return body.AuthenticationResult as { AccessToken: string; IdToken: string; RefreshToken: string }
}

/** Asks for a new address and brings the code back that was sent there. */
async function moveTo(AccessToken: string, email: string) {
  const UserAttributes = [{ Name: 'email', Value: email }]
  await world.ask('UpdateUserAttributes', { AccessToken, UserAttributes })
  const Code = world.lastCode()
  return world.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })
}

const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

test('the username follows the address, and the old one is free again', async () => {
  const person = await world.addPerson()
  const { AccessToken } = await tokensOf(person.username)
  const { email, username } = world.newName()

  expect((await moveTo(AccessToken, email)).status).toBe(200)

  expect(claims((await tokensOf(username)).IdToken)).toMatchObject({
    sub: person.sub,
    email,
    'cognito:username': username,
  })
  expect(await world.signIn(person.username)).toMatchObject({ error: 'NotAuthorizedException' })
  const again = await world.identity.createUser({
    poolId: NORTHWIND.poolId,
    email: person.email,
    password: PASSWORD,
    confirmed: true,
  })
  expect(again.sub).not.toBe(person.sub)
})

test('a signed-in browser stays signed in: Amplify’s tokens under the old name keep working', async () => {
  const person = await world.addPerson()
  const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const
  await signIn({ username: person.username, password: PASSWORD, options })
  const first = await fetchAuthSession()
  const { email, username } = world.newName()
  await moveTo(first.tokens!.accessToken.toString(), email)

  for (let round = 0; round < 2; round++) {
    const { tokens } = await fetchAuthSession({ forceRefresh: true })
    expect(tokens?.idToken?.payload).toMatchObject({ email, 'cognito:username': username })
    expect(tokens?.accessToken.payload.username).toBe(username)
  }
  expect(await getCurrentUser()).toMatchObject({ userId: person.sub })
  await signOut()
  expect([...stored.keys()].filter((key) => key.includes('Token'))).toEqual([])
})

test('a taken address is refused, and its owner can still sign in', async () => {
  const taken = await world.addPerson()
  const one = await world.addPerson()
  const { AccessToken } = await tokensOf(one.username)
  expect(await moveTo(AccessToken, taken.email)).toMatchObject({ status: 400, error: 'AliasExistsException' })
  expect((await world.signIn(one.username)).status).toBe(200)
})

test('a reset code sent to the old address stops working', async () => {
  const person = await world.addPerson()
  const { AccessToken } = await tokensOf(person.username)
  const { clientId: ClientId } = NORTHWIND
  await world.ask('ForgotPassword', { ClientId, Username: person.username })
  const ConfirmationCode = world.lastCode()
  const { email, username } = world.newName()
  await moveTo(AccessToken, email)

  const Password = 'another-kettle-of-jam'
  for (const Username of [username, person.username]) {
    const reset = await world.ask('ConfirmForgotPassword', { ClientId, Username, ConfirmationCode, Password })
    expect(reset).toMatchObject({ status: 400, error: 'CodeMismatchException' })
  }
})
