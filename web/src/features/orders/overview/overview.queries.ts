import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import type { Camelized } from '../../../app/case.ts'

export type Overview = Camelized<OutputOf<'getOrdersOverview'>>

/** Cards move on by themselves: what was seen before is shown at once and read anew. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ['orders', 'overview'],
    queryFn: () => call(api.getOrdersOverview),
    staleTime: 0,
  })
