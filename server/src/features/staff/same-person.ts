import type { Db } from '../../database/database.ts'

const PROGRAM = 'integrator:'
/** For this long after an invitation or a reset, the person who made it may still know how to sign in. */
const MAY_KNOW_DAYS = 7

type Pair = { siteId: number; one: string; other: string; at: Date }

/**
 * Could one person be behind both actors? A program acts for the person who created its secret. For seven days,
 * an account may be used by the person who invited its owner, or who reset their password or authenticator.
 *
 * @see docs/decisions/0036-who-is-a-second-person.md
 */
export async function isSamePerson(db: Db, { siteId, one, other, at }: Pair): Promise<boolean> {
  if (one === other) return true
  const people = await peopleBehind(db, siteId, one, at)
  return (await peopleBehind(db, siteId, other, at)).some((who) => people.includes(who))
}

/** Could someone else be behind this account? Then it opens nothing on another site. */
export async function mayBeAnother(db: Db, siteId: number, actor: string, at: Date): Promise<boolean> {
  return (await peopleBehind(db, siteId, actor, at)).length > 1
}

/** Everyone who could act under this name. */
async function peopleBehind(db: Db, siteId: number, actor: string, at: Date): Promise<string[]> {
  const since = new Date(at.getTime() - MAY_KNOW_DAYS * 86_400_000)
  const maker = await makerOf(db, siteId, actor)
  const rows = await db
    .withRecursive('people', (ctes) =>
      ctes
        .selectNoFrom(({ cast, val }) => cast<string>(val(maker), 'text').as('who'))
        .union(({ selectFrom }) =>
          selectFrom('people as p')
            .innerJoin('audit_entries as e', 'e.subject', 'p.who')
            .select('e.actor as who')
            .where('e.site_id', '=', siteId)
            .where('e.at', '>', since)
            .where('e.actor', 'like', 'staff:%')
            .where('e.event', 'in', ['staff.invited', 'staff.password_renewed', 'staff.authenticator_reset']),
        ),
    )
    .selectFrom('people')
    .select('who')
    .execute()
  return rows.map(({ who }) => who)
}

async function makerOf(db: Db, siteId: number, actor: string): Promise<string> {
  if (!actor.startsWith(PROGRAM)) return actor
  const credential = await db
    .selectFrom('api_credentials')
    .select('created_by')
    .where('site_id', '=', siteId)
    .where('username', '=', actor.slice(PROGRAM.length))
    .executeTakeFirst()
  return credential?.created_by || actor
}
