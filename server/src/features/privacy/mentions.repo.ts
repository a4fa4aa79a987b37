import { expressionBuilder } from 'kysely'
import type { Database, Db } from '../../database/database.ts'
import { anyOf, isAnyNaming, jsonLiteral, jsonText } from '../../database/sql.ts'

/** A row's text about a person that isn't a field of its own. */
export type Mention = {
  source:
    | 'order'
    | 'invoice_copy'
    | 'order_field'
    | 'order_note'
    | 'customer_note'
    | 'company_billing'
    | 'company_note'
    | 'company_member'
    | 'approval'
    | 'audit'
    | 'payment_received'
    | 'import'
    | 'change'
    | 'delivery_event'
    | 'conversation'
    | 'conversation_name'
  id: number
  text: string
  at: Date
}

/** Orders that were billed to this email or complete name: kept for accounting. */
export async function findBilled(db: Db, siteId: number, words: string, limit: number): Promise<Mention[]> {
  const part = (name: string) => jsonText(expressionBuilder<Database, 'orders'>().ref('bill_to'), name)
  const rows = await db
    .selectFrom('orders')
    .select(({ cast, ref }) => ['id', 'created_at as at', cast<string>(ref('bill_to'), 'text').as('text')])
    .where('site_id', '=', siteId)
    .where(({ eb, fn, or, val }) =>
      words.includes('@')
        ? or([part('email'), part('billing_email')].map((email) => eb(fn('lower', [email]), '=', words)))
        : eb(fn('folded', [fn('concat_ws', [val(' '), part('first_name'), part('last_name')])]), '=', words),
    )
    .limit(limit)
    .execute()
  return rows.map((row) => ({ source: 'order', ...row, text: row.text ?? '' }))
}

/** Free text, and copies of data, that contain an email or a complete name. */
export async function findMentions(db: Db, siteId: number, words: string, limit: number): Promise<Mention[]> {
  const [
    orders,
    orderFields,
    orderNotes,
    customerNotes,
    billing,
    companyNotes,
    approvals,
    audit,
    received,
    imports,
    changes,
    events,
    conversations,
    conversationNames,
  ] = await Promise.all([
    db
      .selectFrom('orders')
      .select(({ cast, ref }) => [
        'id',
        cast<string>(ref('invoice_emails'), 'text').as('text'),
        'created_at as at',
      ])
      .where('site_id', '=', siteId)
      // Few have any: those with none are skipped before their text is made.
      .where('invoice_emails', '<>', jsonLiteral([]))
      .where(({ cast, ref }) => isAnyNaming([cast<string>(ref('invoice_emails'), 'text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('order_field_values as v')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.site_id', '=', 'v.site_id').onRef('o.id', '=', 'v.order_id'),
      )
      .select(['o.id', 'v.value as text', 'o.created_at as at'])
      .where('v.site_id', '=', siteId)
      .where(({ ref }) => isAnyNaming([ref('v.value')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('order_notes')
      .select(['id', 'text', 'at'])
      .where('site_id', '=', siteId)
      .where(({ ref }) => isAnyNaming([ref('text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('customer_notes')
      .select(['id', 'text', 'at'])
      .where('site_id', '=', siteId)
      .where(({ ref }) => isAnyNaming([ref('text')], words))
      .limit(limit)
      .execute(),
    billingTexts(db, siteId)
      .where(({ ref }) => isAnyNaming([ref('t.text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('company_notes')
      .select(['id', 'text', 'at'])
      .where('site_id', '=', siteId)
      .where(({ ref }) => isAnyNaming([ref('text')], words))
      .limit(limit)
      .execute(),
    approvalTexts(db, siteId)
      .where(({ ref }) => isAnyNaming([ref('t.text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('audit_entries')
      .select(({ cast, ref }) => ['id', cast<string>(ref('facts'), 'text').as('text'), 'at'])
      .where('site_id', '=', siteId)
      .where('facts_salt', '<>', '')
      .where(({ cast, ref }) => isAnyNaming([cast<string>(ref('facts'), 'text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('funds_received')
      .select(({ eb }) => [
        'id',
        eb(eb('payer', '||', ' '), '||', eb.ref('note')).as('text'),
        'recorded_at as at',
      ])
      .where('site_id', '=', siteId)
      .where(({ ref }) => isAnyNaming([ref('payer'), ref('note')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('csv_card_item_imports')
      .select(({ cast, ref }) => ['id', cast<string>(ref('sample'), 'text').as('text'), 'created_at as at'])
      .where('site_id', '=', siteId)
      .where(({ cast, ref }) =>
        isAnyNaming(
          [cast<string>(ref('sample'), 'text'), cast<string>(ref('columns'), 'text'), ref('file_name')],
          words,
        ),
      )
      .limit(limit)
      .execute(),
    db
      .selectFrom('recipient_changes as c')
      .innerJoin('recipient_change_rows as r', (join) =>
        join.onRef('r.site_id', '=', 'c.site_id').onRef('r.change_id', '=', 'c.id'),
      )
      .select(({ cast, ref }) => [
        'c.id',
        cast<string>(ref('r.before'), 'text').as('text'),
        'c.created_at as at',
      ])
      .where('c.site_id', '=', siteId)
      .where(({ cast, ref }) => isAnyNaming([cast<string>(ref('r.before'), 'text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('delivery_events')
      .select(({ fn, ref, val }) => [
        'id',
        fn
          .coalesce(jsonText(ref('facts'), 'words'), val(''))
          .$castTo<string>()
          .as('text'),
        'at',
      ])
      .where('site_id', '=', siteId)
      .where(({ fn, ref, val }) =>
        isAnyNaming([fn.coalesce(jsonText(ref('facts'), 'words'), val('')).$castTo<string>()], words),
      )
      .limit(limit)
      .execute(),
    conversationTexts(db, siteId)
      .where(({ ref }) => isAnyNaming([ref('t.text')], words))
      .limit(limit)
      .execute(),
    db
      .selectFrom('conversations')
      .select(['id', 'name as text', 'created_at as at'])
      .where('site_id', '=', siteId)
      .where(({ ref }) => isAnyNaming([ref('name')], words))
      .limit(limit)
      .execute(),
  ])
  const of = (source: Mention['source'], rows: readonly Omit<Mention, 'source'>[]) =>
    rows.map((row) => ({ source, ...row }))
  return [
    ...of('invoice_copy', orders),
    ...of('order_field', orderFields),
    ...of('order_note', orderNotes),
    ...of('customer_note', customerNotes),
    ...of('company_billing', billing),
    ...of('company_note', companyNotes),
    ...of('approval', approvals),
    ...of('audit', audit),
    ...of('payment_received', received),
    ...of('import', imports),
    ...of('change', changes),
    ...of('delivery_event', events),
    ...of('conversation', conversations),
    ...of('conversation_name', conversationNames),
  ]
}

/** Attention lines and emails of companies' billing details, with the company's ID. */
export function billingTexts(db: Db, siteId: number) {
  const billing = db
    .selectFrom('company_billing')
    .select(({ fn, val }) => [
      'company_id as id',
      fn<string>('concat_ws', [val(', '), 'attention', 'email']).as('text'),
      'changed_at as at',
    ])
    .where('site_id', '=', siteId)
  return db.selectFrom(billing.as('t')).select(['t.id', 't.text', 't.at'])
}

/** Messages of conversations with the guide, what it understood, and what came of them. */
function conversationTexts(db: Db, siteId: number) {
  const messages = db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.conversation_id'),
    )
    .select(({ cast, eb, fn, ref, val }) => [
      'm.id',
      'm.conversation_id',
      fn<string>('concat_ws', [
        val(' '),
        cast<string>(ref('m.content'), 'text'),
        eb
          .case()
          .when(cast<string>(ref('m.outcomes'), 'text'), '<>', '[]')
          .then(cast<string>(ref('m.outcomes'), 'text'))
          .end(),
        cast<string>(ref('m.understood'), 'text'),
      ]).as('text'),
      'm.created_at as at',
    ])
    .where('m.site_id', '=', siteId)
  return db.selectFrom(messages.as('t')).select(['t.id', 't.text', 't.at'])
}

/** A customer’s conversations with the guide. Their messages are long, so they’re read one conversation at a time. */
export async function listConversationIds(
  db: Db,
  siteId: number,
  customerIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', anyOf(customerIds))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts the messages of conversations, without those that are counted already. */
export async function countSaid(
  db: Db,
  siteId: number,
  conversationIds: readonly number[],
  without: readonly number[],
): Promise<number> {
  const { count } = await db
    .selectFrom('conversation_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('conversation_id', '=', anyOf(conversationIds))
    .where(({ eb, not }) => not(eb('id', '=', anyOf(without))))
    .executeTakeFirstOrThrow()
  return count
}

/** What was said in a conversation. */
export async function findSaid(db: Db, siteId: number, conversationId: number): Promise<Mention[]> {
  const rows = await conversationTexts(db, siteId)
    .where('t.conversation_id', '=', conversationId)
    .orderBy('t.id')
    .execute()
  return rows.map((row) => ({ source: 'conversation', ...row }))
}

/** A mention without the tokens that carry out proposals: a file is passed on. */
export function withoutTokens(mention: Mention): Mention {
  if (mention.source !== 'conversation') return mention
  // A quote that someone typed has a backslash before it, so this is the property.
  return { ...mention, text: mention.text.replaceAll(/"token": "[\w.-]*"/g, '"token": ""') }
}

/** Notes of buyers and comments of approvers, with their request's ID. */
export function approvalTexts(db: Db, siteId: number) {
  const notes = db
    .selectFrom('approval_requests')
    .select(({ ref }) => [
      'id',
      'note as text',
      'asked_at as at',
      ref('asked_by').$castTo<number | null>().as('by'),
    ])
    .where('site_id', '=', siteId)
    .where('note', '<>', '')
  const decisions = db
    .selectFrom('approval_requests as r')
    .innerJoin('approval_steps as s', (join) =>
      join.onRef('s.site_id', '=', 'r.site_id').onRef('s.request_id', '=', 'r.id'),
    )
    .select(({ fn }) => [
      'r.id',
      's.comment as text',
      fn.coalesce('s.decided_at', 'r.asked_at').as('at'),
      's.decided_by as by',
    ])
    .where('r.site_id', '=', siteId)
    .where('s.comment', '<>', '')
  return db.selectFrom(notes.unionAll(decisions).as('t')).select(['t.id', 't.text', 't.at'])
}

/** A customer's companies with their role there, and what they wrote about approvals. */
export async function findCompanyThings(
  db: Db,
  siteId: number,
  customerIds: readonly number[],
): Promise<Mention[]> {
  if (customerIds.length === 0) return []
  const [companies, approvals] = await Promise.all([
    db
      .selectFrom('company_members as m')
      .innerJoin('companies as c', (join) =>
        join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.company_id'),
      )
      .leftJoin('company_roles as r', (join) =>
        join
          .onRef('r.site_id', '=', 'm.site_id')
          .onRef('r.company_id', '=', 'm.company_id')
          .onRef('r.key', '=', 'm.role'),
      )
      .select(({ fn, ref, val }) => [
        'c.id',
        fn<string>('concat_ws', [val(', '), ref('c.name'), fn.coalesce('r.name', 'm.role')]).as('text'),
        'm.joined_at as at',
      ])
      .where('m.site_id', '=', siteId)
      .where('m.customer_id', '=', anyOf(customerIds))
      .execute(),
    approvalTexts(db, siteId).where('t.by', '=', anyOf(customerIds)).execute(),
  ])
  return [
    ...companies.map((row) => ({ source: 'company_member' as const, ...row })),
    ...approvals.map((row) => ({ source: 'approval' as const, ...row })),
  ]
}
