import { createHmac, timingSafeEqual } from 'node:crypto'
import { PROPOSAL_KINDS, PROPOSAL_MS, type ProposalKind } from '@laurel/domain/conversations'
import { Refusal } from '@laurel/domain/refusal'
import { REWARD_TYPES } from '@laurel/domain/reward-type'
import * as z from 'zod'
import type { Customer } from '../../http/actor.ts'

const Design = z.object({
  tone: z.string(),
  gradient: z.string(),
  line1: z.string(),
  line2: z.string(),
  logo_file_key: z.null(),
  logo_one_color: z.boolean(),
})

/** The arguments of each kind. */
const ARGUMENTS = {
  draft: z.object({
    reward_type: z.enum(REWARD_TYPES),
    denomination_cents: z.number(),
    count: z.number().optional(),
    recipient_list_id: z.number().optional(),
    recipient_list_version: z.string().nullable(),
    template_id: z.number(),
    design: Design,
    message: z.string(),
    send_at: z.string().nullable(),
    shipping_option_id: z.number().nullable(),
  }),
  cart: z.object({
    card_item_id: z.number(),
    reward_type: z.enum(REWARD_TYPES),
    send_at: z.string().nullable(),
    shipping_option_id: z.number().nullable(),
  }),
  resend: z.object({
    delivery_id: z.number(),
    order_id: z.number(),
    seen_updated_at: z.string(),
    name: z.string(),
  }),
  reorder: z.object({ order_id: z.number(), number: z.string() }),
} as const satisfies Record<ProposalKind, z.ZodType>

export type Proposed = {
  [Kind in ProposalKind]: { kind: Kind; args: z.output<(typeof ARGUMENTS)[Kind]> }
}[ProposalKind] & { totalCents: number; messageId: number; expiresAt: number }

/** Signs a proposal for one person, company, and message. */
export function signProposal(
  key: Buffer,
  actor: Customer,
  proposed: Omit<Proposed, 'expiresAt'>,
  now: Date,
): { token: string; expires_at: string } {
  const expiresAt = now.getTime() + PROPOSAL_MS
  const payload = Buffer.from(JSON.stringify({ ...proposed, expiresAt })).toString('base64url')
  const token = `${payload}.${mac(key, actor, payload).toString('base64url')}`
  return { token, expires_at: new Date(expiresAt).toISOString() }
}

/** @throws {Refusal} `not_found` for a token that we didn’t sign, or signed for another person */
export function readProposal(key: Buffer, actor: Customer, token: string): Proposed {
  const [payload = '', signature = '', ...more] = token.split('.')
  const expected = mac(key, actor, payload)
  const given = Buffer.from(signature, 'base64url')
  const isOurs = more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs) throw new Refusal('not_found')
  const { kind, args, ...rest } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Proposed
  // An older server may have signed it.
  const parsed = PROPOSAL_KINDS.includes(kind) ? ARGUMENTS[kind].safeParse(args) : undefined
  if (parsed?.success !== true) throw new Refusal('proposal_expired')
  return { kind, args: parsed.data, ...rest } as Proposed
}

function mac(key: Buffer, { siteId, customerId, company }: Customer, payload: string): Buffer {
  return createHmac('sha256', key)
    .update(`${siteId}:${customerId}:${company?.id ?? ''}:${payload}`)
    .digest()
}
