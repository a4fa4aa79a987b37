import { isPaymentMethod, type PaymentMethod } from '@laurel/domain/payment-method'
import { STORAGE_KEYS } from '@laurel/domain/timings'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Checkout choices that the server doesn't have yet. */
export type CartSelections = {
  /** The order of the PO number. */
  orderId: number | null
  methodCode: PaymentMethod | null
  poNumber: string
}

const EMPTY: Readonly<CartSelections> = { orderId: null, methodCode: null, poNumber: '' }
export const PO_NUMBER_MAX = 40

/** Reads stored selections and drops invalid values. */
export function repairSelections(stored: unknown): CartSelections {
  if (typeof stored !== 'object' || stored === null) return EMPTY
  const values: Partial<Record<keyof CartSelections, unknown>> = stored
  const { orderId, methodCode, poNumber } = values
  const isOrder = typeof orderId === 'number' && Number.isSafeInteger(orderId) && orderId > 0
  return {
    orderId: isOrder ? orderId : null,
    methodCode: isPaymentMethod(methodCode) ? methodCode : null,
    poNumber: isOrder && typeof poNumber === 'string' ? poNumber.slice(0, PO_NUMBER_MAX) : '',
  }
}

/** Never stores a name or an address. docs/spec.md §9, "local-cart-storage". */
export const useCartSelections = create<CartSelections>()(
  persist((): CartSelections => EMPTY, {
    name: STORAGE_KEYS.localCart,
    version: 1,
    migrate: (stored) => stored as CartSelections,
    merge: (stored) => repairSelections(stored),
  }),
)

export function choosePaymentMethod(methodCode: PaymentMethod): void {
  useCartSelections.setState({ methodCode })
}

export function writePoNumber(orderId: number, poNumber: string): void {
  useCartSelections.setState({ orderId, poNumber: poNumber.slice(0, PO_NUMBER_MAX) })
}

/** The PO number typed for this order. */
export function usePoNumber(orderId: number): string {
  return useCartSelections((store) => (store.orderId === orderId ? store.poNumber : ''))
}

/** Called once the order is placed. The payment method is kept for the next order. */
export function forgetPoNumber(): void {
  useCartSelections.setState({ orderId: null, poNumber: '' })
}
