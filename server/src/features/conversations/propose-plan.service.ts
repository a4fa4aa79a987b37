import { listRecipientLists } from '@laurel/contract/recipient-lists'
import { PLANS_PER_MINUTE } from '@laurel/domain/assistants'
import { MAX_MESSAGES } from '@laurel/domain/conversations'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { languageAsked, textsOf } from '../../texts.ts'
import { lockCustomerRow } from '../customers/customers.repo.ts'
import { makeTools } from './call-tools.ts'
import {
  type Block,
  type ConversationRow,
  countMessages,
  countSince,
  deleteBeyond,
  findRow,
  insertMessage,
  insertRow,
  updateAnswer,
  updateRow,
} from './conversations.repo.ts'
import { type Caller, type ConversationKit, signer } from './conversations.service.ts'
import { sayPlan } from './guide/answer-plan.ts'

export type WantedPlan = {
  rewardType: RewardType
  cents: number
  count?: number | undefined
  listId?: number | undefined
  sendAt?: Date | undefined
  message?: string | undefined
}

type Proposing = { wanted: WantedPlan; conversationId: number | null; name: string }

/**
 * Prices a plan for a connected assistant, and leaves it in a conversation, where its person can confirm it.
 *
 * @param proposing.conversationId of the assistant's plans before; null for the first
 * @throws {Refusal} `not_found` for a list, `too_many_requests`
 * @throws {ToolRefused} from a call
 */
export async function proposePlan(
  kit: Omit<ConversationKit, 'turns'>,
  caller: Caller,
  { wanted, conversationId, name }: Proposing,
): Promise<{ conversationId: number; blocks: Block[] }> {
  const { site, actor, headers } = caller
  const i18n = textsOf(languageAsked(headers))
  const tools = makeTools(kit.app, caller, ['reads'])
  const lists = wanted.listId === undefined ? [] : await tools(listRecipientLists)
  const list = lists.find(({ id }) => id === wanted.listId)
  if (list === undefined && wanted.listId !== undefined) throw new Refusal('not_found')
  const at = kit.now()
  const answer = await inSite(kit.pool, site.id, async (db) => {
    await lockCustomerRow(db, actor)
    const row = await findOrMake(db, actor, { conversationId, name, at })
    return insertMessage(db, row, {
      role: 'assistant',
      content: [],
      state: 'answering',
      associated_user_message_id: null,
      created_at: at,
    })
  })
  const blocks: Block[] = []
  const save = (state: 'done' | 'failed') =>
    inSite(kit.pool, site.id, (db) => updateAnswer(db, site.id, answer.id, { content: blocks, state }))
  const question = {
    ...{ text: '', slots: { rewardType: wanted.rewardType }, before: undefined, tools, i18n, site, now: at },
    add: async (block: Block) => void blocks.push(block),
    sign: signer(kit, actor, answer.id),
  }
  try {
    await sayPlan(question, {
      ...{
        cents: wanted.cents,
        count: list?.people_count ?? wanted.count ?? 0,
        list,
        type: wanted.rewardType,
      },
      ...{ message: wanted.message, sendAt: wanted.sendAt },
    })
  } catch (cause) {
    await save('failed')
    throw cause
  }
  await save('done')
  return { conversationId: answer.conversation_id, blocks }
}

type Kept = { conversationId: number | null; name: string; at: Date }

/** An assistant has one conversation until that is full, so it can't push out the person's own. */
async function findOrMake(
  db: Db,
  actor: Customer,
  { conversationId, name, at }: Kept,
): Promise<ConversationRow> {
  const row = conversationId === null ? undefined : await findRow(db, actor, conversationId)
  if (row === undefined || (await countMessages(db, actor.siteId, row.id)) >= MAX_MESSAGES) {
    await deleteBeyond(db, actor)
    const made = await insertRow(db, actor, at)
    return updateRow(db, made, { name, updated_at: at })
  }
  const recent = await countSince(db, actor.siteId, row.id, new Date(at.getTime() - 60_000))
  if (recent >= PLANS_PER_MINUTE) throw new Refusal('too_many_requests', { seconds: 60 })
  return updateRow(db, row, { updated_at: at })
}
