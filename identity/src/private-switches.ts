import { randomUUID } from 'node:crypto'
import { type Accounts, after, type Call } from './accounts.ts'
import { invalidSession } from './cognito-error.ts'
import type { AnyTx, Db, Tx, User } from './database.ts'
import { hasTemporaryPassword, PRIVATE_RULES, privateCall } from './private-call.ts'
import type { PrivateSession } from './private-pools.ts'
import { digest, makeToken, sameDigest } from './secrecy.ts'
import { addSessionOf, endSessionOfToken, joinSignIn } from './sessions.ts'
import { findUser, findUserForUpdate, readUser } from './users.ts'

/** A switch follows automatically within seconds. */
const SWITCH_WITHIN_MS = 60_000

/** Between the sites' pages: a ticket, which says who, and the arriving browser's own proof that it asked for it. */
type Proof = { ticket: string; verifier: string }
type Kind = 'SWITCH' | 'CONNECT'
type Kept = { pool: string; session: string; challenge: string }

/**
 * Switches between the accounts that one person has in several private pools, under one name. The name alone proves
 * nothing, because each pool's owner gives names out: only a sign-in to both connects two accounts. From then on, a
 * session of one opens a session of the other.
 *
 * @see docs/decisions/0060-staff-switch-between-sites.md
 */
export function makePrivateSwitches(accounts: Accounts) {
  return {
    /** @returns of these pools, those with an enabled account of the session's name; true if it is connected */
    async listSwitches({ sub }: PrivateSession, poolIds: readonly string[]): Promise<Map<string, boolean>> {
      if (poolIds.length === 0) return new Map()
      const { db } = accounts
      const user = await readUser(db, sub)
      const found = await db
        .selectFrom('identity.users')
        .select(['sub', 'pool_id'])
        .where('username', '=', user.username)
        .where('pool_id', 'in', poolIds)
        .where('disabled_at', 'is', null)
        .execute()
      const person = await findPerson(db, sub)
      const connected = person === undefined ? new Set() : new Set(await listSubs(db, person))
      return new Map(found.map(({ sub: other, pool_id }) => [pool_id, connected.has(other)]))
    },

    /** @returns a secret for the arriving browser, and its digest for the address it goes to */
    makeVerifier() {
      const verifier = makeToken()
      return { verifier, challenge: digest(verifier) }
    },

    /**
     * Makes a ticket for another pool. Of accounts that aren't connected, it waits for a sign-in there.
     *
     * @returns undefined if the person has no account there
     */
    async startSwitch({ sub, sessionId }: PrivateSession, poolId: string, challenge: string) {
      const call = privateCall(accounts, '')
      const user = await readUser(call.db, sub)
      const other = await findUser(call.db, poolId, user.username)
      if (!other || other.disabled_at) return undefined
      const kind: Kind = (await isOnePerson(call.db, sub, other.sub)) ? 'SWITCH' : 'CONNECT'
      const ticket = makeToken()
      const state: Kept = { pool: poolId, session: sessionId, challenge }
      const lifeMs = kind === 'SWITCH' ? SWITCH_WITHIN_MS : PRIVATE_RULES.answerWithinMs
      await call.db
        .insertInto('identity.challenges')
        .values({
          session_hash: digest(ticket),
          sub,
          name: kind,
          state: JSON.stringify({ answered: [], notes: {}, state }),
          expires_at: after(call.now(), lifeMs),
        })
        .execute()
      return { ticket, isConnected: kind === 'SWITCH' }
    },

    /**
     * Opens a session by the ticket of a connected account. A ticket works once, even if it is refused.
     *
     * @param former the token of the session that the new one replaces in this browser
     * @throws {CognitoError} NotAuthorizedException
     */
    async finishSwitch(poolId: string, proof: Proof, former: string | undefined) {
      const call = privateCall(accounts, '')
      const opened = await call.db.transaction().execute(async (tx) => {
        const came = await takeTicket(call, tx, 'SWITCH', poolId, proof)
        if (!came || !canArrive(came.user) || !canArrive(came.other)) return undefined
        if (!(await isOnePerson(tx, came.user.sub, came.other.sub))) return undefined
        const token = await addSessionOf(call, tx, came.other, came.from)
        if (token !== undefined && former !== undefined) await endSessionOfToken(call, tx, poolId, former)
        return token && { token, sub: came.other.sub, fromPool: came.user.pool_id }
      })
      if (!opened) throw invalidSession()
      return opened
    },

    /**
     * Connects the account that was just signed in to with the one whose ticket the browser brought.
     *
     * @returns the other account's, undefined if the ticket is another person's, or no longer good
     */
    connect(poolId: string, proof: Proof, opened: { sub: string; token: string }) {
      const call = privateCall(accounts, '')
      return call.db.transaction().execute(async (tx) => {
        const came = await takeTicket(call, tx, 'CONNECT', poolId, proof)
        if (came?.other.sub !== opened.sub || !canArrive(came.user)) return undefined
        const { sub, sessionId } = came.from
        const source = await tx
          .selectFrom('identity.sessions')
          .select('id')
          .where('id', '=', sessionId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', call.now())
          .executeTakeFirst()
        if (!source) return undefined
        await makeOnePerson(tx, sub, opened.sub)
        await joinSignIn(tx, opened.token, sessionId)
        return { sub, fromPool: came.user.pool_id }
      })
    },
  }
}

/** Removes the proof: someone else may be able to sign in to the account now. */
export async function disconnect(tx: AnyTx, sub: string): Promise<void> {
  await tx.deleteFrom('identity.people').where('sub', '=', sub).execute()
}

/** A temporary password is known to others, and without the app a session is worth less. */
function canArrive(user: User): boolean {
  return !user.disabled_at && !hasTemporaryPassword(user) && user.totp_secret !== null
}

/** Lock order: users, by `sub`, then the ticket. */
async function takeTicket(call: Call, tx: Tx, kind: Kind, poolId: string, { ticket, verifier }: Proof) {
  const tickets = { session_hash: digest(ticket), name: kind }
  const asked = await tx
    .selectFrom('identity.challenges')
    .select('sub')
    .where((eb) => eb.and(tickets))
    .executeTakeFirst()
  if (!asked?.sub) return undefined
  const { sub } = asked
  const { username } = await readUser(tx, sub)
  const found = await findUser(tx, poolId, username)
  const locked = new Map<string, User>()
  for (const one of [sub, found?.sub ?? sub].toSorted()) {
    const user = await findUserForUpdate(tx, one)
    if (user) locked.set(one, user)
  }
  const row = await tx
    .deleteFrom('identity.challenges')
    .where((eb) => eb.and(tickets))
    .returning(['state', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at <= call.now()) return undefined
  const { pool, session, challenge } = row.state.state as Kept
  if (pool !== poolId || !sameDigest(challenge, digest(verifier))) return undefined
  const user = locked.get(sub)
  const other = found && locked.get(found.sub)
  return user && other && { user, other, from: { sub, sessionId: session } }
}

async function findPerson(db: Db, sub: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity.people')
    .select('person')
    .where('sub', '=', sub)
    .executeTakeFirst()
  return row?.person
}

async function listSubs(db: Db, person: string): Promise<string[]> {
  const rows = await db.selectFrom('identity.people').select('sub').where('person', '=', person).execute()
  return rows.map(({ sub }) => sub)
}

async function isOnePerson(db: Db, sub: string, other: string): Promise<boolean> {
  const person = await findPerson(db, sub)
  return person !== undefined && person === (await findPerson(db, other))
}

async function makeOnePerson(tx: Tx, sub: string, other: string): Promise<void> {
  const former = await findPerson(tx, other)
  const person = (await findPerson(tx, sub)) ?? former ?? randomUUID()
  await tx
    .insertInto('identity.people')
    .values([sub, other].map((one) => ({ sub: one, person })))
    .onConflict((conflict) => conflict.column('sub').doUpdateSet({ person }))
    .execute()
  if (former !== undefined) {
    await tx.updateTable('identity.people').set({ person }).where('person', '=', former).execute()
  }
}
