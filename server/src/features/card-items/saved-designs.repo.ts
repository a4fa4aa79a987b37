import type { Art } from '@laurel/domain/card-design'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { SavedDesigns } from '../../database/generated/tables.ts'
import { jsonText, literal } from '../../database/sql.ts'
import type { InCompany } from '../companies/companies.repo.ts'
import { designAsStored } from './copy-item.repo.ts'

const COPIED = ['reward_type', 'reward_id', 'reward_card_template_id', 'message', 'sender_name'] as const

export type DesignRow = Awaited<ReturnType<typeof listDesigns>>[number]

/** The company's saved designs, last used first; a new one counts as used. */
export function listDesigns(db: Db, own: InCompany) {
  return designsOf(db, own)
    .orderBy(({ fn }) => fn.coalesce('saved.last_used_at', 'saved.created_at'), 'desc')
    .orderBy('saved.id', 'desc')
    .execute()
}

/** @throws {Refusal} `not_found` */
export async function readDesign(db: Db, own: InCompany, id: number): Promise<DesignRow> {
  const row = await designsOf(db, own).where('saved.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

function designsOf(db: Db, { siteId, company }: InCompany) {
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
    .innerJoin('customers as owner', (join) =>
      join.onRef('owner.site_id', '=', 'saved.site_id').onRef('owner.id', '=', 'saved.saved_by'),
    )
    .selectAll('saved')
    .select([
      'reward.name as reward_name',
      'reward.network as reward_network',
      'template.active as is_template_offered',
      'owner.first_name as owner_first_name',
      'owner.last_name as owner_last_name',
    ])
    .select(({ and, eb, fn, ref }) => [
      and([ref('reward.active'), eb('saved.reward_type', '=', fn.any('reward.reward_types'))])
        .$castTo<boolean>()
        .as('is_reward_offered'),
      fn
        .coalesce(jsonText(ref('template.background'), 'art'), literal('plain'))
        .$castTo<Art>()
        .as('art'),
    ])
    .where('saved.site_id', '=', siteId)
    .where('saved.company_id', '=', company.id)
    .$narrowType<{ reward_type: RewardType }>()
}

/** The columns that a saved design copies. If staff edited the template or reward, it names the successor. */
async function copied(db: Db, siteId: number, itemId: number) {
  const { design, reward_card_template_id, reward_id, ...values } = await db
    .selectFrom('card_items')
    .select(COPIED)
    .select(designAsStored('card_items').as('design'))
    .where('site_id', '=', siteId)
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  return {
    ...values,
    reward_id: await successorOf(db, siteId, 'rewards', reward_id),
    reward_card_template_id: await successorOf(db, siteId, 'reward_card_templates', reward_card_template_id),
    design: JSON.stringify(design),
  }
}

async function successorOf(
  db: Db,
  siteId: number,
  table: 'rewards' | 'reward_card_templates',
  id: number,
): Promise<number> {
  const { replaced_by: next } = await db
    .selectFrom(table)
    .select('replaced_by')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return next === null ? id : successorOf(db, siteId, table, next)
}

/** @returns its ID */
export async function insertDesign(
  db: Db,
  { siteId, customerId, company }: InCompany,
  { itemId, name, at }: { itemId: number; name: string; at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('saved_designs')
    .values({
      ...(await copied(db, siteId, itemId)),
      ...{ site_id: siteId, company_id: company.id, saved_by: customerId, name },
      ...{ created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @param itemId the card whose design replaces it */
export async function changeDesign(
  db: Db,
  { siteId }: InCompany,
  id: number,
  { itemId, ...values }: Updateable<SavedDesigns> & { itemId?: number | undefined },
): Promise<void> {
  await db
    .updateTable('saved_designs')
    .set({ ...values, ...(itemId !== undefined && (await copied(db, siteId, itemId))) })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

export async function deleteDesignRow(db: Db, { siteId }: InCompany, id: number): Promise<void> {
  await db.deleteFrom('saved_designs').where('site_id', '=', siteId).where('id', '=', id).execute()
}

/** Makes a draft of it, in an order that is held. @returns the draft's ID */
export async function copyDesign(
  db: Db,
  siteId: number,
  id: number,
  orderId: number,
  at: Date,
): Promise<number> {
  const draft = await db
    .insertInto('card_items')
    .columns(['site_id', 'order_id', 'name', ...COPIED, 'design', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('saved_designs')
        .select(({ val }) => [
          'site_id',
          val(orderId).as('order_id'),
          'name',
          ...COPIED,
          designAsStored('saved_designs').as('design'),
          val(at).as('created_at'),
          val(at).as('updated_at'),
        ])
        .where('site_id', '=', siteId)
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return draft.id
}
