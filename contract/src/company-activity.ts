import { ACTIVITY_KINDS, ACTIVITY_SCREENS } from '@laurel/domain/activity-kinds'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment, text } from './fields.ts'
import { api } from './routes.ts'

const CompanyActivity = z.object({
  id: Id,
  at: Moment,
  kind: z.enum(ACTIVITY_KINDS),
  person_id: Id.nullable().meta({ description: 'Null for the site and its staff' }),
  by: z.string().meta({ description: 'A person’s name, `Northwind staff`, or the site’s name' }),
  does: z.string().meta({ description: '`raised the budget “Marketing” from $4,000.00 to $5,000.00`' }),
  order: z.object({ id: Id, number: z.string() }).nullable(),
  about: z
    .object({ screen: z.enum(ACTIVITY_SCREENS), id: Id.nullable() })
    .nullable()
    .meta({
      description:
        'The screen this entry links to; null if it links to its order, or to the usual screen for its kind',
    }),
})

const Sought = z.object({
  kind: z.enum(ACTIVITY_KINDS).optional(),
  person: z
    .string()
    .regex(/^(site|\d{1,15})$/)
    .optional()
    .meta({ description: 'A person’s ID; `site` for the site and its staff' }),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional().meta({ description: 'Before this moment' }),
})

const seeing = { access: 'customer', companyNeeds: 'activity.see' } as const

export const listCompanyActivity = endpoint(api.listCompanyActivity, {
  ...seeing,
  summary: 'The current company’s activity, newest first',
  query: Sought.extend({
    before: text(60).optional().meta({ description: 'The `older` of the previous page' }),
    page_size: z.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    results: z.array(CompanyActivity),
    older: z
      .string()
      .nullable()
      .meta({ description: 'Pass this to get the next page; null on the last page' }),
  }),
  refusals: ['validation_failed'],
})

export const exportCompanyActivity = endpoint(api.exportCompanyActivity, {
  ...seeing,
  summary: 'The matching activity as CSV, newest first. Cells are never formulas',
  query: Sought,
  response: 'file',
  refusals: ['validation_failed'],
})
