import { DATE_WIRE_FIELDS } from '@laurel/domain/list-dates'
import { PERSON_WIRE_FIELDS } from '@laurel/domain/recipient-fields'
import type { Db } from '../../database/database.ts'
import { anyOf, literal } from '../../database/sql.ts'

/** What is saved of a person. */
const SAVED = [...PERSON_WIRE_FIELDS, ...DATE_WIRE_FIELDS] as const

/** Who leaves a company, and who gets what they shared with it. */
export type PassOn = { siteId: number; companyId: number; from: number; to: number }

/** Gives what a person shared with a company to another: addresses, lists with their people, drafts, designs, and files. */
export async function passOnShared(db: Db, pass: PassOn): Promise<void> {
  await passOnDrafts(db, pass)
  await passOnAddresses(db, pass)
  await passOnLists(db, pass)
  await passOnDesigns(db, pass)
  await passOnFiles(db, pass)
}

async function passOnAddresses(db: Db, { siteId, companyId, from, to }: PassOn): Promise<void> {
  const passed = await db
    .updateTable('registered_addresses')
    .set({ customer_id: to, is_default: false })
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('customer_id', '=', from)
    .returning('id')
    .execute()
  if (passed.length === 0) return
  // A book with addresses has a default.
  await db
    .updateTable('registered_addresses as address')
    .set({ is_default: true })
    .where('address.site_id', '=', siteId)
    .where('address.customer_id', '=', from)
    .where('address.id', '=', ({ selectFrom }) =>
      selectFrom('registered_addresses as left')
        .select(({ fn }) => fn.max('left.id').as('id'))
        .where('left.site_id', '=', siteId)
        .where('left.customer_id', '=', from)
        .having(({ eb, fn }) => eb(fn.agg<boolean>('bool_or', ['left.is_default']), '=', false))
        .$asScalar()
        .$notNull(),
    )
    .execute()
}

/** Also gives the other person the drafts of colleagues that this one edited last. What is in a cart stays there. */
async function passOnDrafts(db: Db, { siteId, companyId, from, to }: PassOn): Promise<void> {
  const held = await db
    .selectFrom('card_items as item')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'item.site_id').onRef('o.id', '=', 'item.order_id'),
    )
    .select('item.order_id')
    .where('item.site_id', '=', siteId)
    .where('item.company_id', '=', companyId)
    .where('o.customer_id', '=', from)
    .executeTakeFirst()
  if (held !== undefined) {
    await db
      .insertInto('orders')
      .values({ site_id: siteId, customer_id: to })
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'customer_id']).where('status', '=', literal('cart')).doNothing(),
      )
      .execute()
    const carts = await db
      .selectFrom('orders')
      .select(['id', 'customer_id'])
      .where('site_id', '=', siteId)
      .where('customer_id', 'in', [from, to])
      .where('status', '=', literal('cart'))
      .orderBy('id')
      .forUpdate()
      .execute()
    const cartOf = (customerId: number) => carts.find((cart) => cart.customer_id === customerId)!.id
    const moved = () =>
      db
        .updateTable('card_items')
        .where('site_id', '=', siteId)
        .where('company_id', '=', companyId)
        .where('order_id', '=', cartOf(from))
    await moved()
      .set({ order_id: cartOf(to), edited_until: null })
      .where('state', '=', 'draft')
      .execute()
    await moved().set({ company_id: null, shared_by: null, edited_until: null }).execute()
  }
  await db
    .updateTable('card_items')
    .set({ shared_by: to })
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('shared_by', '=', from)
    .execute()
}

async function passOnDesigns(db: Db, { siteId, companyId, from, to }: PassOn): Promise<void> {
  await db
    .updateTable('saved_designs')
    .set({ saved_by: to })
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('saved_by', '=', from)
    .execute()
}

/** With their folders. They count toward the other person's limits, which they may then exceed. */
async function passOnFiles(db: Db, { siteId, companyId, from, to }: PassOn): Promise<void> {
  for (const table of ['file_folders', 'files'] as const) {
    await db
      .updateTable(table)
      .set({ customer_id: to })
      .where('site_id', '=', siteId)
      .where('company_id', '=', companyId)
      .where('customer_id', '=', from)
      .execute()
  }
}

/** The person keeps the people in their own address book, as they may be on their other lists. */
async function passOnLists(db: Db, pass: PassOn): Promise<void> {
  const { siteId, companyId, from, to } = pass
  const lists = await db
    .updateTable('recipient_lists')
    .set({ customer_id: to })
    .where('site_id', '=', siteId)
    .where('company_id', '=', companyId)
    .where('customer_id', '=', from)
    .returning('id')
    .execute()
  if (lists.length === 0) return
  const listIds = lists.map(({ id }) => id)
  await copyPeople(db, pass, listIds)
  await db
    .updateTable('recipient_list_people as member')
    .from('saved_people as before')
    .innerJoin('saved_people as after', (join) =>
      join
        .onRef('after.site_id', '=', 'before.site_id')
        .onRef('after.person_key', '=', 'before.person_key')
        .on('after.customer_id', '=', to),
    )
    .set(({ ref }) => ({ person_id: ref('after.id'), find_name: ref('after.find_name') }))
    .where('member.site_id', '=', siteId)
    .where('member.list_id', '=', anyOf(listIds))
    .where('before.site_id', '=', siteId)
    .where('before.customer_id', '=', from)
    .whereRef('before.id', '=', 'member.person_id')
    .execute()
  await moveUncompared(db, pass, listIds)
}

function peopleOf(db: Db, { siteId, from }: PassOn, listIds: readonly number[]) {
  return (
    db
      .selectFrom('saved_people as person')
      .where('person.site_id', '=', siteId)
      .where('person.customer_id', '=', from)
      // By the row's site instead of a value: within an insert, Citus wouldn't see that both are on one node.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('recipient_list_people as member')
            .select('member.person_id')
            .whereRef('member.site_id', '=', 'person.site_id')
            .whereRef('member.person_id', '=', 'person.id')
            .where('member.list_id', '=', anyOf(listIds)),
        ),
      )
  )
}

/** Those whom the other person has saved already stay as they are there. */
async function copyPeople(db: Db, pass: PassOn, listIds: readonly number[]): Promise<void> {
  await db
    .insertInto('saved_people')
    .columns(['site_id', 'customer_id', 'person_key', ...SAVED])
    .expression(
      peopleOf(db, pass, listIds)
        .select(({ cast, val }) => ['person.site_id', cast<number>(val(pass.to), 'bigint').as('customer_id')])
        .select(['person.person_key', ...SAVED])
        .where('person.person_key', 'is not', null),
    )
    .onConflict((conflict) => conflict.columns(['site_id', 'customer_id', 'person_key']).doNothing())
    .execute()
}

/** People without an address or an email can't be compared: few, and each is copied alone. */
async function moveUncompared(db: Db, pass: PassOn, listIds: readonly number[]): Promise<void> {
  const people = await peopleOf(db, pass, listIds)
    .select(['person.id', ...SAVED])
    .where('person.person_key', 'is', null)
    .execute()
  for (const { id, ...person } of people) {
    const copy = await db
      .insertInto('saved_people')
      .values({ site_id: pass.siteId, customer_id: pass.to, ...person })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('recipient_list_people')
      .set({ person_id: copy.id })
      .where('site_id', '=', pass.siteId)
      .where('list_id', '=', anyOf(listIds))
      .where('person_id', '=', id)
      .execute()
  }
}
