import { getCustomer, patchCustomer, putCustomer } from '@laurel/contract/customers'
import type { Pool } from '../../database/database.ts'
import type { Serve } from '../../http/serve.ts'
import type { Keys } from '../../secrets/keys.ts'
import { changeProfile, readProfile } from './profile.service.ts'

export function customerRoutes(serve: Serve, pool: Pool, keys: Keys) {
  serve(getCustomer, ({ actor }) => readProfile(pool, actor))
  serve(patchCustomer, ({ actor, body }) => changeProfile(pool, keys.dataSeal, actor, body))
  serve(putCustomer, ({ actor, body }) => changeProfile(pool, keys.dataSeal, actor, body))
}
