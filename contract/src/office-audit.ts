import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, text } from './fields.ts'
import { api } from './routes.ts'

export const AuditLine = z.object({
  id: Id,
  at: Moment,
  actor: z.string().meta({ description: '`staff:2`, `customer:5`, `integrator:erp`, `system`' }),
  actor_name: z.string().meta({ description: 'The name of a staff member or customer, if applicable' }),
  event: z.string(),
  subject: z.string().meta({ description: '`order:7`' }),
  subject_name: z.string().meta({
    description: 'An order’s or batch’s number, or a customer’s or staff member’s name; otherwise empty',
  }),
  facts: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      label: z.string().meta({ description: 'The name as the office shows it' }),
      words: z.string().meta({ description: 'The value as the office shows it, in the site’s time zone' }),
      about: z.string().meta({ description: 'What the fact refers to, such as `order:7`; otherwise empty' }),
    }),
  ),
})

/** Exact values only, so that every page costs the same to find. */
const Sought = z.object({
  event: text(80).optional(),
  actor: text(120).optional(),
  subject: text(120)
    .optional()
    .meta({ description: '`order:7`; `order 10475` is the order with that number' }),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional().meta({ description: 'Before this moment' }),
})

const reading = { access: 'staff', needs: 'audit.read' } as const
export const listAudit = endpoint(api.listAudit, {
  ...reading,
  summary: 'The audit log, newest first',
  query: Sought.extend({
    before: text(60).optional().meta({ description: 'The `older` of the previous page' }),
    page_size: z.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    results: z.array(AuditLine),
    older: z
      .string()
      .nullable()
      .meta({ description: 'Pass this to get the next page; null on the last page' }),
  }),
  refusals: ['validation_failed'],
})

export const listAuditEvents = endpoint(api.listAuditEvents, {
  ...reading,
  summary: 'The audit log’s events and staff members, for searching',
  response: z.object({
    events: z.array(z.string()),
    people: z.array(z.object({ actor: z.string(), name: z.string() })),
  }),
})

export const exportAudit = endpoint(api.exportAudit, {
  ...reading,
  summary: 'The matching entries as CSV, newest first. Cells are never formulas',
  query: Sought,
  response: 'file',
  refusals: ['validation_failed'],
})

export const verifyAudit = endpoint(api.verifyAudit, {
  ...reading,
  summary: 'Verify the chain’s next entries. Repeat with `last_id` until `is_done`',
  body: z.object({ after_id: z.number().int().min(0).default(0) }),
  response: z.object({
    checked: z.number().int(),
    total: z.number().int().meta({ description: 'Entries of the whole audit log' }),
    last_id: z.number().int(),
    is_done: z.boolean(),
    broken_id: Id.nullable().meta({
      description: 'The first entry that was changed, or that follows a removed one',
    }),
  }),
})
