import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { lineText } from './fields.ts'
import { api } from './routes.ts'

const State = z.string().regex(/^[A-Z]{2}$/, /*i18n*/ 'Use two letters.')

export const ZipPlace = z.object({ zip: z.string(), city: z.string(), state: z.string().length(2) })

export const getZipCode = endpoint(api.getZipCode, {
  access: 'public',
  summary: 'The city and state of a ZIP code. Several cities can share one; this is the most common.',
  params: z.object({ zip: z.string().regex(/^\d{5}$/, { error: /*i18n*/ 'Enter a five-digit ZIP code.' }) }),
  response: ZipPlace,
  refusals: ['not_found'],
})

export const getNearestZip = endpoint(api.getNearestZip, {
  access: 'customer',
  summary: 'The ZIP code nearest to a position. Two decimals, about a kilometer, are enough',
  query: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
  response: ZipPlace,
  refusals: ['not_found', 'too_many_requests'],
})

const Typed = lineText(120).min(2, /*i18n*/ 'Enter at least two characters.')

export const City = z.object({
  city: z.string(),
  state: z.string().length(2),
  zip: z.string().nullable().meta({ description: 'Null if the city has more than one' }),
  zip_count: z.number().int(),
})

export const listCities = endpoint(api.listCities, {
  access: 'public',
  summary: 'Cities whose names begin with a text, larger ones first',
  query: z.object({
    q: Typed,
    state: State.optional(),
    limit: z.number().int().min(1).max(10).default(5),
  }),
  response: z.object({ results: z.array(City) }),
})

/** The fields that a suggestion fills in. */
export const PlaceAddress = z.object({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
})

export const SuggestedPlace = z.object({
  source: z.enum(['own', 'company', 'embedded', 'amazon']).meta({
    description:
      '`own`: the customer’s addresses and saved people. `company`: those their company shares. `embedded`: the typed street, with a city from the embedded list. `amazon`: Amazon Location',
  }),
  title: z.string(),
  detail: z.string(),
  address: PlaceAddress.nullable().meta({
    description:
      'Null from Amazon Location. Fetch the address with `place_id`, and don’t store the suggestion',
  }),
  place_id: z.string().nullable(),
})

const query = z.object({ q: Typed, limit: z.number().int().min(1).max(10).default(5) })
const Suggested = z.object({
  answered_by: z.enum(['embedded', 'amazon']).meta({
    description:
      'The source of suggestions besides the address books: `embedded` if Amazon Location isn’t connected or didn’t answer within 800 ms',
  }),
  results: z.array(SuggestedPlace),
})
const PlaceQuery = z.object({
  place_id: z.string().regex(/^[A-Za-z0-9_=-]{1,500}$/, 'Not the ID of a place'),
})
const Fetched = z.object({
  address: PlaceAddress.nullable().meta({ description: 'Null if Amazon Location didn’t answer' }),
})

export const suggestPlaces = endpoint(api.suggestPlaces, {
  access: 'customer',
  summary: 'Address suggestions for the text typed so far, with the customer’s and their company’s first',
  query,
  response: Suggested,
  refusals: ['too_many_requests'],
})
export const getPlace = endpoint(api.getPlace, {
  access: 'customer',
  summary: 'The address of an Amazon Location suggestion. You may store it',
  query: PlaceQuery,
  response: Fetched,
  refusals: ['not_found', 'too_many_requests'],
})

export const suggestOfficePlaces = endpoint(api.suggestOfficePlaces, {
  access: 'staff',
  summary: 'Address suggestions for the text typed so far, from Amazon Location or the embedded list',
  query,
  response: Suggested,
  refusals: ['too_many_requests'],
})
export const getOfficePlace = endpoint(api.getOfficePlace, {
  access: 'staff',
  summary: 'The address of an Amazon Location suggestion. You may store it',
  query: PlaceQuery,
  response: Fetched,
  refusals: ['not_found', 'too_many_requests'],
})
