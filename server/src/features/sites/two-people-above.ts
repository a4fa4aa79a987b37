import type { Db } from '../../database/database.ts'
import { jsonText } from '../../database/sql.ts'
import type { SiteRow } from './sites.repo.ts'

const DAY_MS = 86_400_000

/**
 * Above this amount, a refund or a release needs a second person: the lowest limit of the last 24 hours. Raising
 * the limit takes a day, lowering it none.
 *
 * @see docs/decisions/0036-who-is-a-second-person.md
 */
export async function twoPeopleAbove(
  db: Db,
  { id, money_rules: rules }: Pick<SiteRow, 'id' | 'money_rules'>,
  at: Date,
): Promise<number> {
  const { cents } = await db
    .selectFrom('audit_entries')
    .select(({ cast, fn, ref }) => {
      const before = jsonText(ref('facts'), 'two_people_above_cents_old')
      return fn.min<number | null>(cast(before, 'float8')).as('cents')
    })
    .where('site_id', '=', id)
    .where('event', '=', 'site.changed')
    .where('at', '>', new Date(at.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  return Math.min(rules.two_people_above_cents, cents ?? Infinity)
}
