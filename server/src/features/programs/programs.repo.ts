import type { Program } from '@laurel/contract/programs'
import type { ProgramAmount, ProgramKind, ProgramRules, WeekendRule } from '@laurel/domain/programs'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Selectable, Updateable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { CompanyPrograms } from '../../database/generated/tables.ts'
import type { OfCompany } from '../companies/companies.repo.ts'

type Fields = z.infer<typeof Program>['fields']

export type ProgramRow = Selectable<CompanyPrograms> & {
  kind: ProgramKind
  weekend: WeekendRule
  amounts: ProgramAmount[]
  fields: Fields
  state: 'paused' | 'active' | 'ended'
}

export function rulesOf({ kind, weekend, lead_days: leadDays, amounts }: ProgramRow): ProgramRules {
  return { kind, weekend, leadDays, amounts }
}

function programs(db: Db, siteId: number) {
  return db
    .selectFrom('company_programs')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('state', '<>', 'ended')
    .$castTo<ProgramRow>()
}

/** A company's programs, by name. */
export function listRows(db: Db, { siteId, company }: OfCompany): Promise<ProgramRow[]> {
  return programs(db, siteId)
    .where('company_id', '=', company.id)
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .execute()
}

function findRow(db: Db, { siteId, company }: OfCompany, id: number) {
  return programs(db, siteId).where('company_id', '=', company.id).where('id', '=', id)
}

/** @throws {Refusal} `not_found`, also once it has ended */
export function readRow(db: Db, own: OfCompany, id: number): Promise<ProgramRow> {
  return findRow(db, own, id).executeTakeFirstOrThrow(notFound)
}

/** Like {@link readRow}. The company is locked first. */
export function lockRow(db: Db, own: OfCompany, id: number): Promise<ProgramRow> {
  return findRow(db, own, id).forUpdate().executeTakeFirstOrThrow(notFound)
}

const notFound = () => new Refusal('not_found')

/** Programs that are due to look for people. */
export function programsToLookAt(db: Db, at: Date) {
  return db.selectFrom('company_programs').where('next_look_at', '<=', at)
}

function active(db: Db, siteId: number, id: number) {
  return programs(db, siteId).where('id', '=', id).where('state', '=', 'active')
}

/** A program that is on. */
export function findActive(db: Db, siteId: number, id: number): Promise<ProgramRow | undefined> {
  return active(db, siteId, id).executeTakeFirst()
}

/** Like {@link findActive}. The company is locked first. */
export function lockActive(db: Db, siteId: number, id: number): Promise<ProgramRow | undefined> {
  return active(db, siteId, id).forUpdate().executeTakeFirst()
}

export async function updateRow(
  db: Db,
  siteId: number,
  id: number,
  change: Updateable<CompanyPrograms>,
): Promise<void> {
  await db
    .updateTable('company_programs')
    .set(change)
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

export type ProgramDesign = {
  id: number
  name: string
  reward_type: RewardType
  is_offered: boolean
  min_value_cents: number
  max_value_cents: number
}

/** The designs of a company that programs use, with whether the site still offers what they need. */
export function listDesignsOf(db: Db, { siteId, company }: OfCompany, ids: readonly number[]) {
  return db
    .selectFrom('saved_designs as saved')
    .innerJoin('rewards as reward', (join) =>
      join.onRef('reward.site_id', '=', 'saved.site_id').onRef('reward.id', '=', 'saved.reward_id'),
    )
    .innerJoin('reward_card_templates as template', (join) =>
      join
        .onRef('template.site_id', '=', 'saved.site_id')
        .onRef('template.id', '=', 'saved.reward_card_template_id'),
    )
    .select(['saved.id', 'saved.name', 'saved.reward_type'])
    .select(['reward.min_value_cents', 'reward.max_value_cents'])
    .select(({ and, eb, fn, ref }) =>
      and([
        ref('reward.active'),
        ref('template.active'),
        eb('saved.reward_type', '=', fn.any('reward.reward_types')),
      ])
        .$castTo<boolean>()
        .as('is_offered'),
    )
    .where('saved.site_id', '=', siteId)
    .where('saved.company_id', '=', company.id)
    .where('saved.id', 'in', [0, ...ids])
    .$castTo<ProgramDesign>()
    .execute()
}

export type ProgramList = { id: number; name: string; people_count: number; customer_id: number }

/** The lists that a company shares, of these. */
export function listListsOf(
  db: Db,
  { siteId, company }: OfCompany,
  ids: readonly number[],
): Promise<ProgramList[]> {
  return db
    .selectFrom('recipient_lists')
    .select(['id', 'name', 'people_count', 'customer_id'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .where('id', 'in', [0, ...ids])
    .execute()
}
