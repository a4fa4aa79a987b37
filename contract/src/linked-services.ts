import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { api } from './routes.ts'
import { SignInService } from './site.ts'

export const unlinkService = endpoint(api.unlinkService, {
  access: 'customer',
  summary: 'Unlink a sign-in service from the account, if another way to sign in remains',
  params: z.object({ service: SignInService }),
  response: 'nothing',
  refusals: ['not_found', 'validation_failed', 'last_sign_in_method'],
})
