import { api } from '@laurel/contract/routes'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { call } from '../../app/call.ts'
import { orderQueries } from '../../app/orders.queries.ts'
import { subscribeToSession } from '../../app/session.ts'
import { closeToast, showToast, useToastStore } from '../../app/toast-store.ts'
import type { CardItem } from '../../parts/card/card-item-look.ts'

/** Long enough to read the sentence and change one's mind. */
const UNDO_MS = 8_000

type Removal = {
  item: CardItem
  queryClient: QueryClient
  /** Once the panel is closed, a toast holds the way back. */
  toastId: number | null
}

/** Items that have left the cart on screen and not yet on the server: recipients cannot be brought back. */
const useRemovals = create<{ waiting: readonly Removal[] }>(() => ({ waiting: [] }))
const running = new Set<Promise<void>>()

export function useRemovedItems(): readonly CardItem[] {
  const waiting = useRemovals((store) => store.waiting)
  return waiting.map(({ item }) => item)
}

/**
 * Takes an item out of the cart. While the panel is open it can be put back there; after that a toast
 * can; then it is deleted.
 */
export function removeFromCart(queryClient: QueryClient, item: CardItem): void {
  const { waiting } = useRemovals.getState()
  useRemovals.setState({ waiting: [...waiting, { item, queryClient, toastId: null }] })
  showInCart(queryClient, item.id, null)
}

/** The panel is closed: what can still be undone moves to toasts, which would cover its button. */
export function offerUndoInToasts(): void {
  const { waiting } = useRemovals.getState()
  useRemovals.setState({
    waiting: waiting.map((removal) =>
      removal.toastId === null ? { ...removal, toastId: offerUndo(removal.item) } : removal,
    ),
  })
}

function offerUndo(item: CardItem): number {
  return showToast({
    tone: 'plain',
    title: `${item.name} is out of your cart`,
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

/** Deletes what is waiting, now: the next screen counts on it. */
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
  try {
    await call(api.deleteCardItem, { params: { id: item.id } })
  } catch (cause) {
    console.error('Failed to remove a card item', cause)
    showToast({
      tone: 'bad',
      title: `${item.name} is still in your cart`,
      text: cause instanceof Error ? cause.message : 'Try again in a moment.',
    })
  }
  await queryClient.invalidateQueries({ queryKey: ['orders'], refetchType: 'all' })
}

function take(itemId: number): Removal | undefined {
  const { waiting } = useRemovals.getState()
  useRemovals.setState({ waiting: waiting.filter(({ item }) => item.id !== itemId) })
  return waiting.find(({ item }) => item.id === itemId)
}

/** The header's number follows at once. */
function showInCart(queryClient: QueryClient, itemId: number, item: CardItem | null): void {
  queryClient.setQueryData(orderQueries.current().queryKey, (order) => {
    if (!order) return order
    const others = order.cardItems.filter(({ id }) => id !== itemId)
    const cardItems = item ? [...others, item].sort((a, b) => a.id - b.id) : others
    return { ...order, cardItems }
  })
}

/** A toast that has left cannot be undone any more. */
useToastStore.subscribe(({ toasts }, { toasts: before }) => {
  for (const { item, toastId } of useRemovals.getState().waiting) {
    const wasShown = before.find(({ id }) => id === toastId)?.isShown
    const isShown = toasts.find(({ id }) => id === toastId)?.isShown
    if (wasShown && !isShown) finish(item.id)
  }
})

// Leaving the page is not a change of mind.
window.addEventListener('pagehide', () => void finishRemovals())

subscribeToSession((state) => {
  if (state === 'signed-out') useRemovals.setState({ waiting: [] })
})
