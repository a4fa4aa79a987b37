import { US_STATES } from '@laurel/domain/us-states'
import * as z from 'zod'
import { Carrier } from './batches.ts'
import { endpoint } from './endpoint.ts'
import { Moment, text } from './fields.ts'
import { api } from './routes.ts'

const US_STATE_CODES: ReadonlySet<string> = new Set(US_STATES.map(({ code }) => code))

export const CarrierAccount = z.object({
  carrier: Carrier,
  enabled: z.boolean(),
  /** True if everything a label needs is set. */
  complete: z.boolean(),
  /** The end of the client ID, to tell it from others. */
  client_id_end: z.string(),
  account_number_end: z.string(),
  has_secret: z.boolean(),
  /** USPS: customer registration id, mailer id, and the mailer id of manifests. */
  crid: z.string(),
  mid: z.string(),
  manifest_mid: z.string(),
  /** The return address on letters and parcels. */
  sender_name: z.string(),
  sender_phone: z.string(),
  sender_address1: z.string(),
  sender_city: z.string(),
  sender_state: z.string(),
  sender_zip: z.string(),
  /** The services for which labels can be bought; empty allows all. */
  services: z.array(z.string()),
  known_services: z.array(z.string()),
  host: z.string().meta({ description: 'The carrier’s API host; empty if the server isn’t connected to it' }),
  /** Calls left before the carrier would refuse. */
  calls_left: z.number().int(),
  updated_at: Moment.nullable(),
})

export const listCarrierAccounts = endpoint(api.listCarrierAccounts, {
  access: 'staff',
  needs: 'deliveries.read',
  summary: 'The site’s carrier accounts, without secrets',
  response: z.array(CarrierAccount),
})

export const putCarrierAccount = endpoint(api.putCarrierAccount, {
  access: 'staff',
  needs: 'site.edit',
  summary: 'Change a carrier account. Fields left out stay unchanged',
  params: z.object({ carrier: Carrier }),
  body: z.object({
    enabled: z.boolean(),
    seen_updated_at: Moment.nullable()
      .optional()
      .meta({ description: 'If given, nothing is saved if the account changed since then' }),
    client_id: text(100).default('').meta({ description: 'If blank, this and the next two stay unchanged' }),
    client_secret: text(200).default(''),
    account_number: text(40).default('').meta({ description: 'UPS: shipper number. USPS: EPS account' }),
    crid: text(20).optional(),
    mid: text(20).optional(),
    manifest_mid: text(20).optional(),
    sender_name: text(35).optional(),
    sender_phone: text(20).optional(),
    sender_address1: text(35).optional(),
    sender_city: text(28).optional(),
    sender_state: text(2)
      .toUpperCase()
      .refine((code) => code === '' || US_STATE_CODES.has(code), 'Choose a state.')
      .optional(),
    sender_zip: text(10)
      .regex(/^(\d{5}(-\d{4})?)?$/, 'Enter a five-digit ZIP code.')
      .optional(),
    services: z.array(text(60)).max(20).optional(),
  }),
  response: CarrierAccount,
  refusals: ['changed'],
})

/** One request to a carrier and its answer, in plain words. */
const ConnectionStep = z.object({
  step: z.enum(['sign_in', 'account']),
  outcome: z.enum(['right', 'refused', 'silent', 'not_asked']),
  words: z.string(),
})

export const testCarrierAccount = endpoint(api.testCarrierAccount, {
  access: 'staff',
  needs: 'site.edit',
  summary: 'Test the saved account: sign in to the carrier and request a rate. Nothing is bought',
  params: z.object({ carrier: Carrier }),
  response: z.object({ works: z.boolean(), steps: z.array(ConnectionStep) }),
})
