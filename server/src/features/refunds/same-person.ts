import type { Db } from '../../database/database.ts'

const PROGRAM = 'integrator:'

/** Are two actors the same person? A program acts for the person who created its secret. */
export async function isSamePerson(db: Db, siteId: number, one: string, other: string): Promise<boolean> {
  return one === other || (await handsOf(db, siteId, one)) === (await handsOf(db, siteId, other))
}

async function handsOf(db: Db, siteId: number, actor: string): Promise<string> {
  if (!actor.startsWith(PROGRAM)) return actor
  const credential = await db
    .selectFrom('api_credentials')
    .select('created_by')
    .where('site_id', '=', siteId)
    .where('username', '=', actor.slice(PROGRAM.length))
    .executeTakeFirst()
  return credential?.created_by || actor
}
