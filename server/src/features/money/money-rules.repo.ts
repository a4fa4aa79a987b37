import type { MoneyRules } from '@laurel/domain/money-rules'
import type { Db } from '../../database/database.ts'

/** The site's own rules about money, as its row keeps them. */
type Kept = {
  day_limit_cents: number
  new_account_days: number
  new_account_order_cents: number
  two_people_above_cents: number
  attempts_per_hour: number
}

export async function moneyRulesOf(db: Db, siteId: number): Promise<MoneyRules> {
  const { money_rules } = await db
    .selectFrom('sites')
    .select('money_rules')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  const kept = money_rules as Kept
  return {
    dayLimitCents: kept.day_limit_cents,
    newAccountDays: kept.new_account_days,
    newAccountOrderCents: kept.new_account_order_cents,
    twoPeopleAboveCents: kept.two_people_above_cents,
    attemptsPerHour: kept.attempts_per_hour,
  }
}
