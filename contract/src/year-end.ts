import { MAX_LIST_ROWS } from '@laurel/domain/list-dates'
import {
  CARD_COUNTS,
  JOIN_REASONS,
  MAX_WARNED_NAMES,
  MAX_YEAR_END_FOUND,
  W9_STATUSES,
  YEAR_END_FILTERS,
} from '@laurel/domain/year-end'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, dayText, Id, IdParams, lineText, listOf, Moment, requiredText, text } from './fields.ts'
import { api } from './routes.ts'

const Year = z.number().int().min(2000).max(2999)
const EmployeeNumber = lineText(40)

const sums = {
  received_cents: Cents.meta({
    description: 'Digital cards that were claimed, and letters that were mailed',
  }),
  unclaimed_cents: Cents.meta({ description: 'Cards that haven’t been claimed yet. They don’t count' }),
  refunded_cents: Cents.meta({ description: 'Canceled cards, which don’t count' }),
}

const named = {
  id: Id,
  name: z.string(),
  email: z.string(),
  address: z.string().meta({ description: 'On one line; empty if no letter was sent' }),
}

export const YearEndPerson = z.object({
  ...named,
  ...sums,
  card_count: z.number().int(),
  identity_count: z.number().int().meta({ description: 'In how many ways cards name this person' }),
  is_employee: z.boolean(),
  employee_number: z.string(),
  w9: z.enum(W9_STATUSES),
  w9_on: z.iso.date().nullable().meta({ description: 'The day it was received' }),
})

const YearEndIdentity = z.object({
  ...named,
  joined_to: Id.nullable().meta({ description: 'The identity that it’s joined to; null for the first one' }),
  joined_to_name: z.string(),
  joined_why: z.enum(JOIN_REASONS).nullable(),
})

const YearEndCard = z.object({
  delivery_id: Id,
  order: z.object({ id: Id, number: z.string() }),
  identity_id: Id,
  day: z.iso.date(),
  cents: Cents,
  counts_as: z.enum(CARD_COUNTS),
})

export const YearEndPersonDetails = YearEndPerson.extend({
  identities: listOf(YearEndIdentity),
  similar: z
    .array(
      z.object({
        ...named,
        was_separated: z.boolean().meta({ description: 'Whether a join with this person was undone' }),
      }),
    )
    .meta({ description: 'People with the same email, address, or employee number who aren’t joined' }),
  cards: listOf(YearEndCard).meta({ description: 'Of the year, the latest first' }),
  next: z.string().nullable(),
})

const seeing = { access: 'customer', companyNeeds: 'reports.see' } as const
const managing = { access: 'customer', companyNeeds: 'year_end.manage' } as const

const Cursor = z
  .string()
  .max(40)
  .regex(/^[\d-]+$/)
  .optional()
  .meta({ description: '`next` of the previous page' })

export const getYearEnd = endpoint(api.getYearEnd, {
  ...seeing,
  summary: 'How much each person received of the current company in a year. A count, not tax advice',
  query: z.object({
    year: Year.optional().meta({ description: 'In the company’s time zone; by default the current one' }),
    filter: z.enum(YEAR_END_FILTERS).default('all').meta({
      description:
        '`over` and `near` are people other than employees who reached the threshold, or 80% of the threshold',
    }),
    search: text(100)
      .default('')
      .meta({
        description: `The beginning of a name or email, or an employee number. Up to ${MAX_YEAR_END_FOUND} people are found`,
      }),
    order: z.enum(['amount_desc', 'amount_asc']).default('amount_desc'),
    after: Cursor,
    page_size: z.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    year: z.number().int(),
    years: z.array(z.number().int()).meta({ description: 'The latest first' }),
    time_zone: z.string(),
    threshold_cents: Cents.meta({
      description: 'From this amount on, people other than employees are reported',
    }),
    counted_at: Moment.nullable().meta({ description: 'Null until cards were counted for the first time' }),
    totals: z.object({ people: z.number().int(), over: z.number().int(), ...sums }).meta({
      description: 'Of everyone in the year, and how many people other than employees reached the threshold',
    }),
    people: listOf(YearEndPerson),
    next: z.string().nullable(),
  }),
  refusals: ['validation_failed'],
})

export const getYearEndPerson = endpoint(api.getYearEndPerson, {
  ...seeing,
  summary: 'A person’s cards in a year, and why they were joined',
  params: IdParams,
  query: z.object({ year: Year.optional(), after: Cursor }),
  response: YearEndPersonDetails,
})

export const markYearEndPerson = endpoint(api.markYearEndPerson, {
  ...managing,
  summary: 'Mark whether a person is an employee, and whether their W-9 was asked for or received',
  params: IdParams,
  body: z
    .object({
      is_employee: z.boolean(),
      employee_number: EmployeeNumber.meta({
        description: 'People with the same number are joined, unless that was undone',
      }),
      w9: z.enum(W9_STATUSES),
      w9_on: dayText(/*i18n*/ 'Choose a day.').nullable(),
    })
    .partial(),
  response: YearEndPersonDetails,
})

export const joinYearEndPeople = endpoint(api.joinYearEndPeople, {
  ...managing,
  summary: 'Join a person to this one',
  params: IdParams,
  body: z.object({ person_id: Id }),
  response: YearEndPersonDetails,
  refusals: ['changed'],
})

export const separateYearEndPerson = endpoint(api.separateYearEndPerson, {
  ...managing,
  summary: 'Undo the join of an identity. It stays undone. Returns the person that the identity is now',
  params: IdParams,
  body: z.object({
    joined_to: Id.meta({ description: 'What was read: refused with `changed` if it was separated since' }),
  }),
  response: YearEndPersonDetails,
  refusals: ['changed'],
})

export const addEmployeeNumbers = endpoint(api.addEmployeeNumbers, {
  ...managing,
  summary: `Mark employees by email: up to ${MAX_LIST_ROWS} rows`,
  body: z.object({
    employees: z
      .array(
        z.object({
          email: z.email('Enter an email address.'),
          employee_number: EmployeeNumber.pipe(requiredText(40)),
        }),
      )
      .min(1, /*i18n*/ 'Enter an employee.')
      .max(MAX_LIST_ROWS, `Enter up to ${MAX_LIST_ROWS} employees.`),
  }),
  response: z.object({
    people: z.number().int().meta({ description: 'People who are marked as employees now' }),
    unknown: z.number().int().meta({ description: 'Rows whose email no card went to' }),
  }),
})

export const getYearEndWarning = endpoint(api.getYearEndWarning, {
  access: 'customer',
  summary: 'Who would reach this year’s threshold with an order. It never keeps an order from being placed',
  params: z.object({ order_id: Id }),
  response: z.object({
    year: z.number().int(),
    threshold_cents: Cents,
    count: z.number().int(),
    names: z.array(z.string()).meta({ description: `The first ${MAX_WARNED_NAMES}` }),
  }),
})
