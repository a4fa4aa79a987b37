import { createFileRoute, Outlet } from '@tanstack/react-router'
import { finishRemovals } from '../../features/cart/removals.ts'
import { enterCheckout } from '../../features/checkout/enter-checkout.ts'

/** Checkout needs an order with card items. docs/spec.md §2, "Checkout". */
export const Route = createFileRoute('/_signed-in/checkout')({
  staticData: { frame: 'flow', texts: ['parts', 'checkout'] },
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await finishRemovals()
    return { order: await enterCheckout(context.queryClient, preload) }
  },
  component: Outlet,
})
