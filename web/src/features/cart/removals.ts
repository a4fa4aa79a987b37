import { api } from '@laurel/contract/routes'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { subscribeToSession } from '../../app/session.ts'
import { pageTexts } from '../../app/texts.ts'
import { closeToast, showToast, useToastStore } from '../../app/toast-store.ts'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'

/** Long enough to read the message and reconsider. */
const UNDO_MS = 8_000

type Removal = {
  item: CardItem
  queryClient: QueryClient
  /** The toast that offers Undo once the panel is closed. */
  toastId: number | null
}

/** Items removed on screen but not yet on the server, which can't restore their recipients. */
const useRemovals = create<{ waiting: readonly Removal[] }>(() => ({ waiting: [] }))
const running = new Set<Promise<void>>()

export function useRemovedItems(): readonly CardItem[] {
  const waiting = useRemovals((store) => store.waiting)
  return waiting.map(({ item }) => item)
}

/**
 * Removes an item from the cart. The panel offers Undo while it is open, then a toast does; after that
 * the item is deleted.
 */
export function removeFromCart(queryClient: QueryClient, item: CardItem): void {
  const { waiting } = useRemovals.getState()
  useRemovals.setState({ waiting: [...waiting, { item, queryClient, toastId: null }] })
  showInCart(queryClient, item.id, null)
}

/** Called when the panel closes. While it is open, toasts would cover its button. */
export function offerUndoInToasts(): void {
  const { waiting } = useRemovals.getState()
  useRemovals.setState({
    waiting: waiting.map((removal) =>
      removal.toastId === null ? { ...removal, toastId: offerUndo(removal.item) } : removal,
    ),
  })
}

function offerUndo(item: CardItem): number {
  const i18n = pageTexts()

  return showToast({
    tone: 'plain',
    title: i18n.t('{name} was removed from your cart', { name: item.name }),
    durationMs: UNDO_MS,
    onUndo: () => undoRemoval(item.id),
  })
}

export function undoRemoval(itemId: number): void {
  const removal = take(itemId)
  if (!removal) return
  if (removal.toastId !== null) closeToast(removal.toastId)
  showInCart(removal.queryClient, itemId, removal.item)
}

/** Deletes all waiting items now, because the next screen relies on it. */
export async function finishRemovals(): Promise<void> {
  for (const { item, toastId } of useRemovals.getState().waiting) {
    finish(item.id)
    if (toastId !== null) closeToast(toastId)
  }
  await Promise.all(running)
}

function finish(itemId: number): void {
  const removal = take(itemId)
  if (!removal) return
  const run = deleteItem(removal).finally(() => running.delete(run))
  running.add(run)
}

async function deleteItem({ item, queryClient }: Removal): Promise<void> {
  const i18n = pageTexts()

  try {
    await call(api.deleteCardItem, { params: { id: item.id } })
  } catch (cause) {
    console.error('Failed to remove a card item', cause)
    showToast({
      tone: 'bad',
      title: i18n.t('{name} couldn’t be removed from your cart', { name: item.name }),
      text: formError(cause) ?? i18n.t('Try again in a moment.'),
    })
  }
  await queryClient.invalidateQueries({ queryKey: ['orders'], refetchType: 'all' })
}

function take(itemId: number): Removal | undefined {
  const { waiting } = useRemovals.getState()
  useRemovals.setState({ waiting: waiting.filter(({ item }) => item.id !== itemId) })
  return waiting.find(({ item }) => item.id === itemId)
}

/** Updates the header's number at once. */
function showInCart(queryClient: QueryClient, itemId: number, item: CardItem | null): void {
  queryClient.setQueryData(orderQueries.current().queryKey, (order) => {
    if (!order) return order
    const others = order.cardItems.filter(({ id }) => id !== itemId)
    const cardItems = item ? [...others, item].sort((a, b) => a.id - b.id) : others
    return { ...order, cardItems }
  })
}

/** Once its toast is gone, a removal is final. */
useToastStore.subscribe(({ toasts }, { toasts: before }) => {
  for (const { item, toastId } of useRemovals.getState().waiting) {
    const wasShown = before.find(({ id }) => id === toastId)?.isShown
    const isShown = toasts.find(({ id }) => id === toastId)?.isShown
    if (wasShown && !isShown) finish(item.id)
  }
})

// Leaving the page makes removals final.
window.addEventListener('pagehide', () => void finishRemovals())

subscribeToSession((state) => {
  if (state === 'signed-out') useRemovals.setState({ waiting: [] })
})
