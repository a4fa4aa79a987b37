import * as endpoints from '@laurel/contract/customers'
import type { Pool } from '../../database/database.ts'
import type { Serve } from '../../http/serve.ts'
import { addAddress, listAddresses, readAddress, removeAddress, replaceAddress } from './addresses.service.ts'

export function addressRoutes(serve: Serve, pool: Pool) {
  serve(endpoints.listAddresses, ({ actor }) => listAddresses(pool, actor))
  serve(endpoints.createAddress, ({ actor, body }) => addAddress(pool, actor, body))
  serve(endpoints.getAddress, ({ actor, params }) => readAddress(pool, actor, params.id))
  serve(endpoints.putAddress, ({ actor, params, body }) => replaceAddress(pool, actor, params.id, body))
  serve(endpoints.deleteAddress, async ({ actor, params }) => {
    await removeAddress(pool, actor, params.id)
    return undefined
  })
}
