import type { Accounts, Call, PrivateRules } from './accounts.ts'
import type { User } from './database.ts'

const MINUTE_MS = 60_000

/** Staff see other people's data, so sessions end after half an hour idle or a working day. */
export const PRIVATE_RULES: PrivateRules = {
  answerWithinMs: 10 * MINUTE_MS,
  sessionLifeMs: 12 * 60 * MINUTE_MS,
  sessionIdleMs: 30 * MINUTE_MS,
}

export function privateCall(accounts: Accounts, ip: string, by?: string): Call {
  return { ...accounts, ip, privateRules: PRIVATE_RULES, ...(by !== undefined && { by }) }
}

export function hasTemporaryPassword({ status }: Pick<User, 'status'>): boolean {
  return status === 'FORCE_CHANGE_PASSWORD'
}
