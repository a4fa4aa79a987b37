import { findStateCode } from '@laurel/domain/us-states'
import * as z from 'zod'
import type { CarrierCall } from '../carriers/carrier-call.ts'

const Text = z.string().max(500)
const Address = z.object({
  Country: z.object({ Code3: Text }).optional(),
  Region: z.object({ Code: Text.optional(), Name: Text.optional() }).optional(),
  Locality: Text.optional(),
  PostalCode: Text.optional(),
  Street: Text.optional(),
  AddressNumber: Text.optional(),
  SecondaryAddressComponents: z
    .array(z.object({ Number: Text, Designator: Text.optional() }))
    .max(20)
    .optional(),
})

export const Suggestions = z.object({
  ResultItems: z
    .array(z.object({ PlaceId: Text.min(1), Title: Text, Address: Address.optional() }))
    .max(100)
    .default([]),
})
export const Place = z.object({ Address })

/** A street in the United States, as address forms have it; undefined for any other place. */
export function placeAddress(found: z.output<typeof Address> | undefined) {
  const { Country, Region, Locality = '', PostalCode = '', Street = '', AddressNumber = '' } = found ?? {}
  const state = findStateCode(Region?.Code ?? Region?.Name ?? '')
  if (Country?.Code3 !== 'USA' || state === undefined || Street === '') return undefined
  const units = found?.SecondaryAddressComponents ?? []
  return {
    address1: `${AddressNumber} ${Street}`.trim(),
    address2: units.map(({ Number: number, Designator = '#' }) => `${Designator} ${number}`).join(', '),
    city: Locality,
    state,
    zip: /^\d{5}(-\d{4})?$/.test(PostalCode) ? PostalCode : '',
  }
}

/** Whole addresses in the United States. */
export function suggestionsRequest(typed: string, most: number): string {
  return JSON.stringify({
    QueryText: typed,
    MaxResults: most,
    Filter: { IncludeCountries: ['USA'], IncludePlaceTypes: ['PointAddress'] },
    AdditionalFeatures: ['Core'],
    Language: 'en',
  })
}

/** Amazon's reason for an error. */
export const amazonProblem: CarrierCall<unknown>['problem'] = (body) => {
  const read = z.object({ message: Text.optional(), Message: Text.optional() }).safeParse(body)
  return read.success ? { code: '', reason: read.data.message ?? read.data.Message ?? '' } : undefined
}
