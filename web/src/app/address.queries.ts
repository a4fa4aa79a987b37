import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Camelized } from './case.ts'

export type Address = Camelized<OutputOf<'getAddress'>>

/** The address book, the default first. One key: ['addresses']. */
export const addressQueries = {
  list: () => queryOptions({ queryKey: ['addresses'], queryFn: () => call(api.listAddresses) }),
}
