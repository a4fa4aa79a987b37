import {
  createAddress,
  deleteAddress,
  getAddress,
  listAddresses,
  putAddress,
} from '@laurel/contract/customers'
import type { Pool } from '../../database/database.ts'
import type { Serve } from '../../http/serve.ts'
import {
  addAddress,
  listOwnAddresses,
  readOwnAddress,
  removeAddress,
  replaceAddress,
} from './addresses.service.ts'

export function addressRoutes(serve: Serve, pool: Pool) {
  serve(listAddresses, ({ actor }) => listOwnAddresses(pool, actor))
  serve(createAddress, ({ actor, body }) => addAddress(pool, actor, body))
  serve(getAddress, ({ actor, params }) => readOwnAddress(pool, actor, params.id))
  serve(putAddress, ({ actor, params, body }) => replaceAddress(pool, actor, params.id, body))
  serve(deleteAddress, async ({ actor, params }) => {
    await removeAddress(pool, actor, params.id)
    return undefined
  })
}
