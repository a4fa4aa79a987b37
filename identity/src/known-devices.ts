import type { Call } from './accounts.ts'
import type { User } from './database.ts'
import { keyedDigest, makeToken, sameDigest } from './secrecy.ts'
import type { Counted } from './users.ts'

/**
 * A token for a browser that has signed in to this account. It grants no access. Wrong passwords from it are counted
 * apart from everyone else's, so that a stranger who guesses at the name can't lock its owner out.
 */
export function deviceOf(call: Call, sub: string): string {
  return idOfDevice(call, sub) === undefined ? signed(call, sub, makeToken()) : call.device!
}

/** The rate-limit key of an account's wrong passwords. */
export function counted(call: Call, user: User): Counted {
  const device = idOfDevice(call, user.sub)
  return { username: user.username, sub: user.sub, ...(device !== undefined && { device }) }
}

/** @returns undefined for a browser that hasn't signed in to this account */
function idOfDevice(call: Call, sub: string): string | undefined {
  const [id = ''] = (call.device ?? '').split('.')
  return sameDigest(call.device ?? '', signed(call, sub, id)) ? id : undefined
}

function signed(call: Call, sub: string, id: string): string {
  return `${id}.${keyedDigest(call.secrets.pepper, 'device', sub, id)}`
}
