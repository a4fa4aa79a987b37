import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import type { RewardType } from '@laurel/domain/reward-type'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/call.ts'
import type { Camelized } from '../../app/case.ts'

export type Order = Camelized<OutputOf<'getOrder'>>
export type ShippingOption = Camelized<OutputOf<'listShippingOptions'>>[number]
export type PaymentProvider = Camelized<OutputOf<'listPaymentProviders'>>[number]

/** Summaries are under ['orders'], so that any change to an order invalidates them. */
export const checkoutQueries = {
  options: (rewardType: RewardType) =>
    queryOptions({
      queryKey: ['catalog', 'shipping-options', rewardType],
      queryFn: () => call(api.listShippingOptions, { query: { rewardType } }),
    }),
  providers: () =>
    queryOptions({
      queryKey: ['catalog', 'payment-providers'],
      queryFn: () => call(api.listPaymentProviders),
    }),
  summary: (orderId: number) =>
    queryOptions({
      queryKey: ['orders', orderId, 'summary'],
      queryFn: () => call(api.getOrderSummary, { query: { orderId } }),
    }),
  /** The price with this delivery method. */
  preview: (orderId: number, optionId: number) =>
    queryOptions({
      queryKey: ['orders', orderId, 'summary', optionId],
      queryFn: () => call(api.previewOrderSummary, { body: { shippingOptionIds: [optionId] } }),
    }),
}
