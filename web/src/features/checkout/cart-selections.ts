import { isPaymentMethod, type PaymentMethod } from '@laurel/domain/payment-state'
import { STORAGE_KEYS } from '@laurel/domain/timings'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** What a customer has chosen on the way to paying and no server keeps yet. */
export type CartSelections = {
  /** The order they were made for: a PO number belongs to one order only. */
  orderId: number | null
  methodCode: PaymentMethod | null
  poNumber: string
}

const EMPTY: Readonly<CartSelections> = { orderId: null, methodCode: null, poNumber: '' }
export const PO_NUMBER_MAX = 40

/** Makes selections of whatever lay in storage: what is not usable is dropped, the rest stays. */
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

/** Selections, never a name or an address. docs/spec.md §9, "local-cart-storage". */
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

/** The PO number typed for this order; another order's means nothing here. */
export function usePoNumber(orderId: number): string {
  return useCartSelections((store) => (store.orderId === orderId ? store.poNumber : ''))
}

/** The order is placed: the way to pay is remembered for the next, its number is not. */
export function forgetPoNumber(): void {
  useCartSelections.setState({ orderId: null, poNumber: '' })
}
