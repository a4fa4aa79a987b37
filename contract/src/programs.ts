import { FIELD_VALUE_MAX, MAX_ORDER_FIELDS } from '@laurel/domain/order-fields'
import {
  LEFT_OUT_REASONS,
  MAX_LEAD_DAYS,
  MAX_PROGRAM_AMOUNTS,
  MAX_PROGRAMS,
  PREVIEW_DAYS,
  PROGRAM_KINDS,
  WEEKEND_RULES,
} from '@laurel/domain/programs'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, lineText, listOf, Moment, requiredText } from './fields.ts'
import { api } from './routes.ts'

const Day = z.string().meta({ description: 'A day in the company’s time zone, such as `2026-11-27`' })

/** More than any card is worth, so that sums of a list stay exact. */
const MAX_AMOUNT_CENTS = 100_000_000

const Amount = z.object({
  years: z.number().int().min(0).max(80),
  cents: Cents.min(1, /*i18n*/ 'Enter an amount.'),
})

const problem = z
  .object({ code: z.string(), says: z.string(), since: Moment })
  .nullable()
  .meta({ description: 'Why it couldn’t order the last time. It tries again every hour' })

/** A program that orders cards for the dates of the people on a list. */
export const Program = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(PROGRAM_KINDS),
  list: z
    .object({ id: Id, name: z.string(), people_count: z.number().int() })
    .nullable()
    .meta({ description: 'Null if it was deleted or isn’t shared anymore' }),
  design: z
    .object({ id: Id, name: z.string(), is_available: z.boolean() })
    .nullable()
    .meta({ description: 'Null if it was deleted' }),
  amounts: z.array(Amount).meta({
    description: 'For work anniversaries, from so many years of service on; otherwise one of 0 years',
  }),
  lead_days: z.number().int().meta({ description: 'Business days before a card arrives, when it’s ordered' }),
  weekend: z.enum(WEEKEND_RULES),
  fields: z.array(z.object({ id: Id, value: z.string() })),
  state: z.enum(['paused', 'active']),
  ordered_by: z.string().nullable().meta({
    description: 'Who turned it on: its orders are theirs. Null until then, and once they left',
  }),
  time_zone: z.string(),
  problem,
  updated_at: Moment,
})

/** A card that a program plans. */
const PlannedCard = z.object({
  name: z.string(),
  email: z.string(),
  occasion_on: Day,
  send_on: Day.meta({ description: 'When the card arrives' }),
  order_on: Day.meta({ description: 'When it’s ordered' }),
  years: z.number().int().meta({ description: 'Years of service; 0 for other kinds' }),
  amount_cents: Cents,
})

const Reason = z.enum(LEFT_OUT_REASONS)

const LeftOut = z.object({
  name: z.string(),
  email: z.string(),
  reason: Reason,
  occasion_on: Day.nullable(),
})

/** The next cards of a program, as it is now. */
export const ProgramPreview = z.object({
  from: Day,
  until: Day,
  cards: z.array(PlannedCard).meta({ description: 'The first 200' }),
  card_count: z.number().int(),
  total_cents: Cents.meta({ description: 'Of the cards’ values, without fees' }),
  left_out: z.array(LeftOut).meta({ description: 'The first 200' }),
  left_out_count: z.number().int(),
  due_now: z
    .object({ order_count: z.number().int(), total_cents: Cents.meta({ description: 'With fees' }) })
    .meta({ description: 'What will be ordered as soon as the program is turned on' }),
  balance_cents: z.number().int().meta({ description: 'The company’s balance, from which orders are paid' }),
  problem: z
    .object({ code: z.string(), says: z.string() })
    .nullable()
    .meta({ description: 'Why nothing can be ordered now' }),
})

/** The cards of a program that arrive on one day, and their order. */
export const ProgramRun = z.object({
  id: Id,
  send_on: Day,
  part: z.number().int().meta({ description: 'From 2 on, for people who came later or are over 1,000' }),
  state: z.enum(['waiting', 'ordered', 'empty', 'canceled']),
  order: z
    .object({ id: Id, number: z.string(), status: z.string() })
    .nullable()
    .meta({ description: 'Its order, which can await approval' }),
  card_count: z.number().int(),
  total_cents: Cents,
  left_out_count: z.number().int(),
  is_late: z.boolean().meta({ description: 'Whether its cards couldn’t arrive on their day' }),
  problem: z.object({ code: z.string(), says: z.string() }).nullable(),
  created_at: Moment,
})

export const ProgramRunPeople = ProgramRun.extend({
  people: z.array(
    z.object({
      name: z.string().meta({ description: 'Empty once they aren’t saved anymore' }),
      email: z.string(),
      occasion_on: Day,
      years: z.number().int(),
      amount_cents: Cents,
      outcome: z.enum(['planned', 'ordered', ...LEFT_OUT_REASONS]),
    }),
  ),
})

const fields = {
  name: lineText(60).pipe(requiredText(60)),
  kind: z.enum(PROGRAM_KINDS, { error: /*i18n*/ 'Choose what the program is for.' }),
  list_id: Id,
  saved_design_id: Id.meta({ description: 'A design of digital cards that the company saved' }),
  amounts: z
    .array(
      Amount.extend({ cents: Amount.shape.cents.max(MAX_AMOUNT_CENTS, /*i18n*/ 'Enter a smaller amount.') }),
    )
    .min(1, /*i18n*/ 'Enter an amount.')
    .max(MAX_PROGRAM_AMOUNTS, `Enter up to ${MAX_PROGRAM_AMOUNTS} amounts.`)
    .refine(
      (amounts) => new Set(amounts.map(({ years }) => years)).size === amounts.length,
      /*i18n*/ 'Enter each number of years once.',
    ),
  lead_days: z.number().int().min(0).max(MAX_LEAD_DAYS, `Enter up to ${MAX_LEAD_DAYS} days.`),
  weekend: z.enum(WEEKEND_RULES),
  fields: z.array(z.object({ id: Id, value: lineText(FIELD_VALUE_MAX) })).max(MAX_ORDER_FIELDS),
}

const managing = { access: 'customer', companyNeeds: 'programs.manage' } as const

export const listPrograms = endpoint(api.listPrograms, {
  ...managing,
  summary: 'The company’s programs, by name',
  response: listOf(Program),
})

export const makeProgram = endpoint(api.makeProgram, {
  ...managing,
  summary: `Add a program, up to ${MAX_PROGRAMS}. It starts paused`,
  body: z.object({
    ...fields,
    lead_days: fields.lead_days.default(5),
    weekend: fields.weekend.default('friday_before'),
    fields: fields.fields.default([]),
  }),
  response: Program,
  idempotent: true,
  refusals: ['not_found', 'validation_failed', 'limit_exceeded'],
})

export const getProgram = endpoint(api.getProgram, {
  ...managing,
  summary: 'One program',
  params: IdParams,
  response: Program,
  refusals: ['not_found'],
})

export const changeProgram = endpoint(api.changeProgram, {
  ...managing,
  summary: 'Change a program. This pauses it, so that the person who turns it on sees what it will do',
  params: IdParams,
  body: z.object(fields).omit({ kind: true }).partial(),
  response: Program,
  refusals: ['not_found', 'validation_failed'],
})

export const endProgram = endpoint(api.endProgram, {
  ...managing,
  summary: 'End a program. Orders that it placed aren’t changed',
  params: IdParams,
  response: 'nothing',
  refusals: ['not_found'],
})

export const previewProgram = endpoint(api.previewProgram, {
  ...managing,
  summary: `Who gets a card in the next ${PREVIEW_DAYS} days, when, and how much, and who is left out and why`,
  params: IdParams,
  response: ProgramPreview,
  refusals: ['not_found'],
})

export const activateProgram = endpoint(api.activateProgram, {
  ...managing,
  summary: 'Turn on a program. Its orders are yours: your permissions, rules, and budgets apply',
  params: IdParams,
  body: z.object({
    seen_updated_at: Moment.optional().meta({
      description: 'The `updated_at` that was read: refused with `program_changed` if it changed since',
    }),
  }),
  response: Program,
  refusals: ['not_found', 'not_allowed', 'program_changed', 'program_incomplete'],
})

export const tryProgramAgain = endpoint(api.tryProgramAgain, {
  ...managing,
  summary: 'Look for people and place waiting orders now, instead of within the hour',
  params: IdParams,
  response: 'nothing',
  refusals: ['not_found'],
})

export const pauseProgram = endpoint(api.pauseProgram, {
  ...managing,
  summary: 'Pause a program. Orders that it placed aren’t changed',
  params: IdParams,
  response: Program,
  refusals: ['not_found'],
})

export const listProgramRuns = endpoint(api.listProgramRuns, {
  ...managing,
  summary: 'The last 200 runs of a program, newest first',
  params: IdParams,
  response: listOf(ProgramRun),
  refusals: ['not_found'],
})

export const getProgramRun = endpoint(api.getProgramRun, {
  ...managing,
  summary: 'A run of a program: who is in, and who is left out and why',
  params: IdParams.extend({ run_id: Id }),
  response: ProgramRunPeople,
  refusals: ['not_found'],
})
