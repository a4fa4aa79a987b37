import { getDiffieHellman } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSrpClient } from './testing/srp-client.ts'
import { type Answer, NORTHWIND, openWorld, PASSWORD, type World } from './testing/world.ts'

const WRONG = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }

let world: World
beforeAll(async () => {
  world = await openWorld()
  await switchSrp(true)
})
afterAll(() => world.close())

const switchSrp = (srp: boolean) => world.identity.ensurePool({ ...NORTHWIND, srp })

const open = (username: string, SRP_A: string) =>
  world.ask('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: world.ClientId,
    AuthParameters: { USERNAME: username, SRP_A },
  })

const respond = (ChallengeResponses: object, ClientId = world.ClientId) =>
  world.ask('RespondToAuthChallenge', { ClientId, ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses })

async function openExchange(username: string) {
  const client = makeSrpClient('Northwind')
  const { body } = await open(username, client.A)
  const answer = (password = PASSWORD, at = world.now()) =>
    client.answer(body.ChallengeParameters, password, at)
  return { parameters: body.ChallengeParameters, answer }
}

async function signInBySrp(username: string, password = PASSWORD): Promise<Answer> {
  const { answer } = await openExchange(username)
  return respond(answer(password))
}

const verifiers = async () =>
  (await world.db.selectFrom('identity.users').select('srp_verifier').execute()).map(
    (row) => row.srp_verifier,
  )

test('the right password signs in without being sent', async () => {
  const { username } = await world.addPerson()
  expect(await signInBySrp(username)).toMatchObject({
    status: 200,
    body: { AuthenticationResult: { TokenType: 'Bearer' } },
  })
})

test('a wrong password and an unknown name get the same answers in both steps', async () => {
  const { username } = await world.addPerson()
  const nobody = world.newName().username

  for (const name of [username, nobody]) {
    const first = await openExchange(name)
    const again = await openExchange(name)
    expect(first.parameters.SALT).toMatch(/^[0-9a-f]{32}$/)
    expect(first.parameters.USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
    expect(again.parameters).toMatchObject({
      SALT: first.parameters.SALT,
      USER_ID_FOR_SRP: first.parameters.USER_ID_FOR_SRP,
      USERNAME: name,
    })
    expect(again.parameters.SRP_B).not.toBe(first.parameters.SRP_B)
    expect(await respond(first.answer('not-the-password'))).toMatchObject({ status: 400, body: WRONG })
    // One exchange is one guess.
    expect((await respond(first.answer())).body.message).toBe('Invalid session for the user.')
  }
})

test('a right answer works once, within three minutes, for its own site and name', async () => {
  const { username } = await world.addPerson()
  const { answer } = await openExchange(username)
  const right = answer()

  const elsewhere = await respond(right, 'acornclient00000000000001')
  expect(elsewhere.body.message).toBe('USER_SRP_AUTH is not enabled for the client.')
  const asAnother = await respond({ ...right, USERNAME: world.newName().username })
  expect(asAnother.body.message).toBe('Invalid session for the user.')
  expect((await respond(right)).status).toBe(200)
  expect((await respond(right)).body.message).toBe('Invalid session for the user.')

  const late = await openExchange(username)
  world.wait(180)
  expect((await respond(late.answer())).body.message).toBe(
    'Invalid session for the user, session is expired.',
  )
})

test('concurrent answers to one exchange count as one', async () => {
  const { username } = await world.addPerson()
  const { answer } = await openExchange(username)
  const answers = await Promise.all([respond(answer()), respond(answer())])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a proof made long before or after now is refused', async () => {
  const { username } = await world.addPerson()
  const { answer } = await openExchange(username)
  for (const minutes of [-6, 6]) {
    const at = new Date(world.now().getTime() + minutes * 60_000)
    expect((await respond(answer(PASSWORD, at))).error).toBe('InvalidParameterException')
  }
  expect((await respond({ ...answer(), TIMESTAMP: 'yesterday' })).error).toBe('InvalidParameterException')
  const slow = new Date(world.now().getTime() - 4 * 60_000)
  expect((await respond(answer(PASSWORD, slow))).status).toBe(200)
})

test('public values that would accept every password are refused', async () => {
  const { username } = await world.addPerson()
  const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`)
  for (const A of [0n, N, 2n * N, 1n, N - 1n, N + 1n]) {
    expect((await open(username, A.toString(16))).error).toBe('InvalidParameterException')
  }
  expect((await open(username, 'no number')).error).toBe('InvalidParameterException')
})

test('failures lock like those of a plain password and count with them', async () => {
  for (const { username } of [await world.addPerson(), world.newName()]) {
    const early = await openExchange(username)
    for (let n = 1; n <= 3; n += 1) await signInBySrp(username, 'not-the-password')
    for (let n = 1; n <= 2; n += 1) await world.signIn(username, 'not-the-password')
    expect((await respond(early.answer())).body.message).toBe(
      'Too many attempts. Wait a few minutes, then try again.',
    )
    world.wait(2)
  }
})

test('a success resets the failures', async () => {
  const { username } = await world.addPerson()
  for (let round = 1; round <= 2; round += 1) {
    for (let n = 1; n <= 4; n += 1) await signInBySrp(username, 'not-the-password')
    expect((await signInBySrp(username)).status).toBe(200)
  }
})

describe('The verifier', () => {
  test('follows every change of the password', async () => {
    const { email, username } = world.newName()
    const attributes = [
      { Name: 'email', Value: email },
      { Name: 'custom:rewards_site_id', Value: 'site-7' },
    ]
    const { ClientId } = world
    await world.ask('SignUp', {
      ClientId,
      Username: username,
      Password: PASSWORD,
      UserAttributes: attributes,
    })
    expect((await signInBySrp(username)).error).toBe('UserNotConfirmedException')
    await world.ask('ConfirmSignUp', { ClientId, Username: username, ConfirmationCode: world.lastCode() })
    const { AccessToken } = (await signInBySrp(username)).body.AuthenticationResult

    await world.ask('ChangePassword', {
      AccessToken,
      PreviousPassword: PASSWORD,
      ProposedPassword: 'pears-and-thyme',
    })
    expect((await signInBySrp(username)).body).toEqual(WRONG)
    expect((await signInBySrp(username, 'pears-and-thyme')).status).toBe(200)

    await world.ask('ForgotPassword', { ClientId, Username: username })
    await world.ask('ConfirmForgotPassword', {
      ClientId,
      Username: username,
      ConfirmationCode: world.lastCode(),
      Password: 'pears-and-basil',
    })
    expect((await signInBySrp(username, 'pears-and-thyme')).body).toEqual(WRONG)
    expect((await signInBySrp(username, 'pears-and-basil')).status).toBe(200)
  })

  test('of a temporary password leads to the new-password challenge', async () => {
    const { email, username } = world.newName()
    const { poolId } = NORTHWIND
    await world.identity.createUser({ poolId, email, password: PASSWORD, confirmed: true, temporary: true })
    const { answer, parameters } = await openExchange(username)
    const { body } = await respond(answer())
    expect(body.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')

    // The client goes on under the id it was given.
    const next = await world.ask('RespondToAuthChallenge', {
      ClientId: world.ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: body.Session,
      ChallengeResponses: { USERNAME: parameters.USER_ID_FOR_SRP, NEW_PASSWORD: 'pears-and-thyme' },
    })
    expect(next.status).toBe(200)
    expect((await signInBySrp(username, 'pears-and-thyme')).status).toBe(200)
  })

  test('is stored encrypted', async () => {
    await world.addPerson()
    for (const sealed of await verifiers()) {
      expect(Buffer.from(sealed ?? '', 'base64url').toString()).not.toContain('salt')
    }
  })

  test('is deleted when SRP is turned off, and created again with the next plain password', async () => {
    const { username } = await world.addPerson()
    await switchSrp(false)
    expect(new Set(await verifiers())).toEqual(new Set([null]))
    expect((await open(username, 'abc')).body.message).toBe('USER_SRP_AUTH is not enabled for the client.')
    expect((await world.signIn(username)).status).toBe(200)
    expect(new Set(await verifiers())).toEqual(new Set([null]))

    await switchSrp(true)
    expect((await signInBySrp(username)).body).toEqual(WRONG)
    expect((await world.signIn(username)).status).toBe(200)
    expect((await signInBySrp(username)).status).toBe(200)
  })
})
