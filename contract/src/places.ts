import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { api } from './routes.ts'

export const ZipPlace = z.object({ zip: z.string(), city: z.string(), state: z.string().length(2) })

export const getZipCode = endpoint(api.getZipCode, {
  access: 'public',
  summary: 'The city and state of a ZIP code. Several cities can share one; this is the most common.',
  params: z.object({ zip: z.string().regex(/^\d{5}$/, { error: 'Enter a five-digit ZIP code.' }) }),
  response: ZipPlace,
  refusals: ['not_found'],
})
