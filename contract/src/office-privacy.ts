import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Moment, requiredText, text } from './fields.ts'
import { api } from './routes.ts'

/** Says which records are one person’s: those with an email, or with a name at an address. */
const PersonKey = requiredText(600)

const FoundPerson = z.object({
  key: PersonKey.meta({ description: 'Identifies the person in an export or erasure' }),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  record_count: z.number().int().meta({ description: 'Recipients, deliveries, saved people, addresses' }),
  order_numbers: z.array(z.string()).meta({ description: 'The first ones' }),
  customer_id: Id.nullable().meta({ description: 'This person’s open account' }),
})

export const Erasure = z.object({
  id: Id,
  state: z.enum(['asked', 'refused', 'approved', 'done']),
  person: z.string().meta({ description: 'Empty once it’s done or declined' }),
  asked_by_name: z.string(),
  asked_at: Moment,
  is_mine: z.boolean(),
  decided_by_name: z.string(),
  done_at: Moment.nullable(),
  erased_count: z.number().int(),
  waiting_count: z.number().int().meta({
    description: 'Records that are needed until a card is claimed or canceled, or an order is closed',
  }),
})

const helping = { access: 'staff', needs: 'customers.help' } as const

export const findPeople = endpoint(api.findPeople, {
  ...helping,
  summary:
    'Find people by name or email in all of the site’s data. It’s a POST, so that the search isn’t logged',
  body: z.object({
    search: requiredText(200).min(3, 'Enter at least 3 characters.').meta({
      description: 'The beginning of a last name, full name, or email, optionally followed by a ZIP code',
    }),
  }),
  response: z.object({
    results: z.array(FoundPerson),
    has_more: z.boolean().meta({ description: 'Enter more of the name to see the others' }),
  }),
})

export const exportPerson = endpoint(api.exportPerson, {
  ...helping,
  summary: 'Everything the site has about a person, as JSON or CSV',
  body: z.object({ key: PersonKey, format: z.enum(['json', 'csv']) }),
  response: 'file',
})

export const listErasures = endpoint(api.listErasures, {
  ...helping,
  summary: 'Requests to erase a person, newest first',
  response: z.object({ results: z.array(Erasure) }),
})

export const askErasure = endpoint(api.askErasure, {
  ...helping,
  summary: 'Request to erase a person. A second person must approve',
  body: z.object({ key: PersonKey, name: text(200) }),
  response: Erasure,
  refusals: ['not_found'],
})

export const decideErasure = endpoint(api.decideErasure, {
  ...helping,
  summary: 'Approve or decline an erasure. The person who requested it can only withdraw it',
  params: IdParams,
  body: z.object({ agree: z.boolean() }),
  response: Erasure,
  refusals: ['changed', 'other_person_needed'],
})
