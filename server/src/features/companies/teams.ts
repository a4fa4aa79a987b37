import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { changeCompany, noteChange } from './change-company.ts'
import { changeMember, type InCompany, type OfCompany, tellPeopleChanged } from './companies.repo.ts'

const MAX_TEAMS = 100

type TeamKit = Pick<Kit, 'pool' | 'now'>
type Team = { id: number; name: string }

/** The company's teams, by name. */
export function listTeams(db: Db, { siteId, company }: OfCompany): Promise<Team[]> {
  return db
    .selectFrom('company_teams')
    .select(['id', 'name'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .orderBy(({ fn, ref }) => fn('lower', [ref('name')]))
    .execute()
}

/** @throws {Refusal} `not_allowed`; `team_exists`; `limit_exceeded` */
export function makeTeam(kit: TeamKit, actor: Customer, name: string): Promise<Team> {
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const teams = await listTeams(db, own)
    assertNewName(teams, name)
    if (teams.length >= MAX_TEAMS)
      throw new Refusal('limit_exceeded', { limit: MAX_TEAMS, of: /*i18n*/ '{limit, number} teams' })
    const team = await db
      .insertInto('company_teams')
      .values({ site_id: own.siteId, company_id: own.company.id, name })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    noteChange(db, kit, own, 'company.team_made', { team: name })
    return team
  })
}

/** @throws {Refusal} `not_allowed`; `not_found`; `team_exists` */
export function renameTeam(kit: TeamKit, actor: Customer, id: number, name: string): Promise<Team> {
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const teams = await listTeams(db, own)
    const team = among(teams, id)
    assertNewName(
      teams.filter((one) => one !== team),
      name,
    )
    await db
      .updateTable('company_teams')
      .set({ name })
      .where('site_id', '=', own.siteId)
      .where('id', '=', id)
      .execute()
    noteChange(db, kit, own, 'company.team_renamed', { name_old: team.name, name_new: name })
    return { id, name }
  })
}

/**
 * Removes a team. Its people stay in the company.
 *
 * @throws {Refusal} `not_allowed`; `not_found`; `team_has_budget`
 */
export function removeTeam(kit: TeamKit, actor: Customer, id: number): Promise<void> {
  return changeCompany(kit, actor, 'people.manage', async (db, own) => {
    const team = among(await listTeams(db, own), id)
    const budget = await db
      .selectFrom('company_budgets')
      .select('name')
      .where('site_id', '=', own.siteId)
      .where('company_id', '=', own.company.id)
      .where('team_id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (budget !== undefined) throw new Refusal('team_has_budget', { budget: budget.name })
    await db
      .updateTable('company_members')
      .set({ team_id: null })
      .where('site_id', '=', own.siteId)
      .where('company_id', '=', own.company.id)
      .where('team_id', '=', id)
      .execute()
    await db.deleteFrom('company_teams').where('site_id', '=', own.siteId).where('id', '=', id).execute()
    await tellPeopleChanged(db, own, kit)
    noteChange(db, kit, own, 'company.team_removed', { team: team.name })
  })
}

/**
 * Moves a person to a team, or out of theirs. The company must be locked.
 *
 * @throws {Refusal} `not_found`
 */
export async function moveToTeam(
  db: Db,
  kit: TeamKit,
  own: InCompany,
  personId: number,
  teamId: number | null,
): Promise<void> {
  const team = teamId === null ? undefined : among(await listTeams(db, own), teamId)
  await changeMember(db, own, personId, { team_id: teamId })
  noteChange(db, kit, own, 'company.team_changed', {
    person: `customer:${personId}`,
    team: team?.name ?? 'None',
  })
}

function among(teams: readonly Team[], id: number): Team {
  const team = teams.find((one) => one.id === id)
  if (team === undefined) throw new Refusal('not_found')
  return team
}

function assertNewName(teams: readonly Team[], name: string) {
  const isTaken = teams.some((one) => one.name.toLowerCase() === name.toLowerCase())
  if (isTaken) throw new Refusal('team_exists')
}
