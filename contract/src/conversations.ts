import { MESSAGE_STATES, PROPOSAL_KINDS, ROLES } from '@laurel/domain/conversations'
import * as z from 'zod'
import { CartApproval } from './cart-approval.ts'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  FieldProblem,
  Id,
  IdParams,
  lineText,
  listOf,
  Moment,
  RewardTypeName,
  requiredText,
} from './fields.ts'
import { SummaryGroup } from './orders.ts'
import { api } from './routes.ts'

/** A customer’s conversation with the guide, in one company. */
export const Conversation = z.object({
  id: Id,
  name: z.string().meta({ description: 'The beginning of its first message, until it’s renamed' }),
  created_at: Moment,
  updated_at: Moment,
})

/** A page of the shop. The guide never links to other addresses. */
export const ShopLink = z.object({
  label: z.string(),
  page: z.enum([
    'order',
    'draft',
    'cart',
    'checkout',
    'my_rewards',
    'recipients',
    'design',
    'approvals',
    'budgets',
    'balance',
    'email',
  ]),
  id: Id.optional().meta({ description: 'Of an order or a draft' }),
  address: z.string().optional().meta({ description: 'For `email`: the site’s own support address' }),
})

/**
 * An action the customer can confirm. It’s signed for one person, message, and price, and works once, until it expires.
 */
export const Proposal = z.object({
  kind: z.enum(PROPOSAL_KINDS),
  label: z.string().meta({ description: 'The button: “Create draft”' }),
  total_cents: Cents.meta({ description: 'The price shown to the customer; 0 if it’s free' }),
  expires_at: Moment,
  token: z.string(),
})

const Note = z.object({
  tone: z.enum(['warn', 'good', 'info']),
  text: z.string(),
  link: ShopLink.optional(),
})

export const PlanBlock = z.object({
  type: z.literal('plan'),
  title: z.string(),
  subtitle: z.string(),
  art: z.string(),
  tone: z.string(),
  line1: z.string(),
  denomination_cents: Cents,
  reward_type: RewardTypeName,
  lines: z.array(z.object({ label: z.string(), parts: z.string(), cents: Cents })),
  total_cents: Cents,
  notes: z.array(Note),
  proposal: Proposal.nullable(),
})

/** Part of a message. Text is plain: names, notes, and other data in it are never markup. */
export const ContentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  PlanBlock,
  z.object({
    type: z.literal('facts'),
    facts: z.array(z.object({ title: z.string(), text: z.string(), link: ShopLink.optional() })),
  }),
  z.object({ type: z.literal('offer'), title: z.string(), text: z.string(), proposal: Proposal }),
  z.object({ type: z.literal('draft_text'), text: z.string() }),
  z.object({ type: z.literal('links'), links: z.array(ShopLink) }),
  z.object({
    type: z.literal('questions'),
    questions: z
      .array(z.object({ label: z.string(), text: z.string() }))
      .meta({ description: '`text` is what a click sends, in a language the guide understands' }),
  }),
])

/** The result of a confirmed proposal. */
export const Outcome = z.object({
  kind: z.enum(PROPOSAL_KINDS),
  text: z.string(),
  links: z.array(ShopLink),
  next: Proposal.nullable(),
})

export const Message = z.object({
  id: Id,
  conversation_id: Id,
  role: z.enum(ROLES),
  content: z.array(ContentBlock),
  state: z.enum(MESSAGE_STATES),
  outcomes: z.array(Outcome),
  associated_user_message_id: Id.nullable().meta({ description: 'The message it answers' }),
  model: z.string().nullable().meta({ description: 'The language model that wrote it; null for the guide' }),
  tokens: z
    .object({ input: z.number().int(), output: z.number().int() })
    .nullable()
    .meta({ description: 'What the model used for it' }),
  created_at: Moment,
})

const own = { access: 'customer' } as const

export const listConversations = endpoint(api.listConversations, {
  ...own,
  summary: 'The customer’s conversations, most recently used first',
  response: listOf(Conversation),
})
export const createConversation = endpoint(api.createConversation, {
  ...own,
  summary: 'Start a conversation. With 200, the least recently used one is deleted',
  response: Conversation,
  idempotent: true,
})
export const exportConversations = endpoint(api.exportConversations, {
  ...own,
  summary: 'Download all of the customer’s conversations as JSON',
  response: 'file',
})
export const patchConversation = endpoint(api.patchConversation, {
  ...own,
  summary: 'Rename a conversation',
  params: IdParams,
  body: z.object({ name: lineText(80).min(1, 'This field is required') }),
  response: Conversation,
})
export const deleteConversation = endpoint(api.deleteConversation, {
  ...own,
  summary: 'Delete a conversation and its messages',
  params: IdParams,
  response: 'nothing',
})
export const listMessages = endpoint(api.listMessages, {
  ...own,
  summary: 'The messages of a conversation, oldest first',
  params: IdParams,
  response: listOf(Message),
})
/** The answer is written in the background, and can be read from the stream. */
export const sendMessage = endpoint(api.sendMessage, {
  ...own,
  summary: 'Send a message. Its answer is streamed, and saved',
  params: IdParams,
  body: z.object({ text: requiredText(4_000) }),
  response: z.object({ message: Message, answer: Message }),
  refusals: ['answer_in_progress', 'limit_exceeded', 'too_many_requests'],
})
export const streamAnswer = endpoint(api.streamAnswer, {
  ...own,
  summary:
    'The latest answer as server-sent events: `text`, `block`, and `done` at the end. To continue reading, send the ID of the last event',
  params: IdParams,
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}-\d{1,6}-\d{1,7}$/, 'Use the ID of an event.')
      .optional()
      .meta({ description: 'The ID of the last event you read' }),
  }),
  response: 'events',
  refusals: ['too_many_requests'],
})
export const stopAnswer = endpoint(api.stopAnswer, {
  ...own,
  summary: 'Stop the answer that’s being written, and keep what’s there so far',
  params: IdParams,
  response: 'nothing',
})
/** Confirming again returns the same outcome. */
export const confirmProposal = endpoint(api.confirmProposal, {
  ...own,
  summary: 'Confirm a proposal of the guide, and carry it out',
  params: IdParams,
  body: z.object({ proposal: z.string().max(4_000) }),
  response: Message,
  refusals: ['proposal_expired', 'price_changed'],
})

export const planOrder = endpoint(api.planOrder, {
  ...own,
  companyNeeds: 'orders.place',
  tool: { name: 'plan_order', effect: 'reads' },
  summary:
    'The full price of cards that don’t exist yet, and what an order of them would need. Doesn’t save anything',
  body: z.object({
    reward_type: RewardTypeName,
    denomination_cents: Cents,
    count: z.number().int().min(1).max(1_000_000).optional(),
    recipient_list_id: Id.optional().meta({ description: 'Instead of `count`' }),
  }),
  response: z.object({
    card_count: z.number().int(),
    value: SummaryGroup,
    fees: SummaryGroup,
    delivery: SummaryGroup,
    total_cents: Cents,
    shipping_option_id: Id.nullable().meta({
      description: 'The cheapest delivery method, included in the price',
    }),
    unreachable_count: z.number().int().meta({
      description: 'People on the list who are missing the email or address their card needs',
    }),
    recipient_list_version: z.string().nullable().meta({
      description: 'Changes when a person on the list is added, removed, or changed. Null without a list',
    }),
    problems: z.array(FieldProblem).meta({ description: 'The limits the order would exceed' }),
    approval: CartApproval.nullable(),
  }),
  refusals: ['registration_incomplete', 'not_found', 'digital_not_offered', 'limit_exceeded'],
})
