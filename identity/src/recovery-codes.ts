import { randomInt } from 'node:crypto'
import { type Call, note } from './accounts.ts'
import type { Db, Tx, User } from './database.ts'
import { keyedDigest } from './secrecy.ts'
import { findUserForUpdate } from './users.ts'

const COUNT = 10
const LENGTH = 10
/** Crockford's base 32: no I, L, O or U, which are misread. Ten of them carry 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MISREAD: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }

/**
 * Makes ten codes that each sign in once without the authenticator app; earlier ones stop working.
 * Only their digests are kept.
 *
 * @returns undefined while the app isn't asked for at sign-in
 */
export function makeRecoveryCodes(call: Call, sub: string): Promise<string[] | undefined> {
  return call.db.transaction().execute(async (tx) => {
    const user = await findUserForUpdate(tx, sub)
    if (!user?.mfa_enabled.includes('SOFTWARE_TOKEN_MFA')) return undefined
    await dropRecoveryCodes(tx, sub)
    const codes = new Set<string>()
    while (codes.size < COUNT) codes.add(makeCode())
    const rows = [...codes].map((code) => ({ sub, code_hash: hashOf(call, sub, code) }))
    await tx.insertInto('identity.recovery_codes').values(rows).execute()
    await note(call, tx, 'recovery_codes_made', user)
    return [...codes]
  })
}

export async function countRecoveryCodes(db: Db, sub: string): Promise<number> {
  const { count } = await db
    .selectFrom('identity.recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('sub', '=', sub)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether this is an unused code of the user's. Blanks, hyphens and case don't matter. */
export async function hasRecoveryCode(call: Call, user: User, typed: string): Promise<boolean> {
  const row = await call.db
    .selectFrom('identity.recovery_codes')
    .select('sub')
    .where('sub', '=', user.sub)
    .where('code_hash', '=', hashOf(call, user.sub, typed))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when another sign-in used the code first */
export async function useRecoveryCode(call: Call, tx: Tx, user: User, typed: string): Promise<boolean> {
  const used = await tx
    .updateTable('identity.recovery_codes')
    .set({ used_at: call.now() })
    .where('sub', '=', user.sub)
    .where('code_hash', '=', hashOf(call, user.sub, typed))
    .where('used_at', 'is', null)
    .returning('sub')
    .executeTakeFirst()
  if (!used) return false
  await note(call, tx, 'recovery_code_used', user, String(await countRecoveryCodes(tx, user.sub)))
  return true
}

export async function dropRecoveryCodes(tx: Tx, sub: string): Promise<void> {
  await tx.deleteFrom('identity.recovery_codes').where('sub', '=', sub).execute()
}

/** @example 7K2MX-09QRT */
function makeCode(): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

function hashOf(call: Call, sub: string, typed: string): string {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[ILO]/g, (letter) => MISREAD[letter]!)
  return keyedDigest(call.secrets.pepper, 'recovery-code', sub, code)
}
