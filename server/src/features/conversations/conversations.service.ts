import { Readable } from 'node:stream'
import type { Conversation, Message } from '@laurel/contract/conversations'
import {
  conversationName,
  MAX_ANSWER_MS,
  MAX_MESSAGES,
  MESSAGES_PER_MINUTE,
  TOOL_EFFECTS,
} from '@laurel/domain/conversations'
import { Refusal } from '@laurel/domain/refusal'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { CallerHeaders, Download } from '../../http/serve.ts'
import type { ServerEvent } from '../../http/server-events.ts'
import type { Kit } from '../../kit.ts'
import { languageAsked, textsOf } from '../../texts.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { AnswerTurns, Cursor } from './answer-turns.ts'
import { makeTools } from './call-tools.ts'
import { carryOut } from './carry-out.ts'
import {
  addOutcome,
  type ConversationRow,
  countMessages,
  deleteBeyond,
  deleteRows,
  findLastAnswer,
  insertMessage,
  insertRow,
  listMessageRows,
  listRows,
  listSentSince,
  lockMessage,
  lockRow,
  type MessageRow,
  readRow,
  updateAnswer,
  updateRow,
} from './conversations.repo.ts'
import { answerAsGuide } from './guide/answer.ts'
import { type Proposed, readProposal, signProposal } from './proposals.ts'

export type ConversationKit = Pick<Kit, 'pool' | 'now' | 'keys' | 'config'> & {
  app: FastifyInstance
  turns: AnswerTurns
}
/** A caller, with everything needed to call the API as them. */
export type Caller = { site: SiteRow; actor: Customer; headers: CallerHeaders; ip: string }
type ConversationWire = z.input<typeof Conversation>
type MessageWire = z.input<typeof Message>

export async function listConversations({ pool }: ConversationKit, actor: Customer) {
  return (await inSite(pool, actor.siteId, (db) => listRows(db, actor))).map(conversationWire)
}

export async function makeConversation({ pool, now }: ConversationKit, actor: Customer) {
  return inSite(pool, actor.siteId, async (db) => {
    // Without the lock, two at a time could exceed the limit.
    await lockCustomerRow(db, actor)
    await deleteBeyond(db, actor)
    return conversationWire(await insertRow(db, actor, now()))
  })
}

/** @throws {Refusal} `not_found` */
export async function renameConversation(
  { pool, now }: ConversationKit,
  actor: Customer,
  id: number,
  name: string,
) {
  return inSite(pool, actor.siteId, async (db) => {
    const row = await lockRow(db, actor, id)
    return conversationWire(await updateRow(db, row, { name, updated_at: now() }))
  })
}

/** @throws {Refusal} `not_found` */
export async function removeConversation({ pool, turns }: ConversationKit, actor: Customer, id: number) {
  await inSite(pool, actor.siteId, async (db) => {
    await lockRow(db, actor, id)
    await deleteRows(db, actor.siteId, [id])
  })
  turns.stop(turnKey(actor, id))
}

/** @throws {Refusal} `not_found` */
export async function listMessages({ pool, now }: ConversationKit, actor: Customer, id: number) {
  const rows = await inSite(pool, actor.siteId, async (db) => {
    const { site_id } = await readRow(db, actor, id)
    return listMessageRows(db, site_id, id)
  })
  return rows.map((row) => messageWire(row, now()))
}

const MINUTE_MS = 60_000

/**
 * Saves a message, and starts its answer.
 *
 * @throws {Refusal} `not_found`, `answer_in_progress`, `too_many_requests`, `limit_exceeded`
 */
export async function sendMessage(
  kit: ConversationKit,
  caller: Caller,
  id: number,
  text: string,
): Promise<{ message: MessageWire; answer: MessageWire }> {
  const { site, actor } = caller
  const at = kit.now()
  const { message, answer, last, earlier } = await inSite(kit.pool, site.id, async (db) => {
    // Lock the person, so that the limit counts every message.
    await lockCustomerRow(db, actor)
    const row = await lockRow(db, actor, id)
    const last = await findLastAnswer(db, site.id, id)
    if (last && stateOf(last, at) === 'answering') throw new Refusal('answer_in_progress')
    await assertMayWrite(db, actor, at)
    if ((await countMessages(db, site.id, id)) + 2 > MAX_MESSAGES) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_MESSAGES,
        of: /*i18n*/ '{limit, number} messages in one conversation',
      })
    }
    const earlier = usesModel(kit, site) ? await listMessageRows(db, site.id, id) : []
    const name = row.name || conversationName(text)
    // One from before they had a company is now about this one.
    await updateRow(db, row, { name, company_id: actor.company?.id ?? null, updated_at: at })
    const message = await insertMessage(db, row, {
      role: 'user',
      content: [{ type: 'text', text }],
      state: 'done',
      associated_user_message_id: null,
      created_at: at,
    })
    const answer = await insertMessage(db, row, {
      role: 'assistant',
      content: [],
      state: 'answering',
      associated_user_message_id: message.id,
      created_at: at,
    })
    return { message, answer, last, earlier }
  })
  startAnswer(kit, caller, { text, answer, earlier, before: last?.understood ?? undefined })
  return { message: messageWire(message, at), answer: messageWire(answer, at) }
}

async function assertMayWrite(db: Db, actor: Customer, at: Date): Promise<void> {
  const since = new Date(at.getTime() - MINUTE_MS)
  const sent = await listSentSince(db, actor, since)
  if (sent.length < MESSAGES_PER_MINUTE) return
  const seconds = Math.ceil((sent[0]!.getTime() - since.getTime()) / 1000)
  throw new Refusal('too_many_requests', { seconds: Math.max(1, seconds) })
}

function usesModel({ config }: ConversationKit, site: SiteRow): boolean {
  return site.connected_model && config.model !== undefined
}

type Asked = {
  text: string
  answer: MessageRow
  before: MessageRow['understood'] | undefined
  /** The messages before it, for a model. */
  earlier: readonly MessageRow[]
}

function startAnswer(kit: ConversationKit, caller: Caller, asked: Asked): void {
  const { text, answer, before, earlier } = asked
  const { site, actor, headers } = caller
  const { pool, app, turns } = kit
  const save = (change: Parameters<typeof updateAnswer>[3]) =>
    inSite(pool, site.id, (db) => updateAnswer(db, site.id, answer.id, change))
  turns.start(
    turnKey(actor, answer.conversation_id),
    async (writing) => {
      const { add, stopped } = writing
      const language = languageAsked(headers)
      const question = {
        text,
        tools: makeTools(app, caller, ['reads']),
        i18n: textsOf(language),
        site,
        now: kit.now(),
        add,
        sign: signer(kit, actor, answer.id),
      }
      try {
        if (usesModel(kit, site)) {
          // Loaded once it's used, so that a server without a model doesn't pay for it.
          const { answerByModel } = await import('./model/answer-by-model.ts')
          const { isAnswered, used } = await answerByModel(kit, {
            ...question,
            ...writing,
            earlier,
            language,
          })
          await save(used)
          if (isAnswered) return
        }
        const understood = await answerAsGuide({ ...question, before: before ?? undefined })
        await save({ understood })
      } catch (cause) {
        // The customer stopped it, so it isn't an error.
        if (cause !== stopped.reason || (cause as Error).name !== 'AbortError') app.log.error(cause)
        throw cause
      }
    },
    save,
  )
}

export function signer(kit: Pick<ConversationKit, 'keys' | 'now'>, actor: Customer, messageId: number) {
  return (proposed: Omit<Proposed, 'expiresAt' | 'messageId'>) =>
    signProposal(
      kit.keys.proposals,
      actor,
      { ...proposed, messageId } as Omit<Proposed, 'expiresAt'>,
      kit.now(),
    )
}

/**
 * The events of the latest answer, after the last one that was read.
 *
 * @throws {Refusal} `not_found`, `too_many_requests`
 */
export async function streamAnswer(
  { pool, turns, now }: ConversationKit,
  actor: Customer,
  id: number,
  after: string | undefined,
): Promise<AsyncIterable<ServerEvent>> {
  const answer = await inSite(pool, actor.siteId, async (db) => {
    await readRow(db, actor, id)
    return findLastAnswer(db, actor.siteId, id)
  })
  if (answer === undefined) throw new Refusal('not_found')
  const [messageId = 0, block = 0, offset = 0] = (after ?? '').split('-').map(Number)
  const isOfIt = messageId === answer.id
  const cursor: Cursor = { messageId: answer.id, block: isOfIt ? block : 0, offset: isOfIt ? offset : 0 }
  return turns.follow(`${actor.siteId}:${actor.customerId}`, turnKey(actor, id), cursor, async () => {
    const row = await inSite(pool, actor.siteId, (db) => findLastAnswer(db, actor.siteId, id))
    // It was deleted while being read, or isn't the latest anymore.
    if (row?.id !== answer.id) return { content: [], state: 'stopped' }
    return { content: row.content, state: stateOf(row, now()) }
  })
}

/** @throws {Refusal} `not_found` */
export async function stopAnswer(
  { pool, turns }: ConversationKit,
  actor: Customer,
  id: number,
): Promise<void> {
  await inSite(pool, actor.siteId, async (db) => {
    await readRow(db, actor, id)
    const last = await findLastAnswer(db, actor.siteId, id)
    if (last) await updateAnswer(db, actor.siteId, last.id, { state: 'stopped' })
  })
  turns.stop(turnKey(actor, id))
}

/**
 * Carries out a proposal, once.
 *
 * @throws {Refusal} `not_found` for another person’s or conversation’s proposal; `proposal_expired`; `price_changed`
 */
export async function confirmProposal(
  kit: ConversationKit,
  caller: Caller,
  id: number,
  token: string,
): Promise<MessageWire> {
  const { pool, keys, app, now } = kit
  const { site, actor, headers } = caller
  const proposed = readProposal(keys.proposals, actor, token)
  const read = () =>
    inSite(pool, site.id, async (db) => {
      await readRow(db, actor, id)
      return lockMessage(db, site.id, id, proposed.messageId)
    })
  const before = await read()
  const isDone = ({ outcomes }: MessageRow) => outcomes.some(({ kind }) => kind === proposed.kind)
  if (isDone(before)) return messageWire(before, now())
  if (proposed.expiresAt <= now().getTime()) throw new Refusal('proposal_expired')
  const outcome = await carryOut(
    {
      tools: makeTools(app, caller, TOOL_EFFECTS),
      i18n: textsOf(languageAsked(headers)),
      sign: signer(kit, actor, proposed.messageId),
    },
    proposed,
  )
  const row = await inSite(pool, site.id, async (db) => {
    const locked = await lockMessage(db, site.id, id, proposed.messageId)
    if (isDone(locked)) return locked
    await addOutcome(db, locked, outcome)
    return { ...locked, outcomes: [...locked.outcomes, outcome] }
  })
  return messageWire(row, now())
}

/** The customer’s conversations with all messages, in the company they act for. */
export async function exportConversations(
  { pool, now }: ConversationKit,
  actor: Customer,
): Promise<Download> {
  const rows = await inSite(pool, actor.siteId, (db) => listRows(db, actor))
  async function* parts() {
    yield '[\n'
    for (const [at, row] of rows.entries()) {
      const messages = await inSite(pool, actor.siteId, (db) => listMessageRows(db, row.site_id, row.id))
      const conversation = { ...conversationWire(row), messages: messages.map((one) => exported(one, now())) }
      yield `${at === 0 ? '' : ',\n'}${JSON.stringify(conversation)}`
    }
    yield '\n]\n'
  }
  return { stream: Readable.from(parts()), contentType: 'application/json', fileName: 'conversations.json' }
}

/** Without tokens, because people pass files on. */
function exported(row: MessageRow, at: Date) {
  return JSON.parse(
    JSON.stringify(messageWire(row, at), (key, value) => (key === 'token' ? undefined : value)),
  )
}

function turnKey({ siteId }: Customer, conversationId: number): string {
  return `${siteId}:${conversationId}`
}

/** An answer that’s still unfinished after a minute has failed: its server crashed. */
function stateOf({ state, created_at }: MessageRow, at: Date): MessageRow['state'] {
  const isLate = at.getTime() - created_at.getTime() > MAX_ANSWER_MS
  return state === 'answering' && isLate ? 'failed' : state
}

function conversationWire({ id, name, created_at, updated_at }: ConversationRow): ConversationWire {
  return { id, name, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}

function messageWire(row: MessageRow, at: Date): MessageWire {
  const { id, conversation_id, role, content, outcomes, associated_user_message_id, created_at } = row
  const { model, input_tokens: input, output_tokens: output } = row
  return {
    id,
    conversation_id,
    role: role as MessageWire['role'],
    content,
    state: stateOf(row, at),
    outcomes,
    associated_user_message_id,
    model,
    tokens: input === null || output === null ? null : { input, output },
    created_at: created_at.toISOString(),
  }
}
