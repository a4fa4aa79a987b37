import { MAX_APPROVAL_RULES, MAX_APPROVAL_STEPS } from '@laurel/domain/approval-rules'
import { APPROVAL_STATES, APPROVAL_STEP_STATES } from '@laurel/domain/approval-states'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { MAX_INVOICE_EMAILS } from '@laurel/domain/invoice-emails'
import * as z from 'zod'
import { ApprovalPerson, MatchedRule } from './cart-approval.ts'
import { RoleKey } from './company-roles.ts'
import { endpoint } from './endpoint.ts'
import {
  Cents,
  dayText,
  Id,
  IdParams,
  lineText,
  listOf,
  Moment,
  PageQuery,
  pageOf,
  RewardTypeName,
  requiredText,
  text,
} from './fields.ts'
import { Order, PaymentMethod } from './orders.ts'
import { api } from './routes.ts'

const Ids = z.array(Id).min(1, /*i18n*/ 'Choose at least one.').max(50, /*i18n*/ 'Choose at most 50.')
const Amount = Cents.max(100_000_000_000, /*i18n*/ 'Enter a smaller amount.')

const Condition = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('amount'), cents: Amount }),
    z.object({ kind: z.literal('recipients'), count: z.number().int().min(0).max(1_000_000) }),
    z.object({ kind: z.literal('card_value'), cents: Amount }),
    z.object({
      kind: z.literal('delivery'),
      in: z.array(RewardTypeName).min(1, /*i18n*/ 'Choose at least one.').max(3),
    }),
    z.object({ kind: z.literal('person'), in: Ids }),
    z.object({
      kind: z.literal('role'),
      in: z.array(RoleKey).min(1, /*i18n*/ 'Choose at least one.').max(25),
    }),
    z.object({ kind: z.literal('team'), in: Ids }),
    z.object({
      kind: z.literal('field'),
      field: Id,
      in: z.array(lineText(100).min(1)).min(1, /*i18n*/ 'Choose at least one.').max(100),
    }),
    z.object({ kind: z.literal('first_order') }),
    z.object({ kind: z.literal('budget'), percent: z.number().int().min(1).max(100) }),
  ],
  { error: /*i18n*/ 'Choose a condition.' },
)

const Escalation = z
  .object({
    hours: z
      .number()
      .int()
      .min(1, /*i18n*/ 'Enter at least 1 hour.')
      .max(200, /*i18n*/ 'Enter at most 200 hours.'),
    to: Id.nullable().meta({ description: 'The person who is asked next; null for the admins' }),
  })
  .nullable()
  .meta({ description: 'Working hours (weekdays, 9 to 5 in the company’s time zone) without an answer' })

const Step = z.discriminatedUnion(
  'ask',
  [
    z.object({ ask: z.literal('people'), in: Ids, escalation: Escalation }),
    z.object({ ask: z.literal('role'), role: RoleKey, escalation: Escalation }),
    z.object({ ask: z.literal('team'), team: Id, escalation: Escalation }),
  ],
  { error: /*i18n*/ 'Choose who is asked.' },
)

const RuleName = lineText(60).min(1, 'This field is required')
const Conditions = z.array(Condition).max(10).meta({
  description: 'An order has to meet all of them. Without conditions, the rule applies to every order',
})
const Steps = z
  .array(Step)
  .min(1, /*i18n*/ 'Choose who is asked.')
  .max(MAX_APPROVAL_STEPS, `Add at most ${MAX_APPROVAL_STEPS} steps.`)
  .meta({ description: 'Asked one after the other. Any person in a step can approve it' })

export const ApprovalRule = z.object({
  id: Id,
  name: z.string(),
  is_on: z.boolean(),
  conditions: z.array(Condition),
  steps: z.array(Step),
})

const Decided = z.object({
  by: ApprovalPerson.nullable(),
  at: Moment,
  comment: z.string(),
})

const ApprovalStep = z.object({
  position: z.number().int(),
  state: z.enum(APPROVAL_STEP_STATES),
  rules: z.array(MatchedRule),
  people: z
    .array(ApprovalPerson)
    .meta({ description: 'Who can decide, including delegates; empty once decided' }),
  due_at: Moment.nullable().meta({ description: 'When more people are asked' }),
  escalates_to: z
    .string()
    .meta({ description: 'The person’s name, or “the admins”; empty without escalation' }),
  is_escalated: z.boolean(),
  decided: Decided.nullable(),
})

/** A request for approval of one order, as lists show it. */
export const Approval = z.object({
  id: Id,
  order_id: Id,
  order_number: z.string().meta({ description: 'Empty until the order is placed' }),
  name: z.string().meta({ description: 'The name of its first card item' }),
  state: z.enum(APPROVAL_STATES),
  amount_cents: Cents,
  card_count: z.number().int(),
  asked_by: ApprovalPerson,
  asked_at: Moment,
  decided_at: Moment.nullable(),
  note: z.string().meta({ description: 'The buyer’s note to the approvers' }),
  comment: z.string().meta({ description: 'From the approver who returned it' }),
  method_code: PaymentMethod.meta({ description: 'How the buyer wants to pay' }),
  waits_for: z
    .array(z.string())
    .meta({ description: 'The names of those asked now; empty once it’s closed' }),
  can_edit: z.boolean().meta({ description: 'Whether you can put its cards back in your cart' }),
  can_decide: z.boolean().meta({ description: 'Whether it’s waiting for you' }),
  is_own: z.boolean().meta({ description: 'Whether you asked' }),
  needs_payment: z.boolean().meta({ description: 'Approved, but not paid yet' }),
})

const Unusual = z.object({
  kind: z.enum(['already_received', 'larger_than_usual', 'new_email_domains', 'new_address', 'budget']),
  title: z.string().meta({ description: '“12 people already got a card”' }),
  detail: z.string(),
})

const ApprovalDetail = Approval.extend({
  steps: z.array(ApprovalStep),
  expires_at: Moment.meta({ description: 'When the request expires if it isn’t answered or paid for' }),
  unusual: z.array(Unusual),
  budgets: z.array(
    z.object({
      name: z.string(),
      amount_cents: Cents,
      taken_cents: Cents.meta({ description: 'By other orders' }),
      left_cents: z.number().int().meta({ description: 'After this order; negative if it is over' }),
    }),
  ),
  order: Order.nullable().meta({ description: 'Null once it’s back in the buyer’s cart' }),
})

export const ApprovalRecipient = z.object({
  id: Id,
  card_item_id: Id,
  name: z.string(),
  where: z.string().meta({ description: 'An email address, or a city and state' }),
  amount_cents: Cents,
  received: z.string().meta({ description: '“This person already got a card in order 10439.”; or empty' }),
})

export const ApprovalDelegate = z.object({
  id: Id,
  person: ApprovalPerson,
  starts_on: z.string(),
  ends_on: z.string(),
})

const Day = dayText(/*i18n*/ 'Enter a date.')
const managing = { access: 'customer', companyNeeds: 'rules.manage' } as const
const deciding = { access: 'customer', companyNeeds: 'approvals.decide' } as const
const Position = z.number().int().min(0).max(MAX_APPROVAL_RULES).meta({ description: '0 is the first' })

export const listApprovalRules = endpoint(api.listApprovalRules, {
  ...managing,
  summary: 'The company’s approval rules, in its order',
  response: listOf(ApprovalRule),
})

export const makeApprovalRule = endpoint(api.makeApprovalRule, {
  ...managing,
  summary: `Add an approval rule, ${MAX_APPROVAL_RULES} at most. Open requests keep the steps they have.`,
  body: z.object({ name: RuleName, conditions: Conditions, steps: Steps, is_on: z.boolean().default(true) }),
  response: ApprovalRule,
  idempotent: true,
  refusals: ['not_found', 'rule_without_approver', 'limit_exceeded'],
})

export const changeApprovalRule = endpoint(api.changeApprovalRule, {
  ...managing,
  summary: 'Change, turn off, or move an approval rule. Open requests keep the steps they have.',
  params: IdParams,
  body: z.object({
    name: RuleName.optional(),
    conditions: Conditions.optional(),
    steps: Steps.optional(),
    is_on: z.boolean().optional(),
    position: Position.optional(),
  }),
  response: ApprovalRule,
  refusals: ['rule_without_approver'],
})

export const removeApprovalRule = endpoint(api.removeApprovalRule, {
  ...managing,
  summary: 'Remove an approval rule. Open requests keep the steps they have.',
  params: IdParams,
  response: 'nothing',
})

export const submitForApproval = endpoint(api.submitForApproval, {
  access: 'customer',
  companyNeeds: 'orders.place',
  summary:
    'Send the cart for approval under the company’s rules. Its price is fixed, and a new cart can be started.',
  params: z.object({ order_id: Id }),
  body: z.object({
    method_code: PaymentMethod.meta({
      description: 'How it will be paid. Without a payment page, it’s placed as soon as it’s approved',
    }),
    note: text(500).default(''),
    po_number: text(40).default(''),
    invoice_emails: z
      .array(text(254).refine(isEmail, EMAIL_INVALID))
      .max(MAX_INVOICE_EMAILS, `Choose up to ${MAX_INVOICE_EMAILS} addresses.`)
      .optional(),
    seen_total_cents: Cents.optional(),
  }),
  response: Approval,
  idempotent: true,
  refusals: [
    'registration_incomplete',
    'order_is_empty',
    'card_items_need_attention',
    'digital_not_offered',
    'card_item_incomplete',
    'order_field_missing',
    'shipping_missing',
    'address_missing',
    'order_is_frozen',
    'price_changed',
    'over_budget',
    'payment_already_open',
    'payment_has_discrepancy',
    'payment_method_unavailable',
    'approval_not_needed',
    'approval_without_approver',
    'limit_exceeded',
  ],
})

export const listApprovals = endpoint(api.listApprovals, {
  access: 'customer',
  tool: { name: 'list_approvals', effect: 'reads' },
  summary: 'Requests for approval, newest first',
  query: PageQuery.extend({
    show: z
      .enum(['waiting', 'own', 'done'])
      .default('waiting')
      .meta({ description: 'Requests waiting for you, requests you sent, or requests you decided' }),
  }),
  response: pageOf(Approval),
})

export const getApproval = endpoint(api.getApproval, {
  access: 'customer',
  summary: 'A request with its order and anything unusual about it. For its buyer, its approvers, and admins',
  params: IdParams,
  response: ApprovalDetail,
})

export const listApprovalRecipients = endpoint(api.listApprovalRecipients, {
  access: 'customer',
  summary: 'The order’s recipients. Those who recently got a card come first',
  params: IdParams,
  query: PageQuery,
  response: pageOf(ApprovalRecipient),
})

export const approveRequest = endpoint(api.approveRequest, {
  ...deciding,
  summary: 'Approve a step. The last one places the order, unless it’s paid on a payment page',
  params: IdParams,
  body: z.object({ comment: text(500).default('') }),
  response: Approval,
  idempotent: true,
  refusals: ['approval_closed', 'approval_not_yours', 'approval_outdated'],
})

export const returnRequest = endpoint(api.returnRequest, {
  ...deciding,
  summary: 'Return the order to its buyer with a comment',
  params: IdParams,
  body: z.object({ comment: requiredText(500) }),
  response: Approval,
  idempotent: true,
  refusals: ['approval_closed', 'approval_not_yours'],
})

export const editRequestedOrder = endpoint(api.editRequestedOrder, {
  access: 'customer',
  companyNeeds: 'orders.place',
  summary: 'Put the order’s cards back in the buyer’s cart. A request that is open or approved is withdrawn.',
  params: IdParams,
  response: Approval,
  idempotent: true,
  refusals: ['approval_closed', 'order_is_frozen', 'payment_already_open'],
})

export const openApprovalLink = endpoint(api.openApprovalLink, {
  access: 'customer',
  limitedBy: 'token',
  summary:
    'The request that an email’s link opens, for the signed-in person it was sent to. It doesn’t approve anything',
  params: z.object({ token: z.string().min(1).max(400) }),
  response: z.object({ approval_id: Id, company_id: Id }),
  refusals: ['approval_link_invalid', 'approval_link_expired', 'approval_link_used'],
})

export const listApprovalDelegates = endpoint(api.listApprovalDelegates, {
  ...deciding,
  summary: 'Who approves in your place, and when',
  response: listOf(ApprovalDelegate),
})

export const makeApprovalDelegate = endpoint(api.makeApprovalDelegate, {
  ...deciding,
  summary: 'Let another approver also decide in your place on these days, in the company’s time zone',
  body: z.object({ person_id: Id, starts_on: Day, ends_on: Day }),
  response: ApprovalDelegate,
  idempotent: true,
  refusals: ['not_found', 'limit_exceeded'],
})

export const removeApprovalDelegate = endpoint(api.removeApprovalDelegate, {
  ...deciding,
  summary: 'End a delegation',
  params: IdParams,
  response: 'nothing',
})
