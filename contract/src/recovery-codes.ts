import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { api } from './routes.ts'

const own = { access: 'customer' } as const

export const getRecoveryCodes = endpoint(api.getRecoveryCodes, {
  ...own,
  summary: 'How many recovery codes are left',
  response: z.object({ remaining: z.number().int() }),
  refusals: ['not_found'],
})

export const makeRecoveryCodes = endpoint(api.makeRecoveryCodes, {
  ...own,
  summary: 'Create ten recovery codes. Earlier ones stop working. Shown only in this response',
  response: z.object({ codes: z.array(z.string()) }),
  refusals: ['not_found', 'authenticator_missing'],
})
