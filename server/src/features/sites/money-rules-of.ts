import type { MoneyRules } from '@laurel/domain/money-rules'
import type { SiteRow } from './sites.repo.ts'

export function moneyRulesOf({ money_rules: kept }: Pick<SiteRow, 'money_rules'>): MoneyRules {
  return {
    dayLimitCents: kept.day_limit_cents,
    newAccountDays: kept.new_account_days,
    newAccountOrderCents: kept.new_account_order_cents,
    attemptsPerHour: kept.attempts_per_hour,
  }
}
