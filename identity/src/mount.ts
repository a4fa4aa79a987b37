import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { JSONWebKeySet } from 'jose'
import type { Expression, Kysely, SqlBool, Transaction } from 'kysely'
import {
  type Accounts,
  type AuditEvent,
  type CodeMessage,
  issuerOf,
  type SendLimits,
  type StaffKey,
} from './accounts.ts'
import { deleteOldAttempts } from './attempts.ts'
import { deleteOldQuestions } from './challenge.ts'
import { deleteOldCodes } from './codes.ts'
import { createUser, type NewUser } from './create-user.ts'
import type { AnyTx, User } from './database.ts'
import { serveDiscovery } from './discovery.ts'
import { deleteNeverConfirmed } from './never-confirmed.ts'
import { makePasswordHasher } from './password-hasher.ts'
import { ensurePool, listStalePools, type PoolSettings } from './pools.ts'
import { makePrivatePools, type PrivatePools } from './private-pools.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { assertSecrets, type Secrets } from './secrecy.ts'
import { deleteOldSends, takeBackGuesses } from './sends.ts'
import { deleteOldSessions, isSessionOpen, isSessionRevoked } from './sessions.ts'
import { makeSigningKeys } from './signing-keys.ts'
import { unlinkService } from './social/links.ts'
import { serveSocial } from './social/serve-social.ts'
import type { FindSocial, SocialProvider } from './social/social-client.ts'
import { deleteOldSocial } from './social/social-codes.ts'
import { deleteUnusedVerifiers } from './srp-verifiers.ts'
import {
  disableUser,
  enableUser,
  readLastSignIns,
  readSignInState,
  removeUser,
  resetSecondFactor,
  type SignInState,
} from './staff-changes.ts'
import { assertStaffKey, deleteOldSignatures } from './staff-signature.ts'
import { findUser, findUserBySub } from './users.ts'
import { serveWire } from './wire.ts'

export type { AuditEvent, CodeMessage } from './accounts.ts'
export { CognitoError, TooMany, WrongGuess } from './cognito-error.ts'
export type { NewUser } from './create-user.ts'
export type { User } from './database.ts'
export { isSealKeyOf } from './is-seal-key-of.ts'
export { identityMigrations, migrateIdentity } from './migrate.ts'
export { networkOf } from './network-of.ts'
export type { PoolSettings } from './pools.ts'
export type { PrivateSession } from './private-pools.ts'
export { MigrationRefused, migrationNames, runMigrations } from './run-migrations.ts'
export type { PoolSocial, SocialClient, SocialProvider } from './social/social-client.ts'
export type { SignInState } from './staff-changes.ts'

// The tables are ours, the database is the server's: its own table types end here.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyDb = any

/** Enough for a company whose 500 people sign up in the same minute. */
const SEND_LIMITS: SendLimits = {
  perAccountPerHour: 5,
  perIpPerHour: 1_000,
  perDestinationPerHour: 10,
  textsPerPoolPerHour: 1_000,
  failuresPerIpPerHour: 100,
}

export type IdentityOptions = {
  /** Without plugins that rename columns. */
  db: Kysely<AnyDb>
  /** Public origin, e.g. `http://localhost:3000`: part of the tokens' issuer. */
  origin: string
  secrets: Secrets
  /** Enqueues the delivery of a code, in its transaction: use `tx` and no network. */
  deliver(tx: Transaction<AnyDb>, message: CodeMessage): Promise<void>
  /** Sends the last queries of a transaction with its commit; by default, one after the other. */
  transact?<T>(poolId: string, work: (tx: Transaction<AnyDb>) => Promise<() => Promise<T>>): Promise<T>
  /** Media that codes can't be sent by: requests for such a code get CodeDeliveryFailureException. */
  notDelivering?: readonly CodeMessage['medium'][]
  /** Records an audit event in its transaction. */
  audit?(tx: Transaction<AnyDb>, event: AuditEvent): Promise<void>
  /** Whether a pool takes new accounts from this request now. Every pool does, without it. */
  maySignUp?(poolId: string, request: FastifyRequest | undefined): Promise<boolean>
  /** Rate limits per hour. */
  sendLimits?: Partial<SendLimits>
  /** Looks up a site's sign-in services; there are none without it. */
  social?: FindSocial
  /** Signs staff's requests (AWS Signature Version 4). Without it the Admin operations are refused. */
  admin?: StaffKey | undefined
  /** The tests' clock. */
  now?(): Date
}

export type Identity = {
  /** The issuer (`iss`) of a pool's tokens. */
  issuer(poolId: string): string
  /** @param tx the caller's transaction, if there is one */
  ensurePool(settings: PoolSettings, tx?: AnyTx): Promise<void>
  /** Those of these pools that don't exist yet, or with other settings, by their IDs. */
  listStalePools(wanted: readonly PoolSettings[]): Promise<Set<string>>
  /** Also served at `/identity/.well-known/jwks.json`. Never call it in a transaction. */
  publicKeys(): Promise<JSONWebKeySet>
  /**
   * @param tx the caller's transaction, if there is one
   * @throws {CognitoError} UsernameExistsException when the address has an account, which stays as it is
   */
  createUser(user: NewUser, tx?: AnyTx): Promise<{ sub: string; username: string }>
  findUser(poolId: string, username: string): Promise<User | undefined>
  /** A user's sign-in methods; undefined if the account is deleted. */
  signInState(sub: string): Promise<SignInState | undefined>
  /** When users last signed in, by their IDs; those who never did are left out. */
  lastSignIns(subs: readonly string[]): Promise<Map<string, Date>>
  /** Disables or enables a user. @param by the actor for the audit log */
  setEnabled(sub: string, isEnabled: boolean, by: string): Promise<void>
  /** Creates ten recovery codes and voids earlier ones; undefined while the authenticator app is off. */
  makeRecoveryCodes(sub: string, ip: string): Promise<string[] | undefined>
  /** How many recovery codes still work. */
  countRecoveryCodes(sub: string): Promise<number>
  /** Unlinks a service. @returns 'last' if it's the only way to sign in */
  unlinkService(sub: string, provider: SocialProvider, ip: string): ReturnType<typeof unlinkService>
  /** Removes every second factor. @returns false when there was none */
  resetSecondFactor(sub: string, by: string): Promise<boolean>
  /** Deletes an account, as its owner would. */
  removeUser(sub: string, by: string): Promise<void>
  /** Staff accounts, signed in by calls only. */
  privatePools: PrivatePools
  /** Whether the session of a token has ended. @param originJti the token's `origin_jti` */
  isSessionRevoked(originJti: string): Promise<boolean>
  /** The opposite at a moment, to ask it as part of a query. */
  isSessionOpen(originJti: string, at: Date): Expression<SqlBool>
  /** Deletes expired rows; call it hourly. */
  deleteExpired(): Promise<void>
}

/** Mounts the accounts service at `/identity/`: Amazon Cognito's wire protocol over its own tables. */
export async function mountIdentity(app: FastifyInstance, options: IdentityOptions): Promise<Identity> {
  const accounts = await openAccounts(options)
  app.addHook('onClose', () => takeBackGuesses(accounts))
  await app.register(
    async (room) => {
      await room.register(async (scope) => serveWire(scope, accounts))
      await room.register(async (scope) => serveDiscovery(scope, accounts))
      await room.register((scope) => serveSocial(scope, accounts, options.social ?? (async () => undefined)))
    },
    { prefix: '/identity' },
  )
  return identityOf(accounts)
}

/** The accounts service without its HTTP API, for private pools only. */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  return identityOf(await openAccounts(options))
}

async function openAccounts(options: IdentityOptions): Promise<Accounts> {
  assertSecrets(options.secrets)
  assertStaffKey(options.admin)
  const { db, origin, secrets, deliver, now = () => new Date() } = options
  return {
    db,
    origin,
    secrets,
    now,
    deliver,
    transact:
      options.transact ?? ((_pool, work) => db.transaction().execute(async (tx) => (await work(tx))())),
    notDelivering: new Set(options.notDelivering),
    audit: options.audit ?? (async () => {}),
    maySignUp: options.maySignUp ?? (async () => true),
    sendLimits: { ...SEND_LIMITS, ...options.sendLimits },
    staffKey: options.admin,
    keys: makeSigningKeys(db, secrets.sealKey, now),
    hasher: await makePasswordHasher(secrets.pepper),
  }
}

function identityOf(accounts: Accounts): Identity {
  const { db, origin, now } = accounts
  return {
    issuer: (poolId) => issuerOf(origin, poolId),
    ensurePool: (settings, tx: AnyTx = db) => ensurePool(tx, settings),
    listStalePools: (wanted) => listStalePools(db, wanted),
    publicKeys: () => accounts.keys.publicKeys(),
    createUser: (user, tx: AnyTx = db) => createUser({ ...accounts, db: tx }, user),
    findUser: (poolId, username) => findUser(db, poolId, username),
    signInState: (sub) => readSignInState({ ...accounts, ip: '' }, sub),
    lastSignIns: (subs) => readLastSignIns({ ...accounts, ip: '' }, subs),
    async setEnabled(sub, isEnabled, by) {
      const user = await findUserBySub(db, sub)
      const change = isEnabled ? enableUser : disableUser
      if (user) await change({ ...accounts, ip: '', by }, user)
    },
    makeRecoveryCodes: (sub, ip) => makeRecoveryCodes({ ...accounts, ip }, sub),
    countRecoveryCodes: (sub) => countRecoveryCodes(db, sub),
    unlinkService: (sub, provider, ip) => unlinkService({ ...accounts, ip }, sub, provider),
    resetSecondFactor: (sub, by) => resetSecondFactor({ ...accounts, ip: '', by }, sub),
    removeUser: (sub, by) => removeUser({ ...accounts, ip: '', by }, sub),
    privatePools: makePrivatePools(accounts),
    isSessionRevoked: (originJti) => isSessionRevoked(db, originJti, now()),
    isSessionOpen,
    async deleteExpired() {
      await deleteOldAttempts(accounts)
      await deleteOldCodes(accounts)
      await deleteOldQuestions(accounts)
      await deleteOldSends(accounts)
      await deleteOldSessions(accounts)
      await deleteNeverConfirmed(accounts)
      await deleteOldSocial(accounts)
      await deleteOldSignatures(accounts)
      await deleteUnusedVerifiers(db)
      await accounts.keys.deleteRetired()
    },
  }
}
