import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, isRedirect } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { companyQueries, useMayOrder } from '../../app/company.queries.ts'
import { requireRegistration } from '../../app/customer.queries.ts'
import { closeModal } from '../../app/modal-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { pageTexts, withTexts } from '../../app/texts.ts'
import { JoinNotes } from '../../features/company/Proposals.tsx'
import { openRewardTypeChooser } from '../../features/create-reward/open-reward-type-chooser.tsx'
import { MyRewards, type RewardsTab } from '../../features/orders/MyRewards.tsx'
import { readMyRewardsSearch, UserDataProblem } from '../../features/orders/my-rewards-route.ts'
import { OrderDetails } from '../../features/orders/OrderDetails.tsx'
import { orderListQueries, overviewQuery } from '../../features/orders/order-lists.queries.ts'
import { SharedDraftDetails } from '../../features/orders/SharedDraftDetails.tsx'
import { UserDataError } from '../../features/orders/UserDataError.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { Spinner } from '../../parts/Progress.tsx'

const PayPlacedOrder = lazy(async () => {
  const { PayPlacedOrder } = await withTexts(
    ['checkout'],
    import('../../features/checkout/PayPlacedOrder.tsx'),
  )
  return { default: PayPlacedOrder }
})

/** docs/spec.md §2, "/my-rewards/"; §8, "My rewards". */
export const Route = createFileRoute('/_signed-in/my-rewards')({
  staticData: { title: /*i18n*/ 'My rewards', texts: ['parts', 'orders', 'starter'] },
  validateSearch: readMyRewardsSearch,
  loaderDeps: ({ search: { openDetails } }) => ({ openDetails }),
  loader: async ({ context: { queryClient }, location, preload, deps: { openDetails } }) => {
    await requireRegistration(queryClient, location.href).catch((cause: unknown) => {
      if (isRedirect(cause)) throw cause
      console.error('Failed to load user data', cause)
      throw new UserDataProblem(cause)
    })
    // Updates the role: an admin may have changed it. Until it is known, the server alone decides.
    if (!preload) void queryClient.prefetchQuery({ ...companyQueries.mine(), staleTime: 0 })
    // For an order, don't wait: it shows what is known, and the lists load when they are opened.
    if (openDetails === undefined) await loadLists(queryClient)
    else loadOrder(queryClient, openDetails)
  },
  errorComponent: UserDataError,
  component: MyRewardsScreen,
})

function MyRewardsScreen() {
  const { createNew = false, openDetails, openDraft } = Route.useSearch()
  const [tab, setTab] = useState<RewardsTab>()
  const mayOrder = useMayOrder()
  const lastOpened = useLastOpened(openDetails)
  useRewardTypeChooser(createNew && mayOrder)

  if (openDetails !== undefined)
    return <OrderDetails key={openDetails} id={openDetails} waysToPay={payPlacedOrder} />
  if (openDraft !== undefined) return <SharedDraftDetails key={openDraft} id={openDraft} />
  return <MyRewards tab={tab} onTab={setTab} cameFrom={lastOpened} notes={<JoinNotes />} />
}

/** Loaded only for an order that can be paid. */
function payPlacedOrder(order: Order) {
  const i18n = pageTexts()
  return (
    <Suspense fallback={<Spinner label={i18n.t('Loading payment methods')} />}>
      <PayPlacedOrder order={order} />
    </Suspense>
  )
}

/** The order that was open last, if any. */
function useLastOpened(openDetails: number | undefined): number | undefined {
  const [last, setLast] = useState(openDetails)
  if (openDetails !== undefined && openDetails !== last) setLast(openDetails)
  return last
}

/** Opens and closes the chooser with the URL. */
function useRewardTypeChooser(isOpen: boolean): void {
  const navigate = Route.useNavigate()
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    openRewardTypeChooser({
      // Replaces the entry in the history, so that Back doesn't open the chooser again.
      onBegun: () => navigate({ to: '/create-reward/card-design', search: {}, replace: true }),
      onClose: () => {
        if (!isCurrent) return
        navigate({ search: ({ openDetails }) => ({ openDetails }), replace: true, resetScroll: false })
      },
    })
    return () => {
      isCurrent = false
      closeModal()
    }
  }, [isOpen, navigate])
}

/** Shows cached lists at once and fetches stale ones in the background. */
async function loadLists(queryClient: QueryClient): Promise<void> {
  const revalidateIfStale = true
  await Promise.all([
    queryClient.ensureInfiniteQueryData({ ...orderListQueries.group('pending'), revalidateIfStale }),
    queryClient.ensureInfiniteQueryData({ ...orderListQueries.group('completed'), revalidateIfStale }),
    queryClient.ensureQueryData({ ...orderListQueries.drafts(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...orderQueries.current(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...companyQueries.proposals(), revalidateIfStale }).catch(() => {}),
    // The lists work without the overview, which shows its own error.
    queryClient.ensureQueryData({ ...overviewQuery(), revalidateIfStale }).catch(() => {}),
  ])
}

function loadOrder(queryClient: QueryClient, id: number): void {
  void queryClient.prefetchQuery(orderQueries.one(id))
  void queryClient.prefetchQuery(orderListQueries.summary(id))
}
