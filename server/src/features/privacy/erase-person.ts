import type { FieldValue } from '@laurel/domain/order-fields'
import { LIVE_PAYMENT_STATES } from '@laurel/domain/payment-state'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { anyOf, literals } from '../../database/sql.ts'
import { removeDetails } from '../audit/audit.service.ts'
import { ERASED } from '../card-items/erased-recipient.ts'
import { deleteRecipients } from '../card-items/recipients.repo.ts'
import { saveFields } from '../orders/order-fields.repo.ts'
import { deleteSaved } from '../recipient-lists/saved-people.repo.ts'
import { findRecords } from './find-records.repo.ts'
import { findMentions, type Mention } from './mentions.repo.ts'
import type { PersonRecord } from './people.repo.ts'
import { personKey, soughtBy, wordsOf } from './person-key.ts'
import {
  EMPTY_IMPORT,
  isClosed,
  overAmong,
  recipientWithout,
  removeEventWords,
  removeShipTo,
  retireDeliveries,
} from './retire.repo.ts'

/** Records of one transaction, and of each source. */
const LIMIT = 500

/**
 * Everything about a person up to a moment: what came later is another consent. A delivery and its recipient are one
 * person, even if one of them was corrected.
 */
export async function recordsOf(db: Db, siteId: number, key: string, until: Date): Promise<PersonRecord[]> {
  const found = await findRecords(db, siteId, soughtBy(key, until), LIMIT)
  const own = new Set(found.filter((record) => personKey(record) === key && record.created_at <= until))
  const recipientIds = new Set([...own].flatMap(({ recipient_id }) => recipient_id ?? []))
  return found.filter(
    (record) => own.has(record) || (record.recipient_id !== null && recipientIds.has(record.recipient_id)),
  )
}

export async function mentionsOf(db: Db, siteId: number, key: string, until: Date): Promise<Mention[]> {
  const words = wordsOf(key)
  const found = words === undefined ? [] : await findMentions(db, siteId, words, LIMIT)
  return found.filter(({ at }) => at <= until)
}

/**
 * Whether anything names the person: a record, or text with the complete email, which outlives the records of a closed
 * account. Other text alone names no one: a key made up of a letter would find the texts of everyone. An email of staff
 * is in entries about their work.
 */
export async function isKnown(
  db: Db,
  siteId: number,
  key: string,
  records: readonly PersonRecord[],
  until: Date,
): Promise<boolean> {
  if (records.length > 0) return true
  const email = wordsOf(key)
  if (email === undefined || !EMAIL.test(email)) return false
  const staff = await db
    .selectFrom('staff_accounts')
    .select('id')
    .where('site_id', '=', siteId)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email))
    .executeTakeFirst()
  return staff === undefined && (await mentionsOf(db, siteId, key, until)).length > 0
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

/**
 * Erases a batch of what can be erased of a person now, and text that names them once their records are erased. Rows
 * stay with their amounts and dates; saved people, addresses, and rows of carts are deleted.
 *
 * @returns how many records were erased, and how many are needed for now
 */
export async function erasePerson(
  db: Db,
  siteId: number,
  key: string,
  until: Date,
): Promise<{ erased: number; waiting: number }> {
  // A closed account keeps what its invoices show.
  const records = (await recordsOf(db, siteId, key, until)).filter(({ source }) => source !== 'customer')
  const idsOf = (source: PersonRecord['source']) =>
    records.filter((record) => record.source === source).map(({ id }) => id)
  let erased = 0
  const over = await overAmong(db, siteId, idsOf('delivery'))
  if (over.length > 0) erased += await retireDeliveries(db, siteId, over, 'nothing')
  erased += await eraseRecipients(db, siteId, idsOf('recipient'))
  erased += await removeFromCarts(db, siteId, records)
  for (const { id, owner_id } of records.filter(({ source }) => source === 'saved')) {
    if (await deleteSaved(db, { siteId, customerId: owner_id }, id)) erased += 1
  }
  const { numDeletedRows } = await db
    .deleteFrom('registered_addresses')
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(idsOf('address')))
    .executeTakeFirst()
  const invitations = await db
    .deleteFrom('company_invitations')
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(idsOf('invitation')))
    .executeTakeFirst()
  erased += Number(numDeletedRows) + Number(invitations.numDeletedRows)
  const orderIds = await closedAmong(
    db,
    siteId,
    records.filter(({ source }) => source === 'ship_to'),
  )
  if (orderIds.length > 0) await removeShipTo(db, siteId, orderIds)
  erased += orderIds.length
  // These are searched in full: once, at the end.
  if (erased === 0) erased += await eraseMentions(db, siteId, key, await mentionsOf(db, siteId, key, until))
  const left = await recordsOf(db, siteId, key, until)
  return { erased, waiting: left.filter(({ source }) => source !== 'customer').length }
}

/** Recipients of closed orders without a delivery that needs them. */
async function eraseRecipients(db: Db, siteId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('card_recipient_details as r')
    .set(recipientWithout('nothing'))
    .where('r.site_id', '=', siteId)
    .where('r.id', '=', anyOf(ids))
    .where(({ and, exists, not, selectFrom }) =>
      and([
        exists(
          selectFrom('card_items as i')
            .innerJoin('orders as o', (join) =>
              join.onRef('o.site_id', '=', 'i.site_id').onRef('o.id', '=', 'i.order_id'),
            )
            .select('i.id')
            .whereRef('i.site_id', '=', 'r.site_id')
            .whereRef('i.id', '=', 'r.card_item_id')
            .where(isClosed()),
        ),
        not(
          exists(
            selectFrom('deliveries as d')
              .select('d.id')
              .whereRef('d.site_id', '=', 'r.site_id')
              .whereRef('d.recipient_id', '=', 'r.id')
              .where('d.keeps', '<>', 'nothing'),
          ),
        ),
      ]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A cart that's being paid keeps its recipients until it's placed or left. */
async function removeFromCarts(db: Db, siteId: number, records: readonly PersonRecord[]): Promise<number> {
  const inCarts = records.filter(({ source, status }) => source === 'recipient' && status === 'cart')
  if (inCarts.length === 0) return 0
  const items = await db
    .selectFrom('card_items as i')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'i.site_id').onRef('o.id', '=', 'i.order_id'),
    )
    .select('i.id')
    .where('i.site_id', '=', siteId)
    .where('i.id', '=', anyOf(inCarts.map(({ owner_id }) => owner_id)))
    .where('o.status', '=', 'cart')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.site_id', '=', 'o.site_id')
            .whereRef('p.order_id', '=', 'o.id')
            .where('p.state', 'in', literals(...LIVE_PAYMENT_STATES)),
        ),
      ),
    )
    .forUpdate()
    .execute()
  let removed = 0
  for (const { id } of items) {
    const people = inCarts.filter(({ owner_id }) => owner_id === id)
    await deleteRecipients(db, siteId, id, people)
    removed += people.length
  }
  return removed
}

const NOTES = {
  order_notes: 'order_note',
  customer_notes: 'customer_note',
  company_notes: 'company_note',
} as const

async function eraseMentions(
  db: Db,
  siteId: number,
  key: string,
  mentions: readonly Mention[],
): Promise<number> {
  const idsOf = (source: Mention['source']) =>
    mentions.filter((mention) => mention.source === source).map(({ id }) => id)
  let erased = 0
  for (const table of ['order_notes', 'customer_notes', 'company_notes'] as const) {
    const ids = idsOf(NOTES[table])
    if (ids.length === 0) continue
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ text: ERASED })
      .where('site_id', '=', siteId)
      .where('id', '=', anyOf(ids))
      .executeTakeFirst()
    erased += Number(numUpdatedRows)
  }
  erased += await eraseApprovalTexts(db, siteId, mentions)
  const billing = await db
    .updateTable('company_billing')
    .set({ attention: '', email: '' })
    .where('site_id', '=', siteId)
    .where('company_id', '=', anyOf(idsOf('company_billing')))
    .executeTakeFirst()
  erased += Number(billing.numUpdatedRows)
  const entries = idsOf('audit')
  if (entries.length > 0) erased += await removeDetails(db, siteId, entries)
  const imports = await db
    .updateTable('csv_card_item_imports')
    .set(EMPTY_IMPORT)
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(idsOf('import')))
    .where('state', 'in', literals('finished', 'failed', 'cancelled'))
    .executeTakeFirst()
  const changes = await db
    .deleteFrom('recipient_changes')
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(idsOf('change')))
    .executeTakeFirst()
  erased += Number(imports.numUpdatedRows) + Number(changes.numDeletedRows)
  erased += await removeEventWords(db, siteId, { ids: idsOf('delivery_event') })
  erased += await eraseConversations(db, siteId, idsOf('conversation'), idsOf('conversation_name'))
  erased += await eraseFields(db, siteId, mentions)
  return erased + (await eraseCopies(db, siteId, key, idsOf('invoice_copy')))
}

async function eraseApprovalTexts(db: Db, siteId: number, mentions: readonly Mention[]): Promise<number> {
  const found = mentions.filter(({ source }) => source === 'approval')
  if (found.length === 0) return 0
  const ids = anyOf(found.map(({ id }) => id))
  const texts = found.map(({ text }) => text)
  let erased = 0
  for (const [table, id, text] of APPROVAL_TEXTS) {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ [text]: ERASED })
      .where('site_id', '=', siteId)
      .where(id, '=', ids)
      .where(text, 'in', texts)
      .executeTakeFirst()
    erased += Number(numUpdatedRows)
  }
  return erased
}

const APPROVAL_TEXTS = [
  ['approval_requests', 'id', 'note'],
  // The comment of a return is also its request's.
  ['approval_requests', 'id', 'comment'],
  ['approval_steps', 'request_id', 'comment'],
] as const

/** Messages, with what came of them, and names of conversations. */
async function eraseConversations(
  db: Db,
  siteId: number,
  messageIds: readonly number[],
  namedIds: readonly number[],
): Promise<number> {
  // Before its messages, as whatever deletes a conversation does.
  const names = await db
    .updateTable('conversations')
    .set({ name: ERASED })
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(namedIds))
    .executeTakeFirst()
  const messages = await db
    .updateTable('conversation_messages')
    .set({ content: json([{ type: 'text', text: ERASED }]), outcomes: json([]), understood: null })
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(messageIds))
    .executeTakeFirst()
  return Number(messages.numUpdatedRows) + Number(names.numUpdatedRows)
}

/** Values of custom fields, of closed orders and of carts. */
async function eraseFields(db: Db, siteId: number, mentions: readonly Mention[]): Promise<number> {
  const found = mentions.filter(({ source }) => source === 'order_field')
  if (found.length === 0) return 0
  const orders = await db
    .selectFrom('orders as o')
    .select(({ ref }) => ['o.site_id', 'o.id', ref('o.fields').$castTo<FieldValue[]>().as('fields')])
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', anyOf(found.map(({ id }) => id)))
    .where(({ eb, or }) => or([isClosed(), eb('o.status', '=', 'cart')]))
    .orderBy('o.id')
    .forUpdate()
    .execute()
  for (const order of orders) {
    const named = new Set(found.filter(({ id }) => id === order.id).map(({ text }) => text))
    const fields = order.fields.map((field) => (named.has(field.value) ? { ...field, value: ERASED } : field))
    await saveFields(db, order, fields)
  }
  return orders.length
}

/** Those that are closed, of orders that some records belong to. */
async function closedAmong(db: Db, siteId: number, records: readonly PersonRecord[]): Promise<number[]> {
  if (records.length === 0) return []
  const rows = await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', anyOf(records.map(({ owner_id }) => owner_id)))
    .where(isClosed())
    .execute()
  return rows.map(({ id }) => id)
}

/** Copies of invoices, of closed orders. Whom the order was billed to stays. */
async function eraseCopies(
  db: Db,
  siteId: number,
  key: string,
  orderIds: readonly number[],
): Promise<number> {
  let erased = 0
  const words = wordsOf(key)
  const orders = await db
    .selectFrom('orders as o')
    .select(['o.id', 'o.invoice_emails'])
    .where('o.site_id', '=', siteId)
    .where('o.id', '=', anyOf(orderIds))
    .where(isClosed())
    .$narrowType<{ invoice_emails: string[] }>()
    .execute()
  for (const { id, invoice_emails: before } of orders) {
    const after = before.filter((email) => email.toLowerCase() !== words)
    if (after.length === before.length) continue
    await db
      .updateTable('orders')
      .set({ invoice_emails: json(after) })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .execute()
    erased += 1
  }
  return erased
}
