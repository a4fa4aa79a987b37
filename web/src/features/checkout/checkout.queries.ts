import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../app/call.ts'

export type ShippingOption = AnswerOf<'listShippingOptions'>[number]

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
  yearEndWarning: (orderId: number) =>
    queryOptions({
      queryKey: ['orders', orderId, 'year-end-warning'],
      queryFn: () => call(api.getYearEndWarning, { params: { orderId } }),
    }),
  /** The price with this delivery method. */
  preview: (orderId: number, optionId: number) =>
    queryOptions({
      queryKey: ['orders', orderId, 'summary', optionId],
      queryFn: () => call(api.previewOrderSummary, { body: { shippingOptionIds: [optionId] } }),
    }),
}
