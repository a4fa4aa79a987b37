import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, text } from './fields.ts'
import { api } from './routes.ts'

export const AuditLine = z.object({
  id: Id,
  at: Moment,
  actor: z.string().meta({ description: '`staff:2`, `customer:5`, `integrator:erp`, `system`' }),
  actor_name: z.string().meta({ description: 'A colleague’s or a customer’s name, where it is one' }),
  event: z.string(),
  subject: z.string().meta({ description: '`order:7`' }),
  subject_name: z
    .string()
    .meta({ description: 'An order’s or batch’s number, a customer’s or colleague’s name; else empty' }),
  facts: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      label: z.string().meta({ description: 'The name as the office shows it' }),
      words: z.string().meta({ description: 'The value as the office shows it, in the site’s time zone' }),
      about: z.string().meta({ description: 'What the fact names, such as `order:7`; else empty' }),
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
    before: text(60).optional().meta({ description: 'The `older` of the page before' }),
    page_size: z.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    results: z.array(AuditLine),
    older: z.string().nullable().meta({ description: 'Asks for the next older page; null at the end' }),
  }),
  refusals: ['validation_failed'],
})

export const listAuditEvents = endpoint(api.listAuditEvents, {
  ...reading,
  summary: 'What the audit log can be searched for: its events, and the office’s people',
  response: z.object({
    events: z.array(z.string()),
    people: z.array(z.object({ actor: z.string(), name: z.string() })),
  }),
})

export const exportAudit = endpoint(api.exportAudit, {
  ...reading,
  summary: 'What was found, newest first, as CSV; no cell is a formula',
  query: Sought,
  response: 'file',
  refusals: ['validation_failed'],
})

export const verifyAudit = endpoint(api.verifyAudit, {
  ...reading,
  summary: 'Check the chain’s next entries; asked again with `last_id` until `is_done`',
  body: z.object({ after_id: z.number().int().min(0).default(0) }),
  response: z.object({
    checked: z.number().int(),
    total: z.number().int().meta({ description: 'Entries of the whole audit log' }),
    last_id: z.number().int(),
    is_done: z.boolean(),
    broken_id: Id.nullable().meta({
      description: 'The first entry that was changed, or stands where one was taken out',
    }),
  }),
})
