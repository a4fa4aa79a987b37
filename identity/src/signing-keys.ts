import { randomUUID } from 'node:crypto'
import {
  type CryptoKey,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Selectable } from 'kysely'
import { after } from './accounts.ts'
import type { Db, IdentityTables } from './database.ts'
import { lockUntilCommit } from './run-migrations.ts'
import { isCanonical, seal, unseal } from './secrecy.ts'
import { TOKEN_LIFE_MS } from './token-life.ts'

const DAY_MS = 86_400_000
const KEY_SIGNS_FOR_MS = 30 * DAY_MS
/** Until its last token expires, plus an hour of clock skew. */
const KEY_VERIFIES_FOR_MS = KEY_SIGNS_FOR_MS + TOKEN_LIFE_MS + 3_600_000
const KEY_LOCK = 528_735_485
/** The form of our key IDs. Token headers are untrusted. */
const KID = /^[\w-]{1,64}$/

type Row = Selectable<IdentityTables['identity.signing_keys']>
type Key = { kid: string; createdAt: Date; privateKey: CryptoKey; publicKey: CryptoKey }

export type SigningKeys = {
  sign(claims: JWTPayload): Promise<string>
  /** @throws jose's errors when the signature, the key or the time is wrong */
  verify(token: string): Promise<JWTPayload>
  publicKeys(): Promise<JSONWebKeySet>
  deleteRetired(): Promise<void>
}

/**
 * Signs and verifies tokens with keys that rotate every 30 days. A new key is created when first needed; the former
 * one stays published until all its tokens have expired.
 *
 * Never call it in a transaction: it opens its own.
 */
export function makeSigningKeys(db: Db, sealKey: Buffer, now: () => Date): SigningKeys {
  let known = new Map<string, Key>()
  let making: Promise<Key> | undefined

  const youngest = () =>
    [...known.values()]
      .filter((key) => after(key.createdAt, KEY_SIGNS_FOR_MS) > now())
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]

  const published = (reader: Db) =>
    reader
      .selectFrom('identity.signing_keys')
      .selectAll()
      .where('created_at', '>', after(now(), -KEY_VERIFIES_FOR_MS))
      .orderBy('created_at', 'desc')

  async function open(row: Row): Promise<Key> {
    const privateJwk = JSON.parse(openSeal(row))
    const privateKey = (await importJWK(privateJwk, 'RS256')) as CryptoKey
    const publicKey = (await importJWK(row.public_jwk, 'RS256')) as CryptoKey
    return { kid: row.kid, createdAt: row.created_at, privateKey, publicKey }
  }

  function openSeal(row: Row): string {
    try {
      return unseal(sealKey, `signing-key:${row.kid}`, row.private_jwk)
    } catch (cause) {
      throw new Error('identity: a signing key was sealed with another key than the configured one', {
        cause,
      })
    }
  }

  async function load(): Promise<void> {
    const keys = await Promise.all((await published(db).execute()).map(open))
    known = new Map(keys.map((key) => [key.kid, key]))
  }

  /** Another process may have made a key since we looked. */
  async function readPublicKey(kid: unknown): Promise<CryptoKey> {
    if (typeof kid !== 'string' || !KID.test(kid)) throw new errors.JWKSNoMatchingKey()
    const key = known.get(kid)
    if (key) return key.publicKey
    const row = await published(db).where('kid', '=', kid).executeTakeFirst()
    if (!row) throw new errors.JWKSNoMatchingKey()
    const opened = await open(row)
    known.set(kid, opened)
    return opened.publicKey
  }

  async function make(): Promise<Key> {
    await load()
    const found = youngest()
    if (found) return found

    const pair = await generateKeyPair('RS256', { extractable: true })
    const kid = randomUUID()
    const privateJwk = seal(sealKey, `signing-key:${kid}`, JSON.stringify(await exportJWK(pair.privateKey)))
    const publicJwk = JSON.stringify({ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' })

    await db.transaction().execute(async (tx) => {
      await lockUntilCommit(tx, KEY_LOCK)
      const others = await published(tx).where('created_at', '>', after(now(), -KEY_SIGNS_FOR_MS)).execute()
      // Another process created one first: use that.
      if (others.length > 0) return
      await tx
        .insertInto('identity.signing_keys')
        .values({ kid, private_jwk: privateJwk, public_jwk: publicJwk, created_at: now() })
        .execute()
    })
    await load()
    return youngest()!
  }

  async function current(): Promise<Key> {
    const key = youngest()
    if (key) return key
    making ??= make().finally(() => {
      making = undefined
    })
    return making
  }

  return {
    async sign(claims) {
      const key = await current()
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey)
    },
    async verify(token) {
      if (!token.split('.').every(isCanonical)) throw new errors.JWSInvalid('not as it was signed')
      const { payload } = await jwtVerify(token, ({ kid }) => readPublicKey(kid), {
        algorithms: ['RS256'],
        currentDate: now(),
      })
      return payload
    },
    async publicKeys() {
      await current()
      const rows = await published(db).execute()
      return { keys: rows.map((row) => row.public_jwk) } as JSONWebKeySet
    },
    async deleteRetired() {
      await db
        .deleteFrom('identity.signing_keys')
        .where('created_at', '<=', after(now(), -KEY_VERIFIES_FOR_MS))
        .execute()
    },
  }
}
