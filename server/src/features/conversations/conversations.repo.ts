import type { ContentBlock, Outcome } from '@laurel/contract/conversations'
import { MAX_CONVERSATIONS, type MessageState } from '@laurel/domain/conversations'
import type { Understood } from '@laurel/domain/guide/understand'
import { Refusal } from '@laurel/domain/refusal'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { ConversationMessages, Conversations } from '../../database/generated/tables.ts'
import { json } from '../../database/json.ts'
import { anyOf } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

export type Block = z.input<typeof ContentBlock>
export type OutcomeWire = z.input<typeof Outcome>
export type ConversationRow = Selectable<Conversations>
/** What the guide understood of a message. `asked` is what it asked for in its answer. */
export type Kept = Understood & { asked?: 'count' | 'cents' }
export type MessageRow = Omit<
  Selectable<ConversationMessages>,
  'content' | 'state' | 'understood' | 'outcomes'
> & { content: Block[]; state: MessageState; understood: Kept | null; outcomes: OutcomeWire[] }

/**
 * A person’s conversations in the company they act for, and those from before they joined a company, but not those in
 * their other companies.
 */
function own(db: Db, { siteId, customerId, company }: Customer) {
  return db
    .selectFrom('conversations')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .where(({ eb, or }) => or([eb('company_id', 'is', null), eb('company_id', '=', company?.id ?? null)]))
}

export function listRows(db: Db, actor: Customer): Promise<ConversationRow[]> {
  return own(db, actor)
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CONVERSATIONS)
    .execute()
}

export function findRow(db: Db, actor: Customer, id: number): Promise<ConversationRow | undefined> {
  return own(db, actor).selectAll().where('id', '=', id).executeTakeFirst()
}

/** @throws {Refusal} `not_found` */
export async function readRow(db: Db, actor: Customer, id: number): Promise<ConversationRow> {
  const row = await findRow(db, actor, id)
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** @throws {Refusal} `not_found` */
export async function lockRow(db: Db, actor: Customer, id: number): Promise<ConversationRow> {
  const row = await own(db, actor).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export async function insertRow(db: Db, actor: Customer, at: Date): Promise<ConversationRow> {
  return db
    .insertInto('conversations')
    .values({
      site_id: actor.siteId,
      customer_id: actor.customerId,
      company_id: actor.company?.id ?? null,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Makes room for one more, across all of the customer’s companies. */
export async function deleteBeyond(db: Db, { siteId, customerId }: Customer): Promise<void> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('site_id', '=', siteId)
    .where('customer_id', '=', customerId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_CONVERSATIONS - 1)
    .limit(MAX_CONVERSATIONS)
    .execute()
  if (rows.length > 0)
    await deleteRows(
      db,
      siteId,
      rows.map(({ id }) => id),
    )
}

export async function deleteRows(db: Db, siteId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('conversations').where('site_id', '=', siteId).where('id', '=', anyOf(ids)).execute()
}

export async function updateRow(
  db: Db,
  { site_id, id }: ConversationRow,
  change: { name?: string; company_id?: number | null; updated_at: Date },
): Promise<ConversationRow> {
  return db
    .updateTable('conversations')
    .set(change)
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function listMessageRows(db: Db, siteId: number, conversationId: number): Promise<MessageRow[]> {
  return messages(db, siteId, conversationId).orderBy('id').execute()
}

export function findLastAnswer(
  db: Db,
  siteId: number,
  conversationId: number,
): Promise<MessageRow | undefined> {
  return messages(db, siteId, conversationId)
    .where('role', '=', 'assistant')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** @throws {Refusal} `not_found` */
export async function lockMessage(
  db: Db,
  siteId: number,
  conversationId: number,
  id: number,
): Promise<MessageRow> {
  const row = await messages(db, siteId, conversationId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

function messages(db: Db, siteId: number, conversationId: number) {
  return db
    .selectFrom('conversation_messages')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('conversation_id', '=', conversationId)
    .$narrowType<Pick<MessageRow, 'content' | 'state' | 'understood' | 'outcomes'>>()
}

export function countMessages(db: Db, siteId: number, conversationId: number): Promise<number> {
  return countSince(db, siteId, conversationId, undefined)
}

export async function countSince(
  db: Db,
  siteId: number,
  conversationId: number,
  since: Date | undefined,
): Promise<number> {
  const { count } = await db
    .selectFrom('conversation_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('conversation_id', '=', conversationId)
    .$if(since !== undefined, (query) => query.where('created_at', '>', since!))
    .executeTakeFirstOrThrow()
  return count
}

/** When the customer sent messages since a given time, across all conversations, oldest first. */
export async function listSentSince(db: Db, { siteId, customerId }: Customer, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.site_id', '=', 'm.site_id').onRef('c.id', '=', 'm.conversation_id'),
    )
    .select('m.created_at')
    .where('m.site_id', '=', siteId)
    .where('c.customer_id', '=', customerId)
    .where('c.updated_at', '>', since)
    .where('m.role', '=', 'user')
    .where('m.created_at', '>', since)
    .orderBy('m.id')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

export async function insertMessage(
  db: Db,
  { site_id, id }: ConversationRow,
  message: Pick<MessageRow, 'role' | 'content' | 'state' | 'associated_user_message_id' | 'created_at'>,
): Promise<MessageRow> {
  return db
    .insertInto('conversation_messages')
    .values({ site_id, conversation_id: id, ...message, content: json(message.content) })
    .returningAll()
    .$narrowType<Pick<MessageRow, 'content' | 'state' | 'understood' | 'outcomes'>>()
    .executeTakeFirstOrThrow()
}

export type AnswerChange = {
  content?: readonly Block[]
  state?: MessageState
  understood?: Kept
  model?: string
  input_tokens?: number
  output_tokens?: number
}

/** Changes an answer that is being written. @returns false if it was stopped or deleted */
export async function updateAnswer(
  db: Db,
  siteId: number,
  id: number,
  { content, state, understood, ...used }: AnswerChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversation_messages')
    .set({
      ...(content && { content: json(content) }),
      ...(state && { state }),
      ...(understood && { understood: json(understood) }),
      ...used,
      site_id: siteId,
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('state', '=', 'answering')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function addOutcome(db: Db, { site_id, id, outcomes }: MessageRow, outcome: OutcomeWire) {
  await db
    .updateTable('conversation_messages')
    .set({ outcomes: json([...outcomes, outcome]) })
    .where('site_id', '=', site_id)
    .where('id', '=', id)
    .execute()
}
