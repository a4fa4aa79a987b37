import { api } from '@laurel/contract/routes'
import {
  type ProductSetupStep,
  reachableSetupStep,
  type SetupProgress,
  setupStepPath,
} from '@laurel/domain/product-setup-flow'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { requireRegistration } from '../../app/customer.queries.ts'
import { refreshOrders } from '../../app/orders.queries.ts'
import { paths } from '../../app/paths.ts'
import { id, oneOf, searchParams } from '../../app/search-params.ts'
import { adoptCard, changeSetup, isLoaded, type ProductSetup, useSetupStore } from '../../app/setup-store.ts'
import { pageTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { cardItemQueries } from './create-reward.queries.ts'
import { noteRegained } from './draft-editing.ts'
import { connectDraft, flushCard, leaveCard, pendingOf } from './save-draft.ts'

type Entry = {
  /** `?item=7`: continue with this card instead of the current one. */
  itemId?: number | undefined
  /** Kept in the address: where the customer came from, to fix something. */
  from?: 'payment' | undefined
  /** Kept in the address: the people to show. */
  only?: ListStart | undefined
  /** The requested address, to come back to. */
  href: string
  isPreload: boolean
}

/**
 * Admits a customer to a step, or redirects to the last one they can reach.
 *
 * @throws a redirect
 * @see docs/spec.md §2, "Product-setup flows"
 */
export async function enterStep(
  queryClient: QueryClient,
  wanted: ProductSetupStep,
  { itemId, from, only, href, isPreload }: Entry,
): Promise<void> {
  // Hovering over a link must not change the current card.
  if (isPreload) return
  connectDraft(queryClient)
  await requireRegistration(queryClient, href)

  if (itemId !== undefined) await takeUp(queryClient, itemId)
  let step = reachable(await findDraft(queryClient), wanted)
  // An import or another tab may have completed it since: ask again before going back.
  if (step !== wanted) step = reachable(await findDraft(queryClient, 'anew'), wanted)
  if (!step) throw redirect({ to: paths.myRewards, search: { createNew: true } as never, replace: true })
  if (step !== wanted || itemId !== undefined) {
    const kept = { ...(from && { from }), ...(only && step === wanted && { only }) }
    throw redirect({ to: setupStepPath(step), search: kept as never, replace: true })
  }
}

/** Makes another card the current one, as the server has it: another tab may have changed it. */
async function takeUp(queryClient: QueryClient, itemId: number): Promise<void> {
  // Changes that can't be saved now stay pending, and are shown.
  await flushCard(itemId).catch(() => undefined)
  const query = { ...cardItemQueries.one(itemId), staleTime: 0 }
  const read = await queryClient.fetchQuery(query).catch((cause: unknown) => {
    console.error('Failed to load the card', cause)
    throw redirect({ to: paths.myRewards, replace: true })
  })
  const item = read.isShared ? await beginEditing(queryClient, itemId) : read
  if (useSetupStore.getState().cardItemId !== itemId) leaveCard()
  adoptCard(item, pendingOf(itemId))
}

/** Takes a shared card, unless a colleague is editing it: then the customer can see it. */
async function beginEditing(queryClient: QueryClient, itemId: number): Promise<CardItem> {
  const i18n = pageTexts()

  const item = await call(api.editDraft, { params: { id: itemId }, body: {} }).catch((cause: unknown) => {
    console.error('Failed to begin editing the card', cause)
    const isSeen = cause instanceof ApiProblem && /^draft_/.test(cause.code)
    const text = formError(cause)
    if (!isSeen && text) showToast({ tone: 'bad', title: i18n.t('You can’t edit this card now'), text })
    throw redirect({
      to: paths.myRewards,
      search: (isSeen ? { openDraft: itemId } : {}) as never,
      replace: true,
    })
  })
  noteRegained(itemId)
  queryClient.setQueryData(cardItemQueries.one(itemId).queryKey, item)
  await refreshOrders(queryClient)
  return item
}

function reachable(
  item: CardItem | undefined,
  wanted: ProductSetupStep,
): ProductSetupStep | null | undefined {
  const setup = useSetupStore.getState()
  return setup.rewardType && reachableSetupStep(setup.rewardType, progressOf(setup, item), wanted)
}

/** The decisions made so far, according to the draft; without one, only the reward type. */
function progressOf(
  setup: Pick<ProductSetup, 'rewardType'>,
  item: Pick<CardItem, 'quantity' | 'denominationCents' | 'recipientCount'> | undefined,
): SetupProgress {
  return {
    hasType: setup.rewardType !== null,
    hasDesign: item !== undefined,
    quantity: item?.quantity ?? null,
    denominationCents: item?.denominationCents ?? null,
    recipientCount: item?.recipientCount ?? 0,
  }
}

/** The current draft. One that was removed elsewhere is dropped; the selections stay. */
async function findDraft(queryClient: QueryClient, how?: 'anew'): Promise<CardItem | undefined> {
  const { cardItemId } = useSetupStore.getState()
  if (cardItemId === null) return undefined
  const query = cardItemQueries.one(cardItemId)
  try {
    if (how === 'anew') await queryClient.cancelQueries(query)
    const item = await queryClient.fetchQuery({ ...query, ...(how === 'anew' && { staleTime: 0 }) })
    if (!isLoaded(cardItemId)) adoptCard(item, pendingOf(cardItemId))
    return item
  } catch (cause) {
    if (!(cause instanceof ApiProblem) || cause.code !== 'not_found') throw cause
    changeSetup({ cardItemId: null })
    return undefined
  }
}

/** The filter a list opens with. */
export type ListStart = 'attention' | 'duplicate'
type ItemSearch = {
  item?: number
  /** Where the customer came from to fix something, and returns to. */
  from?: 'payment'
  /** The people shown at first. */
  only?: ListStart
}

/** `?item=7`: the card to continue with. */
export const readItemSearch = searchParams<ItemSearch>({
  item: id,
  from: oneOf('payment'),
  only: oneOf('attention', 'duplicate'),
})
