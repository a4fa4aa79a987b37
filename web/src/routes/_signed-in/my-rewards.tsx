import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, isRedirect } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { closeModal } from '../../app/modal-store.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { requireRegistration } from '../../app/require-registration.ts'
import { openRewardTypeChooser } from '../../features/create-reward/open-reward-type-chooser.tsx'
import { MyRewards, type RewardsTab } from '../../features/orders/MyRewards.tsx'
import { readMyRewardsSearch } from '../../features/orders/my-rewards-search.ts'
import { OrderDetails } from '../../features/orders/OrderDetails.tsx'
import { orderListQueries } from '../../features/orders/order-lists.queries.ts'
import { overviewQuery } from '../../features/orders/overview/overview.queries.ts'
import { UserDataError } from '../../features/orders/UserDataError.tsx'
import { UserDataProblem } from '../../features/orders/user-data-problem.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { Spinner } from '../../parts/Spinner.tsx'

const PayPlacedOrder = lazy(async () => {
  const { PayPlacedOrder } = await import('../../features/checkout/PayPlacedOrder.tsx')
  return { default: PayPlacedOrder }
})

/** docs/spec.md §2, "/my-rewards/"; §8, "My rewards". */
export const Route = createFileRoute('/_signed-in/my-rewards')({
  staticData: { title: 'My rewards' },
  validateSearch: readMyRewardsSearch,
  loaderDeps: ({ search: { openDetails } }) => ({ openDetails }),
  loader: async ({ context: { queryClient }, location, deps: { openDetails } }) => {
    await requireRegistration(queryClient, location.href).catch((cause: unknown) => {
      if (isRedirect(cause)) throw cause
      console.error('Failed to load user data', cause)
      throw new UserDataProblem(cause)
    })
    // An order shows at once what is known of it; the lists behind it wait until they are looked at.
    if (openDetails === undefined) await loadLists(queryClient)
    else loadOrder(queryClient, openDetails)
  },
  errorComponent: UserDataError,
  component: MyRewardsScreen,
})

function MyRewardsScreen() {
  const { createNew = false, openDetails } = Route.useSearch()
  const [tab, setTab] = useState<RewardsTab>()
  const lastOpened = useLastOpened(openDetails)
  useRewardTypeChooser(createNew)

  if (openDetails !== undefined)
    return <OrderDetails key={openDetails} id={openDetails} waysToPay={payPlacedOrder} />
  return <MyRewards tab={tab} onTab={setTab} cameFrom={lastOpened} />
}

/** Loaded when somebody wants to pay there. */
function payPlacedOrder(order: Order) {
  return (
    <Suspense fallback={<Spinner label="Loading the ways to pay" />}>
      <PayPlacedOrder order={order} />
    </Suspense>
  )
}

/** The order one has just come back from, if any. */
function useLastOpened(openDetails: number | undefined): number | undefined {
  const [last, setLast] = useState(openDetails)
  if (openDetails !== undefined && openDetails !== last) setLast(openDetails)
  return last
}

/** The address says whether the chooser is open; closing it clears the address. */
function useRewardTypeChooser(isOpen: boolean): void {
  const navigate = Route.useNavigate()
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    openRewardTypeChooser({
      // In its place, so that Back leads to the list and not to the question again.
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

/** What was loaded before shows at once; what has become stale since is fetched behind it. */
async function loadLists(queryClient: QueryClient): Promise<void> {
  const revalidateIfStale = true
  await Promise.all([
    queryClient.ensureInfiniteQueryData({ ...orderListQueries.group('pending'), revalidateIfStale }),
    queryClient.ensureInfiniteQueryData({ ...orderListQueries.group('completed'), revalidateIfStale }),
    queryClient.ensureQueryData({ ...orderListQueries.drafts(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...orderQueries.current(), revalidateIfStale }),
    // The lists do without it: it says itself what did not load.
    queryClient.ensureQueryData({ ...overviewQuery(), revalidateIfStale }).catch(() => {}),
  ])
}

function loadOrder(queryClient: QueryClient, id: number): void {
  void queryClient.prefetchQuery(orderQueries.one(id))
  void queryClient.prefetchQuery(orderListQueries.summary(id))
}
