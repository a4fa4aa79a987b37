import * as z from 'zod'
import { Id } from './fields.ts'

/** A person in a company, by name. */
export const ApprovalPerson = z.object({ id: Id, name: z.string(), is_you: z.boolean() })

export const MatchedRule = z.object({
  name: z.string(),
  reasons: z
    .array(z.string())
    .meta({ description: '“over $2,500.00”; empty if the rule is for every order' }),
})

/** Who will be asked about a cart, and why. */
export const CartApproval = z.object({
  steps: z.array(z.object({ rules: z.array(MatchedRule), people: z.array(ApprovalPerson) })),
  is_blocked: z.boolean().meta({
    description: 'Whether the buyer is the only possible approver. An admin has to change the rules',
  }),
})
