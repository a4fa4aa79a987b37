import type { Slots } from '@laurel/domain/guide/slots'
import { REWARD_TYPES } from '@laurel/domain/reward-type'
import * as z from 'zod'
import type { Block } from '../conversations.repo.ts'
import { answerReorder, answerResend } from '../guide/answer-orders.ts'
import { answerPlan } from '../guide/answer-plan.ts'
import type { Question } from '../guide/guide-question.ts'
import { jsonSchemaOf, type ModelTool, problemsOf } from './read-tools.ts'

const OrderNumber = z.string().trim().min(1).max(30)
const short = (description: string) => z.string().trim().min(1).max(80).describe(description)

/**
 * What a model can propose. The guide’s own functions make the cards and their buttons from these typed values, so
 * nothing that a model writes becomes one.
 */
export const PROPOSAL_TOOLS: readonly ModelTool[] = [
  proposalTool(
    'propose_order',
    'Show a plan of new cards with its full price and a button that makes it a draft. Needs people or a list, and an amount.',
    z.object({
      people: z.number().int().min(1).max(1_000_000).optional(),
      list: short('The name of one of the person’s recipient lists, instead of people').optional(),
      amount_cents: z.number().int().min(1).max(100_000_000).describe('US cents on each card').optional(),
      delivery: z
        .enum(REWARD_TYPES)
        .optional()
        .describe('digital: by email. direct: by mail. bulk: one parcel'),
      date: z.iso.date().optional().describe('The day to email the cards, if the person named one'),
      time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .optional()
        .describe('Such as 15:00'),
      occasion: short('Such as work anniversary, to choose one of the site’s messages').optional(),
    }),
    async (question, { people, list, amount_cents, delivery, date, time, occasion }) => {
      const slots: Slots = {
        ...(people !== undefined && list === undefined && { count: people }),
        ...(list !== undefined && { list: list.toLowerCase() }),
        ...(amount_cents !== undefined && { cents: amount_cents }),
        ...(delivery && { rewardType: delivery }),
        ...(date && { date }),
        ...(time && { time }),
      }
      await answerPlan({ ...question, slots, text: occasion ?? question.text })
    },
  ),
  proposalTool(
    'propose_reorder',
    'Show an offer to copy an earlier order to the cart.',
    z.object({ order_number: OrderNumber }),
    (question, { order_number }) => answerReorder({ ...question, slots: { orderNumber: order_number } }),
  ),
  proposalTool(
    'propose_resend',
    'Show an offer to send one person’s card again.',
    z.object({ person: short('The recipient’s name or email'), order_number: OrderNumber.optional() }),
    (question, { person, order_number }) =>
      answerResend({ ...question, slots: { person, ...(order_number && { orderNumber: order_number }) } }),
  ),
]

function proposalTool<Input extends z.ZodObject>(
  name: string,
  description: string,
  schema: Input,
  propose: (question: Question, input: z.output<Input>) => Promise<unknown>,
): ModelTool {
  return {
    name,
    description,
    schema: jsonSchemaOf(schema),
    async run(question, input) {
      const read = schema.safeParse(input)
      if (!read.success) return { error: 'The arguments are wrong.', fields: problemsOf(read.error) }
      const shown: Block[] = []
      const add = async (block: Block) => {
        shown.push(block)
        await question.add(block)
      }
      await propose({ ...question, add }, read.data)
      return { shown_to_the_person: shown.flatMap(told) }
    },
  }
}

/** What the model gets to know of what was shown. Buttons and their tokens stay here. */
function told(block: Block): object[] {
  switch (block.type) {
    case 'text':
      return [{ text: block.text }]
    case 'plan': {
      const { title, subtitle, total_cents, notes, proposal } = block
      return [
        {
          plan: title,
          subtitle,
          total_cents,
          notes: notes.map(({ text }) => text),
          has_button: proposal !== null,
        },
      ]
    }
    case 'offer':
      return [{ offer: block.title, has_button: true }]
    case 'facts':
      return [{ rows: block.facts.map(({ title, text }) => ({ title, text })) }]
    default:
      return []
  }
}
