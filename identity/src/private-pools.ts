import { type Accounts, after, type Call } from './accounts.ts'
import { readQuestionOf } from './challenge.ts'
import { invalidSession } from './cognito-error.ts'
import type { AnyTx } from './database.ts'
import { deviceOf } from './known-devices.ts'
import { changeOwnPassword } from './own-password.ts'
import { passPassword } from './password-sign-in.ts'
import { ensurePool, listStalePools, type PoolSettings, readPrivatePool } from './pools.ts'
import { hasTemporaryPassword, PRIVATE_RULES, privateCall } from './private-call.ts'
import { makePrivateMembers } from './private-members.ts'
import { makePrivateSwitches } from './private-switches.ts'
import { digest } from './secrecy.ts'
import { endSession, endSessionOfToken, extendSession, findOpenSession } from './sessions.ts'
import { answerQuestion } from './sign-in.ts'
import { finishSetup, startSetup } from './totp-setup.ts'
import { readUser } from './users.ts'

/** How often a session's last activity is stored. */
const SEEN_EVERY_MS = 60_000

/** No sign-up; an authenticator app is required. */
const PRIVATE_POOL = {
  isPrivate: true,
  selfSignUp: false,
  mfa: 'required',
  mfaFactors: ['TOTP'],
} satisfies Partial<PoolSettings>

type PrivatePoolSettings = Omit<PoolSettings, keyof typeof PRIVATE_POOL>

/** The owner of a session. */
export type PrivateSession = { sub: string; sessionId: string; mustChangePassword: boolean }

export type PrivatePools = ReturnType<typeof makePrivatePools>

/**
 * Staff accounts: only the server signs them in, always with a password and an authenticator app. Same code as on
 * the wire, except that a session has one opaque token without rotation, and that a temporary password is replaced
 * in the open session.
 */
export function makePrivatePools(accounts: Accounts) {
  return {
    ...makePrivateMembers(accounts),
    ...makePrivateSwitches(accounts),

    ensure: (db: AnyTx, settings: PrivatePoolSettings) => ensurePool(db, { ...settings, ...PRIVATE_POOL }),

    /** Those of these pools that don't exist yet, or with other settings, by their IDs. */
    listStale: (wanted: readonly PrivatePoolSettings[]) =>
      listStalePools(
        accounts.db,
        wanted.map((settings) => ({ ...settings, ...PRIVATE_POOL })),
      ),

    /**
     * Checks the password. `step` is next: the app's code, or the setup of an app.
     *
     * @throws {CognitoError} `WrongGuess`, `TooMany`, or why the right password doesn't sign in
     */
    async startSignIn(
      poolId: string,
      given: { username: string; password: string },
      ip: string,
      device?: string,
    ) {
      const call = { ...privateCall(accounts, ip), device }
      const progress = await passPassword(call, await readPrivatePool(call.db, poolId), given)
      if ('refusal' in progress) throw progress.refusal
      if (!('question' in progress)) throw new Error('a private pool asks everyone for a second step')

      const { ChallengeName, ChallengeParameters, Session: ticket } = progress.question
      if (ChallengeName === 'SOFTWARE_TOKEN_MFA') return { step: 'code' as const, ticket }
      const username = ChallengeParameters.USER_ID_FOR_SRP!
      return { step: 'set_up' as const, username, ...(await startSetup(call, ticket)) }
    },

    /**
     * Opens the session by the app's code. The first code also sets the app up.
     *
     * @param former the token of the session that the new one replaces in this browser
     * @returns the session's token and the device's, which only the browser keeps
     * @throws {CognitoError} NotAuthorizedException when the ticket is used, expired, or another pool's
     */
    async finishSignIn(
      poolId: string,
      { ticket, code }: { ticket: string; code: string },
      ip: string,
      device?: string,
      former?: string,
    ) {
      const call = { ...privateCall(accounts, ip), device }
      const asked = await readSecondStep(call, poolId, ticket)
      const isSetup = asked.name === 'MFA_SETUP'
      const question = isSetup
        ? await readQuestionOf(call, 'MFA_SETUP', await finishSetup(call, ticket, code))
        : asked
      const answers: Record<string, string> = isSetup ? {} : { SOFTWARE_TOKEN_MFA_CODE: code }
      const progress = await answerQuestion(call, question, answers)
      if (!('open' in progress)) throw 'refusal' in progress ? progress.refusal : invalidSession()
      const { user, open } = progress
      if (former !== undefined) {
        await call.db.transaction().execute((tx) => endSessionOfToken(call, tx, poolId, former))
      }
      return {
        sub: user.sub,
        token: open.refreshToken,
        device: deviceOf(call, user.sub),
        mustChangePassword: hasTemporaryPassword(user),
      }
    },

    /** @returns undefined when the session has ended or idled out, or its owner is disabled */
    async readSession(poolId: string, token: string): Promise<PrivateSession | undefined> {
      const call = privateCall(accounts, '')
      const found = await findOpenSession(call, poolId, token)
      if (!found) return undefined
      const idleAt = Math.min(+after(call.now(), PRIVATE_RULES.sessionIdleMs), +found.sessionEnds)
      if (idleAt - +found.tokenEnds > SEEN_EVERY_MS) await extendSession(call.db, token, new Date(idleAt))
      return { sub: found.sub, sessionId: found.id, mustChangePassword: hasTemporaryPassword(found) }
    },

    endSession: ({ sub, sessionId }: PrivateSession, ip: string) =>
      endSession(privateCall(accounts, ip), sub, sessionId),

    /** @throws {CognitoError} as `changeOwnPassword` does */
    async changePassword(
      { sub, sessionId }: PrivateSession,
      given: { previous: string; proposed: string },
      ip: string,
    ): Promise<void> {
      const call = privateCall(accounts, ip)
      const user = await readUser(call.db, sub)
      const pool = await readPrivatePool(call.db, user.pool_id)
      await changeOwnPassword(call, { pool, user, sessionId }, given)
    },
  }
}

async function readSecondStep(call: Call, poolId: string, ticket: string) {
  const row = await call.db
    .selectFrom('identity.challenges')
    .select('name')
    .where('session_hash', '=', digest(ticket))
    .where('name', 'in', ['MFA_SETUP', 'SOFTWARE_TOKEN_MFA'])
    .executeTakeFirst()
  if (!row) throw invalidSession()
  const question = await readQuestionOf(call, row.name, ticket)
  if (question.pool.pool_id !== poolId) throw invalidSession()
  return question
}
