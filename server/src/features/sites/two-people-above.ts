import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
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
  const { rows } = await sql<{ cents: number | null }>`
    select min((facts->>'two_people_above_cents_old')::float8) as cents from audit_entries
    where site_id = ${id} and event = 'site.changed' and at > ${new Date(at.getTime() - DAY_MS)}`.execute(db)
  return Math.min(rules.two_people_above_cents, rows[0]?.cents ?? Infinity)
}
