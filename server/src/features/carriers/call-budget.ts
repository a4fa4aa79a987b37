import { createHash } from 'node:crypto'
import type { Pool } from '../../database/database.ts'
import { after, now as databaseNow } from '../../database/sql.ts'

/** How often a carrier lets itself be called: `perHour`, of which `burst` at once. */
export type CallLimit = { perHour: number; burst: number }

export type CallBudget = {
  /** Takes one call. @returns 0 when it may be made now, else the milliseconds until one may be */
  take(): Promise<number>
  /** The carrier said to wait: no calls before that. */
  pause(ms: number): Promise<void>
  left(): Promise<number>
}

/**
 * Limits all calls to one carrier with one account, token requests included: the carrier blocks an account that
 * calls too often for an hour. Refills evenly.
 */
export type CallBudgets = (account: string, limit: CallLimit) => CallBudget

/** Budgets of this process alone. */
export function makeCallBudgets(now: () => number): CallBudgets {
  const budgets = new Map<string, CallBudget>()
  return (account, limit) => {
    const budget = budgets.get(account) ?? makeCallBudget(limit, now)
    budgets.set(account, budget)
    return budget
  }
}

function makeCallBudget({ perHour, burst }: CallLimit, now: () => number): CallBudget {
  const msPerCall = 3_600_000 / perHour
  let calls = burst
  let countedAt = now()
  let pausedUntil = 0
  const count = () => {
    const at = now()
    calls = Math.min(burst, calls + (at - countedAt) / msPerCall)
    countedAt = at
    return at
  }
  return {
    async take() {
      const at = count()
      if (at < pausedUntil) return pausedUntil - at
      if (calls < 1) return Math.ceil((1 - calls) * msPerCall)
      calls -= 1
      return 0
    },
    async pause(ms) {
      pausedUntil = Math.max(pausedUntil, count() + ms)
    },
    async left() {
      return count() < pausedUntil ? 0 : Math.floor(calls)
    },
  }
}

/**
 * Budgets that all servers on a database share, by its clock. Not in Redis: a call to a carrier takes far longer
 * than a query, and a budget that is forgotten can cost an hour.
 */
export function shareCallBudgets(pool: Pool): CallBudgets {
  return (name, { perHour, burst }) => {
    const account = createHash('sha256').update(name).digest('base64url')
    const msPerCall = 3_600_000 / perHour
    const read = async () => {
      const row = await pool
        .selectFrom('call_budgets')
        .select(['full_at', 'paused_until', databaseNow.as('at')])
        .where('account', '=', account)
        .executeTakeFirst()
      if (row === undefined) return { pausedMs: 0, calls: burst }
      const fullMs = Math.max(0, row.full_at.getTime() - row.at.getTime())
      return { pausedMs: row.paused_until.getTime() - row.at.getTime(), calls: burst - fullMs / msPerCall }
    }
    return {
      async take() {
        const taken = await pool
          .insertInto('call_budgets')
          .values({ account, full_at: after(databaseNow, msPerCall), paused_until: databaseNow })
          .onConflict((conflict) =>
            conflict
              .column('account')
              .doUpdateSet(({ fn }) => ({
                full_at: after(fn('greatest', ['call_budgets.full_at', databaseNow]), msPerCall),
              }))
              .where('call_budgets.paused_until', '<=', databaseNow)
              .where('call_budgets.full_at', '<=', after(databaseNow, (burst - 1) * msPerCall)),
          )
          .returning('account')
          .executeTakeFirst()
        if (taken !== undefined) return 0
        const { pausedMs, calls } = await read()
        return Math.max(1, pausedMs, Math.ceil((1 - calls) * msPerCall))
      },
      async pause(ms) {
        const until = after(databaseNow, ms)
        await pool
          .insertInto('call_budgets')
          .values({ account, full_at: databaseNow, paused_until: until })
          .onConflict((conflict) =>
            conflict.column('account').doUpdateSet(({ fn }) => ({
              paused_until: fn('greatest', ['call_budgets.paused_until', 'excluded.paused_until']),
            })),
          )
          .execute()
      },
      async left() {
        const { pausedMs, calls } = await read()
        return pausedMs > 0 ? 0 : Math.max(0, Math.floor(calls))
      },
    }
  }
}
