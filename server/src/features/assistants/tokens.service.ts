import { createHash } from 'node:crypto'
import { ACCESS_TOKEN_MS, ASSISTANT_IDLE_MS, REFRESH_GRACE_MS } from '@laurel/domain/assistants'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { hashSecret, isSameHash } from '../../secrets/hash-secret.ts'
import { record } from '../audit/audit.service.ts'
import {
  type Connected,
  type ConnectionRow,
  deleteRow,
  findConnected,
  lockByKey,
  updateRow,
} from './connections.repo.ts'
import { readSigned, signed } from './signed.ts'

export type AssistantKit = Pick<Kit, 'pool' | 'keys' | 'now'>

const Code = z.object({ key: z.string(), until: z.number() })
const Access = Code
const Refresh = z.object({ key: z.string(), generation: z.number() })

export type Tokens = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** An answer of the token endpoint that isn't a token (RFC 6749, 5.2). */
export type Denied = 'invalid_grant'

export function codeOf(keys: Kit['keys'], siteId: number, key: string, until: Date): string {
  return signed(keys.assistants, 'code', siteId, { key, until: until.getTime() })
}

type Exchange = { code: string; clientId: string; redirectUri: string; verifier: string }

/** Exchanges an authorization code. One that comes twice may be stolen, so it ends the connection. */
export function exchangeCode(
  kit: AssistantKit,
  siteId: number,
  { code, clientId, redirectUri, verifier }: Exchange,
): Promise<Tokens | Denied> {
  const at = kit.now()
  const read = readSigned(kit.keys.assistants, 'code', siteId, Code, code)
  return withRow(kit, siteId, read?.key, clientId, async (db, row) => {
    if (row.code_challenge === null) return endReused(db, row, at)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isRight = isSameHash(challenge, row.code_challenge) && redirectUri === row.redirect_uri
    if (!isRight || read!.until <= at.getTime()) return 'invalid_grant'
    record(db, siteId, entryOf(row, 'assistant.connected', at))
    return next(kit, db, row, at)
  })
}

/**
 * Rotates a refresh token. The previous one returns the same successor for a minute. An older one may be stolen, so
 * it ends the connection.
 */
export function refresh(
  kit: AssistantKit,
  siteId: number,
  { token, clientId }: { token: string; clientId: string },
): Promise<Tokens | Denied> {
  const at = kit.now()
  const read = readSigned(kit.keys.assistants, 'refresh', siteId, Refresh, token)
  return withRow(kit, siteId, read?.key, clientId, async (db, row) => {
    const behind = row.generation - read!.generation
    if (behind === 0) return next(kit, db, row, at)
    const isAtOnce = at.getTime() - row.refreshed_at!.getTime() <= REFRESH_GRACE_MS
    return behind === 1 && isAtOnce ? tokensOf(kit, row, at) : endReused(db, row, at)
  })
}

/** Ends a connection by either of its tokens (RFC 7009). Others are ignored. */
export async function revoke(
  kit: AssistantKit,
  siteId: number,
  { token, clientId }: { token: string; clientId: string },
): Promise<void> {
  const { assistants } = kit.keys
  const read =
    readSigned(assistants, 'refresh', siteId, Refresh, token) ??
    readSigned(assistants, 'access', siteId, Access, token)
  await withRow(kit, siteId, read?.key, clientId, async (db, row) => {
    await deleteRow(db, row)
    record(db, siteId, entryOf(row, 'assistant.disconnected', kit.now()))
    return 'invalid_grant'
  })
}

/** The connection of an access token; undefined unless it's valid now. Records its use, at most once a minute. */
export async function findByAccessToken(
  { pool, keys, now }: AssistantKit,
  siteId: number,
  token: string,
): Promise<Connected | undefined> {
  const at = now()
  const read = readSigned(keys.assistants, 'access', siteId, Access, token)
  if (read === undefined || read.until <= at.getTime()) return undefined
  return inSite(pool, siteId, async (db) => {
    const connected = await findConnected(db, siteId, read.key, at)
    const used = connected?.row.last_used_at
    if (connected !== undefined && (used == null || at.getTime() - used.getTime() > USED_EVERY_MS)) {
      await updateRow(db, connected.row, { last_used_at: at })
    }
    return connected
  })
}

const USED_EVERY_MS = 60_000

/** Locks the connection of a token, if its person can still use it and its client sent it. */
async function withRow(
  { pool, now }: AssistantKit,
  siteId: number,
  key: string | undefined,
  clientId: string,
  work: (db: Db, row: ConnectionRow) => Promise<Tokens | Denied>,
): Promise<Tokens | Denied> {
  if (key === undefined) return 'invalid_grant'
  return inSite(pool, siteId, async (db) => {
    const row = await lockByKey(db, siteId, key)
    const isIts = row !== undefined && isSameHash(hashSecret(clientId), row.client_hash)
    if (!isIts || (await findConnected(db, siteId, key, now())) === undefined) return 'invalid_grant'
    return work(db, row)
  })
}

async function endReused(db: Db, row: ConnectionRow, at: Date): Promise<Denied> {
  await deleteRow(db, row)
  record(db, row.site_id, entryOf(row, 'assistant.token_reused', at))
  return 'invalid_grant'
}

async function next(kit: AssistantKit, db: Db, row: ConnectionRow, at: Date): Promise<Tokens> {
  const change = {
    generation: row.generation + 1,
    code_challenge: null,
    refreshed_at: at,
    expires_at: new Date(at.getTime() + ASSISTANT_IDLE_MS),
  }
  await updateRow(db, row, change)
  return tokensOf(kit, { ...row, ...change }, at)
}

function tokensOf({ keys }: AssistantKit, row: ConnectionRow, at: Date): Tokens {
  const { site_id, key, generation, scopes } = row
  return {
    access_token: signed(keys.assistants, 'access', site_id, { key, until: at.getTime() + ACCESS_TOKEN_MS }),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_MS / 1000,
    refresh_token: signed(keys.assistants, 'refresh', site_id, { key, generation }),
    scope: scopes.join(' '),
  }
}

export function entryOf(
  { customer_id, name }: Pick<ConnectionRow, 'customer_id' | 'name'>,
  event: 'assistant.connected' | 'assistant.disconnected' | 'assistant.token_reused',
  at: Date,
) {
  const actor = `customer:${customer_id}`
  return { actor, event, subject: actor, facts: { name }, at }
}
