import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiProblem } from '../../app/api-problem.ts'
import { type CallOptions, call, freshKey } from '../../app/call.ts'
import { refreshOrders } from '../../app/orders.queries.ts'
import { subscribeToSession } from '../../app/session.ts'
import {
  adoptDraft,
  changeSetup,
  forgetCard,
  startCard,
  unsavedOf,
  useSetupStore,
} from '../../app/setup-store.ts'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { cardItemQueries } from './create-reward.queries.ts'

export type SaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed'

type DraftSaverOptions<Change extends object> = {
  /** Sends changes. After a failure, it is called with the same and newer ones. */
  send: (change: Change) => Promise<void>
  onState: (state: SaveState) => void
  /** The pause after which changes are sent. */
  delayMs: number
}

/**
 * Saves while the customer works: changes are collected, sent one request at a time, and kept when
 * a request fails, so that the next one carries them too.
 */
export function makeDraftSaver<Change extends object>({ send, onState, delayMs }: DraftSaverOptions<Change>) {
  let waiting: Change | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function sendWaiting(): Promise<void> {
    while (running || waiting) {
      if (running) await running
      else await sendOnce(waiting!)
    }
  }

  function sendOnce(change: Change): Promise<void> {
    waiting = null
    onState('saving')
    running = send(change).then(
      () => {
        running = null
        onState(waiting ? 'waiting' : 'saved')
      },
      (cause: unknown) => {
        running = null
        waiting = { ...change, ...waiting }
        onState('failed')
        throw cause
      },
    )
    return running
  }

  return {
    /** Adds a change, which is sent after a pause. */
    queue(change: Change): void {
      waiting = { ...waiting, ...change }
      onState('waiting')
      clearTimeout(timer)
      // The state shows a failure; callers who need it use flush.
      timer = setTimeout(() => void sendWaiting().catch(() => undefined), delayMs)
    },
    /** Sends waiting changes now. @throws the error of `send` */
    async flush(): Promise<void> {
      clearTimeout(timer)
      await sendWaiting()
    },
    /** Discards waiting changes. */
    discard(): void {
      clearTimeout(timer)
      waiting = null
      onState('idle')
    },
  }
}

export type DraftChange = NonNullable<CallOptions<'patchCardItem'>['body']>

const SAVE_AFTER_MS = 700

const useSaveStore = create<{ state: SaveState; savedAt: number }>(() => ({ state: 'idle', savedAt: 0 }))

let queryClient: QueryClient | undefined
/** One key per draft, so that a retry creates no second one. */
let createKey = freshKey()

const saver = makeDraftSaver<DraftChange>({
  delayMs: SAVE_AFTER_MS,
  onState: (state) => useSaveStore.setState(state === 'saved' ? { state, savedAt: Date.now() } : { state }),
  send: async (change) => {
    const { cardItemId } = useSetupStore.getState()
    const item =
      cardItemId === null
        ? await createDraft(change)
        : await call(api.patchCardItem, { params: { id: cardItemId }, body: savable(change, cardItemId) })
    // Another reward type may use another reward with other limits.
    changeSetup({ rewardId: item.reward.id })
    if (change.rewardType || change.rewardId) {
      changeSetup({ denominationCents: unsavedOf().denominationCents ?? item.denominationCents })
      // Amounts must be checked against the new reward's limits.
      queryClient?.removeQueries({ queryKey: ['recipients', item.id] })
    }
    cacheItem(item)
  },
})

/** Replaces invalid lines with the saved ones, so that the rest of the design can be saved. */
function savable(change: DraftChange, cardItemId: number | null): DraftChange {
  if (change.design === undefined) return change
  const known = cardItemId === null ? undefined : cardItemQueries.one(cardItemId).queryKey
  const saved = known && queryClient?.getQueryData(known)?.design
  const { line1, line2 } = unsavedOf()
  return {
    ...change,
    design: {
      ...change.design,
      ...(line1 !== undefined && { line1: saved?.line1 ?? '' }),
      ...(line2 !== undefined && { line2: saved?.line2 ?? '' }),
    },
  }
}

async function createDraft(change: DraftChange): Promise<CardItem> {
  const { rewardType, rewardId, templateId, design, quantity, denominationCents } = useSetupStore.getState()
  if (rewardType === null || templateId === null)
    throw new Error('A draft needs a reward type and a template')
  const unsaved = unsavedOf()
  const body = {
    rewardType,
    ...(rewardId !== null && { rewardId }),
    rewardCardTemplateId: templateId,
    quantity: unsaved.quantity === undefined ? quantity : null,
    denominationCents: unsaved.denominationCents === undefined ? denominationCents : null,
    ...change,
    design: savable({ design, ...change }, null).design ?? design,
  }
  const item = await call(api.createCardItem, { body, idempotencyKey: createKey }).catch((cause: unknown) => {
    // An earlier attempt with other values may have succeeded; its draft stays under My rewards.
    if (!(cause instanceof ApiProblem) || cause.code !== 'idempotency_key_reused') throw cause
    createKey = freshKey()
    return call(api.createCardItem, { body, idempotencyKey: createKey })
  })
  createKey = freshKey()
  adoptDraft(item.id)
  return item
}

function cacheItem(item: CardItem): void {
  if (!queryClient) return
  queryClient.setQueryData(cardItemQueries.one(item.id).queryKey, item)
  // Lists of drafts and the cart also show this card.
  void refreshOrders(queryClient)
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, id] }) => name === 'card-items' && id !== item.id,
  })
}

/** Connects the saver to the query cache, and retries when the connection is back. */
export function connectDraft(client: QueryClient): void {
  queryClient = client
  window.addEventListener('online', retryFailed)
}

function retryFailed(): void {
  // The state shows a repeated failure.
  if (useSaveStore.getState().state === 'failed') flushChanges().catch(() => undefined)
}

/** Saves a change of the card after a pause. */
export function saveDraft(change: DraftChange): void {
  saver.queue(change)
}

/** Saves now, and creates the draft if there is none. @throws {ApiProblem} */
export async function flushDraft(): Promise<void> {
  if (useSetupStore.getState().cardItemId === null) saver.queue({})
  await saver.flush()
}

/** Saves changes now; an unchanged card creates no draft. @throws {ApiProblem} */
export function flushChanges(): Promise<void> {
  return saver.flush()
}

/** Call when another card becomes current, so that it doesn't get the last one's unsaved changes. */
export function beginSaving(): void {
  saver.discard()
  createKey = freshKey()
}

export function useSaving(): { state: SaveState; savedAt: number } {
  return useSaveStore()
}

// Save waiting changes once the connection is back.
globalThis.addEventListener?.('online', () => void saver.flush().catch(() => undefined))

subscribeToSession((state) => {
  if (state === 'signed-out') beginSaving()
})

/** Begins a new card. The current draft stays on the server, under "My rewards". */
export function beginCard(rewardType: RewardType): void {
  beginSaving()
  startCard(rewardType)
}

/** Clears the current card once it is in the cart. */
export function endCard(): void {
  beginSaving()
  forgetCard()
}
