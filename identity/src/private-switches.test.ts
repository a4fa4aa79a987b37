import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PrivateSession } from './private-pools.ts'
import { NORTHWIND, openWorld, type World } from './testing/world.ts'

const PASSWORD = 'a-desk-lamp-and-tea'
const IP = '127.0.0.1'
const POOLS = ['desk_1', 'desk_2', 'desk_3'] as const
type PoolId = (typeof POOLS)[number]

let world: World
let pools: World['identity']['privatePools']
let username: string
let subs: Record<PoolId, string>
beforeAll(async () => {
  world = await openWorld()
  pools = world.identity.privatePools
  for (const poolId of POOLS) {
    await pools.ensure(world.db, {
      poolId,
      clientId: poolId.replace('_', ''),
      identityPoolId: poolId.replace('_', ':').replace('desk', 'd'),
      siteId: poolId,
      passwordPolicy: { ...NORTHWIND.passwordPolicy, minLength: 12 },
      blockedWords: [],
    })
  }
})
afterAll(() => world.close())
beforeEach(async () => {
  username = `${randomUUID()}@staff.example`
  subs = { desk_1: randomUUID(), desk_2: randomUUID(), desk_3: randomUUID() }
  const kept = await pools.hashPassword(PASSWORD)
  for (const poolId of POOLS) {
    await pools.open(world.db, poolId, { sub: subs[poolId], email: username, kept, isTemporary: false })
  }
})

/** Signs in with password and app, which is set up first. */
async function signIn(poolId: PoolId) {
  const started = await pools.startSignIn(poolId, { username, password: PASSWORD }, IP)
  if (started.step !== 'set_up') throw new Error('the app is set up already')
  const secret = Secret.fromBase32(started.secret)
  const code = TOTP.generate({ secret, timestamp: +world.now() })
  const { token, sub } = await pools.finishSignIn(poolId, { ticket: started.ticket, code }, IP)
  return { token, sub, session: (await pools.readSession(poolId, token))! }
}

async function ask(session: PrivateSession, poolId: PoolId) {
  const { verifier, challenge } = pools.makeVerifier()
  const started = await pools.startSwitch(session, poolId, challenge)
  return { verifier, ticket: started!.ticket, isConnected: started!.isConnected }
}

/** Signed in to the first two, and connected. */
async function connected() {
  const one = await signIn('desk_1')
  const proof = await ask(one.session, 'desk_2')
  const two = await signIn('desk_2')
  await pools.connect('desk_2', proof, two)
  return { one, two }
}

async function arrive(session: PrivateSession, poolId: PoolId, former?: string) {
  const { token, sub } = await pools.finishSwitch(poolId, await ask(session, poolId), former)
  return { token, sub, session: (await pools.readSession(poolId, token))! }
}

const isOpen = async (poolId: PoolId, { token }: { token: string }) =>
  (await pools.readSession(poolId, token)) !== undefined
const REFUSED = 'session'

describe('a switch between private pools', () => {
  test('needs a sign-in to both accounts first, and then none, in both directions', async () => {
    const one = await signIn('desk_1')
    expect(await pools.listSwitches(one.session, POOLS)).toEqual(
      new Map([
        ['desk_1', false],
        ['desk_2', false],
        ['desk_3', false],
      ]),
    )
    const proof = await ask(one.session, 'desk_2')
    expect(proof.isConnected).toBe(false)
    await expect(pools.finishSwitch('desk_2', proof, undefined)).rejects.toThrow(REFUSED)

    const two = await signIn('desk_2')
    expect(await pools.connect('desk_2', proof, two)).toEqual({ sub: one.sub, fromPool: 'desk_1' })
    const there = await arrive(one.session, 'desk_2')
    expect(there.sub).toBe(subs.desk_2)
    expect((await arrive(there.session, 'desk_1')).sub).toBe(subs.desk_1)
    expect((await pools.listSwitches(one.session, POOLS)).get('desk_3')).toBe(false)
  })

  test('does not trust a name: an account that only shares it isn’t connected', async () => {
    const one = await signIn('desk_1')
    const proof = await ask(one.session, 'desk_2')
    username = `${randomUUID()}@staff.example`
    const sub = randomUUID()
    const kept = await pools.hashPassword(PASSWORD)
    await pools.open(world.db, 'desk_2', { sub, email: username, kept, isTemporary: false })
    const other = await signIn('desk_2')
    expect(await pools.connect('desk_2', proof, other)).toBeUndefined()
    expect((await pools.listSwitches(one.session, POOLS)).get('desk_2')).toBe(false)
  })

  test('connects a third account to both', async () => {
    const { one, two } = await connected()
    const proof = await ask(two.session, 'desk_3')
    await pools.connect('desk_3', proof, await signIn('desk_3'))
    expect((await arrive(one.session, 'desk_3')).sub).toBe(subs.desk_3)
  })

  test('accepts a ticket once, for a minute, in its pool, from the browser that asked', async () => {
    const { one } = await connected()
    const used = await ask(one.session, 'desk_2')
    await pools.finishSwitch('desk_2', used, undefined)
    const stolen = { ...(await ask(one.session, 'desk_2')), verifier: pools.makeVerifier().verifier }
    const elsewhere = await ask(one.session, 'desk_2')
    const asSecondStep = (await ask(one.session, 'desk_2')).ticket
    await expect(pools.finishSwitch('desk_2', used, undefined)).rejects.toThrow(REFUSED)
    await expect(pools.finishSwitch('desk_2', stolen, undefined)).rejects.toThrow(REFUSED)
    await expect(pools.finishSwitch('desk_3', elsewhere, undefined)).rejects.toThrow(REFUSED)
    await expect(pools.finishSwitch('desk_1', await ask(one.session, 'desk_2'), undefined)).rejects.toThrow(
      REFUSED,
    )
    await expect(pools.finishSignIn('desk_2', { ticket: asSecondStep, code: '123456' }, IP)).rejects.toThrow(
      REFUSED,
    )
    const late = await ask(one.session, 'desk_2')
    world.wait(60)
    await expect(pools.finishSwitch('desk_2', late, undefined)).rejects.toThrow(REFUSED)
  })

  test('opens one session for two requests with one ticket', async () => {
    const { one } = await connected()
    const proof = await ask(one.session, 'desk_2')
    const tries = await Promise.allSettled([
      pools.finishSwitch('desk_2', proof, undefined),
      pools.finishSwitch('desk_2', proof, undefined),
    ])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('replaces the session that the browser had there', async () => {
    const { one } = await connected()
    const first = await arrive(one.session, 'desk_2')
    const second = await arrive(one.session, 'desk_2', first.token)
    expect([await isOpen('desk_2', first), await isOpen('desk_2', second)]).toEqual([false, true])
    // It doesn’t end a session of another pool.
    await arrive(one.session, 'desk_2', one.token)
    expect(await isOpen('desk_1', one)).toBe(true)
  })

  test('is refused once the session it comes from has ended', async () => {
    const { one } = await connected()
    const proof = await ask(one.session, 'desk_2')
    await pools.endSession(one.session, IP)
    await expect(pools.finishSwitch('desk_2', proof, undefined)).rejects.toThrow(REFUSED)
  })

  test('is refused once the accounts are no longer connected', async () => {
    const { one } = await connected()
    const proof = await ask(one.session, 'desk_2')
    await world.db.deleteFrom('identity.people').where('sub', '=', one.sub).execute()
    await expect(pools.finishSwitch('desk_2', proof, undefined)).rejects.toThrow(REFUSED)
  })

  test.each([
    [
      'renewed password',
      async (sub: string) => pools.renewPassword(world.db, sub, await pools.hashPassword('x')),
    ],
    ['removed app', (sub: string) => pools.forgetAuthenticator(world.db, sub, 'staff:1')],
    ['disabled account', (sub: string) => pools.setEnabled(world.db, sub, false, 'staff:1')],
  ])('ends, and has to be proven again, after a %s on either side', async (_name, change) => {
    for (const changed of ['desk_1', 'desk_2'] as const) {
      for (const poolId of POOLS) {
        await pools.forgetAuthenticator(world.db, subs[poolId], 'staff:1')
        await pools.setEnabled(world.db, subs[poolId], true, 'staff:1')
      }
      const { one } = await connected()
      const there = await arrive(one.session, 'desk_2')
      const proof = await ask(one.session, 'desk_2')
      await change(subs[changed])
      expect(await isOpen('desk_2', there)).toBe(false)
      await expect(pools.finishSwitch('desk_2', proof, undefined)).rejects.toThrow(REFUSED)
      const rows = await world.db
        .selectFrom('identity.people')
        .selectAll()
        .where('sub', '=', subs[changed])
        .execute()
      expect(rows).toEqual([])
      const kept = await pools.hashPassword(PASSWORD)
      await world.db
        .updateTable('identity.users')
        .set({ status: 'CONFIRMED', password_hash: kept.password_hash })
        .where('sub', '=', subs[changed])
        .execute()
    }
  })
})

describe('a sign-in on several sites', () => {
  test('ends everywhere with one sign-out, and only that sign-in', async () => {
    const { one } = await connected()
    const there = await arrive(one.session, 'desk_2')
    const back = await arrive(there.session, 'desk_1')
    const elsewhere = await world.db.transaction().execute((tx) => pools.openSession(tx, subs.desk_1))
    await pools.endSession(there.session, IP)
    expect(await isOpen('desk_1', one)).toBe(false)
    expect(await isOpen('desk_2', there)).toBe(false)
    expect(await isOpen('desk_1', back)).toBe(false)
    expect(await isOpen('desk_1', { token: elsewhere })).toBe(true)
  })

  test('includes the sign-in that connected the sites', async () => {
    const { one, two } = await connected()
    await pools.endSession(one.session, IP)
    expect(await isOpen('desk_2', two)).toBe(false)
  })

  test('ends twelve hours after its password, however often staff switch', async () => {
    const { one } = await connected()
    let session = one.session
    for (let step = 0; step < 35; step += 1) {
      world.wait(20 * 60)
      session = (await arrive(session, step % 2 === 0 ? 'desk_2' : 'desk_1')).session
    }
    const last = await arrive(session, 'desk_2')
    expect(await isOpen('desk_2', last)).toBe(true)
    world.wait(20 * 60)
    expect(await isOpen('desk_2', last)).toBe(false)
  })

  test('stays open when its person changes their password, and their other sign-ins end', async () => {
    const { one } = await connected()
    const there = await arrive(one.session, 'desk_2')
    const other = await world.db.transaction().execute((tx) => pools.openSession(tx, subs.desk_1))
    const otherThere = await arrive((await pools.readSession('desk_1', other))!, 'desk_2')
    await pools.changePassword(one.session, { previous: PASSWORD, proposed: 'a-lighthouse-in-fog' }, IP)
    expect([await isOpen('desk_1', one), await isOpen('desk_2', there)]).toEqual([true, true])
    expect([await isOpen('desk_1', { token: other }), await isOpen('desk_2', otherThere)]).toEqual([
      false,
      false,
    ])
  })
})
