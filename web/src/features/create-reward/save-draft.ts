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
import { type CardItem, cardItemQueries } from './create-reward.queries.ts'

export type SaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed'

type DraftSaverOptions<Change extends object> = {
  /** Carries changes to the server. Called again with the same and newer ones after a failure. */
  send: (change: Change) => Promise<void>
  onState: (state: SaveState) => void
  /** How long the customer must pause before a change travels. */
  delayMs: number
}

/**
 * Saves while the customer works: changes are gathered, sent one request at a time, and kept when
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
    /** Notes a change; it travels after a pause. */
    queue(change: Change): void {
      waiting = { ...waiting, ...change }
      onState('waiting')
      clearTimeout(timer)
      // A failure is told by the state; whoever must know calls flush.
      timer = setTimeout(() => void sendWaiting().catch(() => undefined), delayMs)
    },
    /** Sends what is waiting now. @throws what `send` threw */
    async flush(): Promise<void> {
      clearTimeout(timer)
      await sendWaiting()
    },
    /** Lets go of what is waiting. */
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
/** One key for one draft: a create that is tried again makes no second one. */
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
    // Another kind of card may be another reward, with other limits.
    changeSetup({ rewardId: item.reward.id })
    if (change.rewardType || change.rewardId) {
      changeSetup({ denominationCents: unsavedOf().denominationCents ?? item.denominationCents })
      // Everybody's amount is judged by the new reward's limits.
      queryClient?.removeQueries({ queryKey: ['recipients', item.id] })
    }
    keepItem(item)
  },
})

/** Lines that can't be saved stay with the server as it knows them, so that the rest of the design is kept. */
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
    // An attempt whose answer was lost had other values; its draft stays under My rewards.
    if (!(cause instanceof ApiProblem) || cause.code !== 'idempotency_key_reused') throw cause
    createKey = freshKey()
    return call(api.createCardItem, { body, idempotencyKey: createKey })
  })
  createKey = freshKey()
  adoptDraft(item.id)
  return item
}

function keepItem(item: CardItem): void {
  if (!queryClient) return
  queryClient.setQueryData(cardItemQueries.one(item.id).queryKey, item)
  // Lists of drafts and of the cart show the same card.
  void refreshOrders(queryClient)
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, id] }) => name === 'card-items' && id !== item.id,
  })
}

/** Tells the saver which cache shows what it saves, and lets it try again once the connection is back. */
export function connectDraft(client: QueryClient): void {
  queryClient = client
  window.addEventListener('online', retryFailed)
}

function retryFailed(): void {
  // Still failing, its state says so.
  if (useSaveStore.getState().state === 'failed') flushChanges().catch(() => undefined)
}

/** Notes a change of the card; it is saved after a pause. */
export function saveDraft(change: DraftChange): void {
  saver.queue(change)
}

/** Saves now, and makes the draft when there is none yet. @throws {ApiProblem} */
export async function flushDraft(): Promise<void> {
  if (useSetupStore.getState().cardItemId === null) saver.queue({})
  await saver.flush()
}

/** Saves what was changed and nothing else: a card nobody touched makes no draft. @throws {ApiProblem} */
export function flushChanges(): Promise<void> {
  return saver.flush()
}

/** Another card begins: what was not saved of the last one is its own. */
export function beginSaving(): void {
  saver.discard()
  createKey = freshKey()
}

export function useSaving(): { state: SaveState; savedAt: number } {
  return useSaveStore()
}

// Back on the network, what was waiting is saved at once.
globalThis.addEventListener?.('online', () => void saver.flush().catch(() => undefined))

subscribeToSession((state) => {
  if (state === 'signed-out') beginSaving()
})

/** Begins a new card of this type. A draft at hand stays on the server, under "My rewards". */
export function beginCard(rewardType: RewardType): void {
  beginSaving()
  startCard(rewardType)
}

/** The card has gone to the cart: nothing of it stays at hand. */
export function endCard(): void {
  beginSaving()
  forgetCard()
}
