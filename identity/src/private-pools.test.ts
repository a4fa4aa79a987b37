import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NORTHWIND, openWorld, type World } from './testing/world.ts'

const POOL = 'house_1'
const ClientId = 'house1'
const PASSWORD = 'a-desk-lamp-and-tea'
const IP = '127.0.0.1'

let world: World
let pools: World['identity']['privatePools']
let username: string
let sub: string
beforeAll(async () => {
  world = await openWorld()
  pools = world.identity.privatePools
  await pools.ensure(world.db, {
    poolId: POOL,
    clientId: ClientId,
    identityPoolId: 'house:1',
    siteId: 'site-7',
    passwordPolicy: { ...NORTHWIND.passwordPolicy, minLength: 12 },
    blockedWords: [],
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  username = `${randomUUID()}@staff.example`
  sub = randomUUID()
  const kept = await pools.hashPassword(PASSWORD)
  await pools.open(world.db, POOL, { sub, email: username, kept, isTemporary: false })
})

const appCode = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: +world.now() + steps * 30_000 })
const start = (password = PASSWORD) => pools.startSignIn(POOL, { username, password }, IP)

/** Sets the app up. @returns the session, and the app's secret */
async function enter() {
  const started = await start()
  if (started.step !== 'set_up') throw new Error('the app is set up already')
  const { ticket, secret } = started
  const opened = await pools.finishSignIn(POOL, { ticket, code: appCode(secret, -1) }, IP)
  return { ...opened, secret }
}

describe('A private pool', () => {
  test('does not exist on the wire', async () => {
    const named = { ClientId, Username: username }
    const asked = [
      world.ask('InitiateAuth', {
        ...{ ClientId, AuthFlow: 'USER_PASSWORD_AUTH' },
        AuthParameters: { USERNAME: username, PASSWORD },
      }),
      world.ask('ForgotPassword', named),
      world.ask('ConfirmForgotPassword', { ...named, ConfirmationCode: '123456', Password: PASSWORD }),
      world.ask('SignUp', { ...named, Password: PASSWORD, UserAttributes: [] }),
      world.ask('GetId', { IdentityPoolId: 'house:1' }),
    ]
    for (const { error } of await Promise.all(asked)) expect(error).toBe('ResourceNotFoundException')
    const keys = await world.app.inject(`/identity/${POOL}/.well-known/jwks.json`)
    expect(keys.statusCode).toBe(404)
    expect(world.mailbox).toEqual([])
  })

  test('accepts its tickets only from the server itself', async () => {
    const { ticket: Session } = await start()
    const onTheWire = await world.ask('AssociateSoftwareToken', { Session })
    expect(onTheWire.error).toBe('NotAuthorizedException')
    const customer = await world.addPerson()
    const { body } = await world.signIn(customer.username)
    const { RefreshToken } = body.AuthenticationResult as { RefreshToken: string }
    expect(await pools.readSession(POOL, RefreshToken)).toBeUndefined()
  })

  test('needs both password and app to open a session', async () => {
    const { token, secret } = await enter()
    expect(await pools.readSession(POOL, token)).toMatchObject({ sub, mustChangePassword: false })
    expect(await pools.readSession('another_1', token)).toBeUndefined()

    const { step, ticket } = await start()
    expect(step).toBe('code')
    await expect(pools.finishSignIn(POOL, { ticket, code: '12345' }, IP)).rejects.toThrow('recovery code')
    await expect(pools.finishSignIn('another_1', { ticket, code: appCode(secret) }, IP)).rejects.toThrow(
      'session',
    )
    expect((await pools.finishSignIn(POOL, { ticket, code: appCode(secret) }, IP)).sub).toBe(sub)
  })

  test('locks a name after five wrong passwords, also an unknown one', async () => {
    for (const name of [username, 'nobody@staff.example']) {
      const guess = () => pools.startSignIn(POOL, { username: name, password: 'wrong' }, IP)
      for (let count = 0; count < 5; count += 1) await expect(guess()).rejects.toThrow('Incorrect username')
      await expect(guess()).rejects.toThrow('Too many attempts')
    }
  })

  test('ends tickets and sessions when the password is replaced, the app removed, or the account disabled', async () => {
    const changes = [
      async () => pools.renewPassword(world.db, sub, await pools.hashPassword('another-desk-lamp')),
      () => pools.forgetAuthenticator(world.db, sub, 'staff:1'),
      () => pools.setEnabled(world.db, sub, false, 'staff:1'),
      () => pools.signOut(world.db, sub),
    ]
    for (const change of changes) {
      await pools.setEnabled(world.db, sub, true, 'staff:1')
      const token = await world.db.transaction().execute((tx) => pools.openSession(tx, sub))
      expect(await pools.readSession(POOL, token)).toBeDefined()
      await change()
      expect(await pools.readSession(POOL, token)).toBeUndefined()
    }
  })

  test('requires a new password in the session; a temporary one expires after seven days', async () => {
    const { password, kept } = await pools.makeOneTimePassword()
    const { secret } = await enter()
    await pools.renewPassword(world.db, sub, kept)
    const { ticket } = await start(password)
    const { token, mustChangePassword } = await pools.finishSignIn(
      POOL,
      { ticket, code: appCode(secret) },
      IP,
    )
    expect(mustChangePassword).toBe(true)
    const session = (await pools.readSession(POOL, token))!
    await pools.changePassword(session, { previous: password, proposed: 'a-lighthouse-in-fog' }, IP)
    expect(await pools.readSession(POOL, token)).toMatchObject({ mustChangePassword: false })

    const again = await pools.makeOneTimePassword()
    await pools.renewPassword(world.db, sub, again.kept)
    world.wait(7 * 86_400)
    await expect(start(again.password)).rejects.toThrow('expired')
  })
})
