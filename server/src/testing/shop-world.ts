import { randomUUID } from 'node:crypto'
import type { Pool } from '../database/database.ts'
import { inSite } from '../database/in-site.ts'
import { json } from '../database/json.ts'
import { migrate } from '../database/migrate.ts'
import type { CardItemWire } from '../features/card-items/card-item-wire.ts'
import { makeCardItem } from '../features/card-items/card-items.service.ts'
import { BLANK_RECIPIENT, type RecipientValues } from '../features/card-items/judged-recipient.ts'
import { addPerson } from '../features/card-items/recipients.service.ts'
import type { LimitsRecord } from '../features/sites/site-records.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import type { Customer } from '../http/actor.ts'
import { assertTallied } from './tallies.ts'
import { openTestDatabase } from './test-database.ts'

export const LIMITS: LimitsRecord = {
  min_value_cents: 500,
  max_value_cents: 100_000,
  max_quantity: 10_000,
  max_recipients: 100_000,
  max_order_cents: 5_000_000,
}

export const DESIGN = {
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: '',
  logo_file_key: null,
  logo_one_color: true,
} as const

export const PERSON: RecipientValues = {
  ...BLANK_RECIPIENT,
  first_name: 'Maya',
  last_name: 'Okafor',
  email: 'maya@halden.example',
  address1: '12 Elm Street',
  city: 'Portland',
  state: 'OR',
  zip: '97205',
}

export type Shop = { site: SiteRow; rewardId: number; otherRewardId: number; templateId: number }

/** Two shops on one database, and customers in them: as much as cards and lists need. */
export async function openShops() {
  const database = await openTestDatabase()
  const pool = database.db
  await migrate(pool)
  const { id: organizationId } = await pool
    .insertInto('organizations')
    .values({ slug: 'northwind', name: 'Northwind' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const here = await openShop(pool, organizationId, 'northwind')
  const elsewhere = await openShop(pool, organizationId, 'acorn')

  const signIn = async (shop: Shop, registered = true): Promise<Customer> => {
    const email = `${randomUUID()}@customer.example`
    const { id } = await inSite(pool, shop.site.id, (db) =>
      db
        .insertInto('customers')
        .values({ site_id: shop.site.id, identity_subject: randomUUID(), email })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return {
      siteId: shop.site.id,
      customerId: id,
      email,
      emailVerified: true,
      registrationComplete: registered,
    }
  }

  return {
    pool,
    here,
    elsewhere,
    signIn,
    /** A draft of the customer's current order. */
    draft: (actor: Customer, change: Partial<Parameters<typeof makeCardItem>[3]> = {}) =>
      makeCardItem(pool, actor, LIMITS, {
        name: '',
        reward_type: 'direct',
        reward_card_template_id: actor.siteId === here.site.id ? here.templateId : elsewhere.templateId,
        design: DESIGN,
        denomination_cents: null,
        quantity: null,
        message: '',
        sender_name: '',
        ...change,
      }),
    add: (actor: Customer, item: CardItemWire, change: Partial<RecipientValues> = {}) =>
      addPerson(pool, actor, LIMITS, { card_item_id: item.id, ...PERSON, ...change }),
    /** A payment of the order is on its way. */
    startPayment: (actor: Customer, orderId: number) =>
      inSite(pool, actor.siteId, async (db) => {
        await db
          .updateTable('orders')
          .set({ priced: json({}) })
          .where('id', '=', orderId)
          .execute()
        await db
          .insertInto('payments')
          .values({
            site_id: actor.siteId,
            order_id: orderId,
            method_code: 'elavon_cc',
            amount_cents: 1,
            transaction_id: randomUUID(),
          })
          .execute()
      }),
    setStatus: (actor: Customer, orderId: number, status: string) =>
      inSite(pool, actor.siteId, (db) =>
        db.updateTable('orders').set({ status }).where('id', '=', orderId).execute(),
      ),
    /** Every write so far must have counted its people. */
    close: async () => {
      await assertTallied(pool)
      await database.close()
    },
  }
}

export type Shops = Awaited<ReturnType<typeof openShops>>

async function openShop(pool: Pool, organizationId: number, slug: string): Promise<Shop> {
  const site = await pool
    .insertInto('sites')
    .values({
      organization_id: organizationId,
      slug,
      hosts: [`${slug}.test`],
      name: slug,
      short_name: slug,
      site_primary_color: '#0B6B4F',
      site_secondary_color: '#F2A93B',
      site_tertiary_color: '#12211C',
      card_mark: json({ paths: [{ d: 'M0 0h32v32H0z', second: false }], word: 'Northwind', serif: false }),
      accounts: json({}),
      limits: json(LIMITS),
      card_fee_cents: json({ bulk: 195, direct: 295, digital: 0 }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return inSite(pool, site.id, async (db) => {
    const reward = (name: string, types: string[], max: number, position: number) =>
      db
        .insertInto('rewards')
        .values({
          site_id: site.id,
          name,
          network: 'meridian',
          description: '',
          reward_types: types,
          min_value_cents: 500,
          max_value_cents: max,
          position,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const first = await reward('Prepaid', ['direct', 'digital'], 50_000, 1)
    const second = await reward('Store card', ['bulk', 'direct'], 20_000, 2)
    const layer = { image: null }
    const template = await db
      .insertInto('reward_card_templates')
      .values({
        site_id: site.id,
        name: 'Hills',
        background: json({ art: 'hills', image: null }),
        gradient: json({ strength: 'soft', image: null }),
        fulfillment_layout: json({ bulk: layer, direct: layer, digital: layer }),
        user_layout: json({ tone: 'deep', line1: '', line2: '', takes_logo: true }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      site: site as unknown as SiteRow,
      rewardId: first.id,
      otherRewardId: second.id,
      templateId: template.id,
    }
  })
}
