import { formatCents } from '@laurel/domain/money'
import { type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type CompanyTerms, companyQueries, useCompanies } from '../../app/company.queries.ts'
import { pageTexts } from '../../app/texts.ts'
import { fastestFirst } from '../../parts/payment-methods.ts'
import { useCartSelections } from './cart-selections.ts'
import { checkoutQueries } from './checkout.queries.ts'

export type WayToPay = {
  methodCode: PaymentMethod
  title: string
  instructions: string
  /** The company balance or its credit has too little. */
  isShort?: boolean
}

type WaysAsked = {
  /** A placed order isn't put on invoice any more. */
  isPlaced?: boolean
  without?: PaymentMethod | undefined
}

/**
 * What the site offers, the company balance if it has money, and an invoice if the company has terms. Chosen is what was chosen for the last order, or what
 * is fastest.
 */
export function useWaysToPay(cents: number, { isPlaced = false, without }: WaysAsked = {}) {
  const { data: providers } = useSuspenseQuery(checkoutQueries.providers())
  const { company } = useCompanies()
  const balance = balanceWay(company?.balanceCents ?? 0, cents)
  const terms = useQuery({ ...companyQueries.terms(), enabled: company !== undefined }).data?.terms
  // The invoice is last, so that what is chosen stays when it's known.
  const onInvoice = isPlaced ? [] : termsWay(terms, cents)
  const ways: WayToPay[] = [...balance, ...providers, ...onInvoice].filter(
    ({ methodCode }) => methodCode !== without,
  )
  const open = ways.filter(({ isShort }) => !isShort)
  const remembered = useCartSelections((store) => store.methodCode)
  const chosen = open.find(({ methodCode }) => methodCode === remembered) ?? fastestFirst(open)[0]
  return { ways, method: chosen?.methodCode ?? null }
}

/** None without money in the balance. */
export function balanceWay(balanceCents: number, cents: number): WayToPay[] {
  const i18n = pageTexts()

  if (balanceCents <= 0) return []
  const isShort = balanceCents < cents
  const instructions = isShort
    ? i18n.t('{balance} available, {amount} less than this order.', {
        balance: formatCents(balanceCents),
        amount: formatCents(cents - balanceCents),
      })
    : i18n.t('{balance} available, {amount} after this order.', {
        balance: formatCents(balanceCents),
        amount: formatCents(balanceCents - cents),
      })
  return [{ methodCode: 'company_balance', title: WAYS_TO_PAY.company_balance.title, instructions, isShort }]
}

/** None without terms. */
export function termsWay(terms: CompanyTerms | null | undefined, cents: number): WayToPay[] {
  const i18n = pageTexts()

  if (!terms?.isActive) return []
  const { days, isStopped, leftCents } = terms
  const missing = cents - leftCents
  const instructions = isStopped
    ? i18n.t('An invoice is overdue. Once it’s paid, you can order on invoice again.')
    : missing > 0
      ? i18n.t('Your company has {left} of credit left, {missing} less than this order.', {
          left: formatCents(leftCents),
          missing: formatCents(missing),
        })
      : i18n.t('Due in {days} days. Your company will have {amount} of credit left after this order.', {
          days,
          amount: formatCents(-missing),
        })
  const { title } = WAYS_TO_PAY.company_terms
  return [{ methodCode: 'company_terms', title, instructions, isShort: isStopped || missing > 0 }]
}
