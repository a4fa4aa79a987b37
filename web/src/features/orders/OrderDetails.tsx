import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { useCompanies } from '../../app/company.queries.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { useTitle } from '../../app/shell/navigation.tsx'
import { useTexts } from '../../app/texts.ts'
import { BackLink, LinkButton } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { findListedOrder } from './order-lists.queries.ts'

type OrderDetailsProps = { id: number; waysToPay: (order: Order) => ReactNode }

/** One order, in place of the list. docs/spec.md §2, "openDetails". */
export function OrderDetails({ id, waysToPay }: OrderDetailsProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const read = useQuery({
    ...orderQueries.one(id),
    placeholderData: () => findListedOrder(queryClient, id),
  })
  const { data: order, error } = read
  useTitle(order?.number ? i18n.t('Order {number}', { number: order.number }) : undefined)

  if (order) {
    return (
      <OrderPage>
        <OrderSheet order={order} waysToPay={waysToPay(order)} />
      </OrderPage>
    )
  }
  if (error instanceof ApiProblem && error.code === 'not_found') {
    return (
      <OrderPage>
        <NoSuchOrder />
      </OrderPage>
    )
  }
  if (error) {
    return (
      <OrderPage>
        <ReadProblem read={read} className="mt-6" />
      </OrderPage>
    )
  }
  return (
    <OrderPage>
      <OrderLoading />
    </OrderPage>
  )
}

function OrderPage({ children }: { children: ReactNode }) {
  const i18n = useTexts()

  return (
    <div data-toasts-left className="page pb-24">
      <BackLink to="/my-rewards" search={{}} className="not-printed mt-5">
        {i18n.t('My rewards')}
      </BackLink>
      {children}
    </div>
  )
}

function NoSuchOrder() {
  const i18n = useTexts()
  const { companies, company } = useCompanies()
  return (
    <div className="grid justify-items-center gap-3 py-16 text-center">
      <h1>{i18n.t('We couldn’t find that order')}</h1>
      <p className="max-w-[44ch] text-muted">
        {companies.length > 1 && company
          ? i18n.t(
              '{name} doesn’t have this order. If another of your companies placed it, switch to that company.',
              {
                name: company.name,
              },
            )
          : i18n.t('The link may have a typo, or the order belongs to another account.')}
      </p>
      <LinkButton to="/my-rewards" search={{}} className="mt-3">
        {i18n.t('All your orders')}
      </LinkButton>
    </div>
  )
}

function OrderLoading() {
  const i18n = useTexts()

  return (
    <Loading label={i18n.t('Loading the order')}>
      <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-16 pt-2 mid:grid-cols-1 mid:gap-12">
        <div className="grid content-start gap-4">
          <Skeleton className="h-11 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="mt-8 h-3 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
        <Skeleton className="aspect-[1.5842] h-auto w-full max-w-[440px] rounded-[12px]" />
      </div>
    </Loading>
  )
}
