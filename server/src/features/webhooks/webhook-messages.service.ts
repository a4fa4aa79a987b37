import type { WEBHOOK_MESSAGE_STATUSES, WebhookMessage } from '@laurel/contract/webhooks'
import { TEST_EVENT } from '@laurel/domain/event-types'
import { Refusal } from '@laurel/domain/refusal'
import { storedSentence } from '@laurel/domain/stored-sentences'
import type { Texts } from '@laurel/domain/texts'
import type { NotNull } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import { announce } from './announce.ts'
import { eventName } from './event-log.service.ts'
import { externalIdIn, messageBody } from './message-body.ts'
import { assertOn, lockOwn, type Owner, readEndpoint } from './webhook-endpoints.repo.ts'
import { type Manager, managing, type WebhookKit } from './webhook-endpoints.service.ts'
import { enqueueSpread, sendMessages } from './webhook-jobs.ts'

type MessageWire = z.input<typeof WebhookMessage>
type Status = (typeof WEBHOOK_MESSAGE_STATUSES)[number]

const SHOWN_ATTEMPTS = 20

/** @throws {Refusal} `not_found` */
export function listMessages(
  { pool }: WebhookKit,
  owner: Manager,
  id: number,
  asked: PageAsked & { status?: Status | undefined },
) {
  const { siteId } = owner
  return inSite(pool, siteId, async (db) => {
    await readEndpoint(db, owner, id)
    const of = db
      .selectFrom('webhook_messages')
      .where('site_id', '=', siteId)
      .where('endpoint_id', '=', id)
      .$if(asked.status !== undefined, (query) => query.where('status', '=', asked.status!))
    const [{ count }, rows] = await Promise.all([
      of.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      of
        .select('id')
        .orderBy('id', 'desc')
        .limit(asked.page_size)
        .offset((asked.page - 1) * asked.page_size)
        .execute(),
    ])
    const messages = await messageWires(
      db,
      owner,
      rows.map((row) => row.id),
    )
    return pageOfResults(
      `${owner.path}${id}/messages/`,
      { status: asked.status },
      asked,
      Number(count),
      messages,
    )
  })
}

/**
 * Sends a test event to this endpoint.
 *
 * @throws {Refusal} `not_found`, `webhook_is_off`
 */
export function sendTest(kit: WebhookKit, manager: Manager, id: number): Promise<MessageWire> {
  const at = kit.now()
  const { siteId } = manager
  return managing(kit, manager, async (db) => {
    assertOn(await lockOwn(db, manager, id))
    const [eventId] = await announce(db, siteId, [{ type: TEST_EVENT, data: { webhook_id: id }, at }])
    const message = await db
      .insertInto('webhook_messages')
      .values({ site_id: siteId, endpoint_id: id, event_id: eventId!, next_at: at, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kit.jobs.enqueue(db, sendMessages, { siteId, endpointId: id })
    return readWire(db, manager, message.id)
  })
}

/**
 * Sends one event once more, with the same ID.
 *
 * @throws {Refusal} `not_found`, `webhook_is_off`
 */
export function sendAgain(
  kit: WebhookKit,
  manager: Manager,
  { id, message_id: messageId }: { id: number; message_id: number },
): Promise<MessageWire> {
  const at = kit.now()
  const { siteId } = manager
  return managing(kit, manager, async (db, note) => {
    const endpoint = await lockOwn(db, manager, id)
    assertOn(endpoint)
    const message = await db
      .updateTable('webhook_messages')
      .set((eb) => ({
        status: 'waiting',
        attempts: 0,
        claim: eb('claim', '+', 1),
        next_at: at,
        settled_at: null,
      }))
      .where('site_id', '=', siteId)
      .where('endpoint_id', '=', id)
      .where('id', '=', messageId)
      .returning('event_id')
      .executeTakeFirst()
    if (message === undefined) throw new Refusal('not_found')
    const facts = { event: eventName(message.event_id) }
    note(endpoint, 'sent_again', facts)
    await kit.jobs.enqueue(db, sendMessages, { siteId, endpointId: id })
    return readWire(db, manager, messageId)
  })
}

/**
 * Replays the log from a point: later events are sent once more, with the same IDs.
 *
 * @returns how many of the endpoint's events that is, among those already read
 * @throws {Refusal} `not_found`, `webhook_is_off`, `validation_failed` for a future time
 */
export function replay(kit: WebhookKit, manager: Manager, id: number, since: Date) {
  const at = kit.now()
  if (since > at) {
    const message = 'Choose a time in the past.'
    throw new Refusal('validation_failed', {}, [{ field: 'since', code: 'in_the_future', message }])
  }
  const { siteId, companyId } = manager
  return managing(kit, manager, async (db, note) => {
    const endpoint = await lockOwn(db, manager, id)
    assertOn(endpoint)
    const read = db
      .selectFrom('site_events')
      .where('site_id', '=', siteId)
      .$if(companyId !== null, (query) => query.where('company_id', '=', companyId))
      .where('number', '<=', endpoint.read_number)
    const first = await read
      .select('number')
      .where('at', '>=', since)
      .orderBy('number')
      .limit(1)
      .$narrowType<{ number: NotNull }>()
      .executeTakeFirst()
    if (first === undefined) return { event_count: 0 }
    const { count } = await read
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('number', '>=', first.number)
      .where('type', 'in', endpoint.event_types)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('webhook_endpoints')
      .set({ read_number: first.number - 1 })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .execute()
    const facts = { since: since.toISOString(), event_count: Number(count) }
    note(endpoint, 'replayed', facts)
    enqueueSpread(db, siteId)
    return { event_count: Number(count) }
  })
}

async function readWire(db: Db, owner: Owner, id: number): Promise<MessageWire> {
  const [wire] = await messageWires(db, owner, [id])
  return wire!
}

async function messageWires(
  db: Db,
  { siteId, companyId }: Owner,
  ids: readonly number[],
): Promise<MessageWire[]> {
  if (ids.length === 0) return []
  const [rows, attempts] = await Promise.all([
    db
      .selectFrom('webhook_messages as m')
      .innerJoin('site_events as e', (join) =>
        join.onRef('e.site_id', '=', 'm.site_id').onRef('e.id', '=', 'm.event_id'),
      )
      .select([
        'm.id',
        'm.event_id',
        'm.status',
        'm.next_at',
        'e.type',
        'e.at',
        'e.data',
        externalIdIn(siteId),
      ])
      .where('m.site_id', '=', siteId)
      .where('m.id', 'in', ids)
      .orderBy('m.id', 'desc')
      .execute(),
    listAttempts(db, siteId, ids),
  ])
  return rows.map((row) => {
    const own = attempts.filter((one) => one.message_id === row.id)
    return {
      id: row.id,
      event_id: eventName(row.event_id),
      type: row.type,
      happened_at: row.at.toISOString(),
      body: messageBody(row, { siteId, companyId }),
      status: row.status as Status,
      next_at: row.status === 'waiting' ? row.next_at.toISOString() : null,
      attempt_count: own[0]?.of ?? 0,
      attempts: own.map(({ id, status, problem, answer, duration_ms, at }) => ({
        ...{ id, status, problem, answer, duration_ms },
        at: at.toISOString(),
      })),
    }
  })
}

/** The latest of each message, and how many there are. */
/** A message whose failed attempts say why in the reader's language. */
export function inWordsOf(i18n: Texts, message: MessageWire): MessageWire {
  const attempts = message.attempts.map((one) => ({ ...one, problem: storedSentence(i18n, one.problem) }))
  return { ...message, attempts }
}

async function listAttempts(db: Db, siteId: number, ids: readonly number[]) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook_attempts')
        .selectAll()
        .select(({ fn }) => [
          fn
            .countAll<number>()
            .over((over) => over.partitionBy('message_id'))
            .as('of'),
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('message_id').orderBy('id', 'desc'))
            .as('nth'),
        ])
        .where('site_id', '=', siteId)
        .where('message_id', 'in', ids)
        .as('a'),
    )
    .selectAll()
    .where('nth', '<=', SHOWN_ATTEMPTS)
    .orderBy('id', 'desc')
    .execute()
}
