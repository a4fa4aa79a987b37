import { formatCents } from '@laurel/domain/money'
import { type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCompanies } from '../../app/company.queries.ts'
import { fastestFirst } from '../../parts/payment-methods.ts'
import { useCartSelections } from './cart-selections.ts'
import { checkoutQueries } from './checkout.queries.ts'

export type WayToPay = {
  methodCode: PaymentMethod
  title: string
  instructions: string
  /** The company balance has too little. */
  isShort?: boolean
}

/**
 * What the site offers, and the company balance if it has money. Chosen is what was chosen for the last order, or what
 * is fastest.
 */
export function useWaysToPay(cents: number, without?: PaymentMethod) {
  const { data: providers } = useSuspenseQuery(checkoutQueries.providers())
  const { company } = useCompanies()
  const balance = balanceWay(company?.balanceCents ?? 0, cents)
  const ways: WayToPay[] = [...balance, ...providers].filter(({ methodCode }) => methodCode !== without)
  const open = ways.filter(({ isShort }) => !isShort)
  const remembered = useCartSelections((store) => store.methodCode)
  const chosen = open.find(({ methodCode }) => methodCode === remembered) ?? fastestFirst(open)[0]
  return { ways, method: chosen?.methodCode ?? null }
}

/** None without money in the balance. */
export function balanceWay(balanceCents: number, cents: number): WayToPay[] {
  if (balanceCents <= 0) return []
  const isShort = balanceCents < cents
  const instructions = isShort
    ? `It has ${formatCents(balanceCents)}, ${formatCents(cents - balanceCents)} less than this order.`
    : `It has ${formatCents(balanceCents)}, and ${formatCents(balanceCents - cents)} after this order.`
  return [{ methodCode: 'company_balance', title: WAYS_TO_PAY.company_balance.title, instructions, isShort }]
}
