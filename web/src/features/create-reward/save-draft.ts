import { api } from '@laurel/contract/routes'
import type { CardDesign } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { type CallOptions, call, freshKey } from '../../app/call.ts'
import { refreshOrders } from '../../app/orders.queries.ts'
import { subscribeToSession } from '../../app/session.ts'
import {
  adoptCard,
  adoptDraft,
  changeSetup,
  forgetCard,
  forgetUnsaved,
  type ProductSetup,
  startCard,
  unsavedOf,
  useSetupStore,
} from '../../app/setup-store.ts'
import { pageTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { NEW_CARD, type Unsaved } from '../../app/unsaved.ts'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { cardItemQueries, writesOf } from './create-reward.queries.ts'

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
  let sent: Change | null = null
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
    sent = change
    onState('saving')
    running = send(change).then(
      () => {
        running = sent = null
        onState(waiting ? 'waiting' : 'saved')
      },
      (cause: unknown) => {
        running = sent = null
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
    /** Changes that wait to be sent. */
    waiting: () => waiting,
    /** Changes without an answer: those being sent, and those that wait. */
    pending: (): Change | null => (sent || waiting) && ({ ...sent, ...waiting } as Change),
    /** Discards waiting changes. */
    discard(): void {
      clearTimeout(timer)
      waiting = null
    },
  }
}

export type DraftChange = NonNullable<CallOptions<'patchCardItem'>['body']>

const SAVE_AFTER_MS = 700

type Saving = { state: SaveState; savedAt: number }
const UNTOUCHED: Saving = { state: 'idle', savedAt: 0 }

/** By card item; a card that has no draft yet is `new`. */
const useSaveStore = create<Readonly<Record<string, Saving>>>(() => ({}))

let queryClient: QueryClient | undefined

/** Each card has its own, which keeps saving after another card became current. */
type CardSaver = ReturnType<typeof makeCardSaver>
const savers = new Set<CardSaver>()

function makeCardSaver(cardItemId: number | null) {
  const card = {
    id: cardItemId,
    /** One key per draft, so that a retry creates no second one. */
    createKey: freshKey(),
    /** The choices when the customer left a card that had no draft yet. */
    left: null as ProductSetup | null,
    /** What the server had in each field before it was changed here. */
    before: {} as Partial<CardItem>,
  }
  const saver = makeDraftSaver<DraftChange>({
    delayMs: SAVE_AFTER_MS,
    onState: (state) => {
      if (card.id === null && card.left) return
      const key = String(card.id ?? NEW_CARD)
      const { savedAt } = useSaveStore.getState()[key] ?? UNTOUCHED
      useSaveStore.setState({ [key]: { state, savedAt: state === 'saved' ? Date.now() : savedAt } })
    },
    send: async (change) => {
      if (card.id === null) takeAnswer(await createDraft(card, change), change, saver.waiting())
      else await patchDraft(card.id, change, saver.waiting)
    },
  })
  return { card, ...saver }
}

function saverOf(cardItemId: number | null): CardSaver | undefined {
  return [...savers].find(({ card: { id, left } }) => id === cardItemId && (id !== null || left === null))
}

function currentSaver(): CardSaver {
  const { cardItemId } = useSetupStore.getState()
  const saver = saverOf(cardItemId) ?? makeCardSaver(cardItemId)
  savers.add(saver)
  return saver
}

async function createDraft(card: CardSaver['card'], change: DraftChange): Promise<CardItem> {
  const setup = card.left ?? useSetupStore.getState()
  const { rewardType, rewardId, templateId, design, quantity, denominationCents } = setup
  if (rewardType === null || templateId === null)
    throw new Error('A draft needs a reward type and a template')
  const unsaved = setup.unsaved[NEW_CARD] ?? {}
  const body = {
    rewardType,
    ...(rewardId !== null && { rewardId }),
    rewardCardTemplateId: templateId,
    quantity: unsaved.quantity === undefined ? quantity : null,
    denominationCents: unsaved.denominationCents === undefined ? denominationCents : null,
    ...change,
    design: savable(change.design ?? design, unsaved),
  }
  const item = await call(api.createCardItem, { body, idempotencyKey: card.createKey }).catch(
    (cause: unknown) => {
      // An earlier attempt with other values may have succeeded; its draft stays under My rewards.
      if (!(cause instanceof ApiProblem) || cause.code !== 'idempotency_key_reused') throw cause
      card.createKey = freshKey()
      return call(api.createCardItem, { body, idempotencyKey: card.createKey })
    },
  )
  card.id = item.id
  if (card.left === null) adoptDraft(item.id)
  return item
}

/** Reads of the card wait for the answer, so that none puts an older state in its place. */
async function patchDraft(id: number, change: DraftChange, later: () => DraftChange | null): Promise<void> {
  if (!queryClient) throw new Error('A draft is saved from its screens')
  const query = cardItemQueries.one(id)
  const saved = queryClient.getQueryData(query.queryKey)?.design
  const body = change.design ? { ...change, design: savable(change.design, unsavedOf(id), saved) } : change
  await writesOf(queryClient, id).write(async () => {
    takeAnswer(await call(api.patchCardItem, { params: { id }, body }), change, later())
  })
}

/** Replaces invalid lines with the saved ones, so that the rest of the design can be saved. */
function savable(design: CardDesign, { line1, line2 }: Unsaved, saved?: CardDesign): CardDesign {
  return {
    ...design,
    ...(line1 !== undefined && { line1: saved?.line1 ?? '' }),
    ...(line2 !== undefined && { line2: saved?.line2 ?? '' }),
  }
}

/** Takes what the server has decided, unless the customer has changed it again. */
function takeAnswer(item: CardItem, change: DraftChange, later: DraftChange | null): void {
  if (saverOf(item.id) === undefined) return
  const isReward = change.rewardType !== undefined || change.rewardId !== undefined
  if (useSetupStore.getState().cardItemId === item.id && !later?.rewardType && !later?.rewardId) {
    // Another reward type may use another reward with other limits.
    changeSetup({ rewardId: item.reward.id })
    if (isReward && later?.denominationCents === undefined) {
      changeSetup({ denominationCents: unsavedOf().denominationCents ?? item.denominationCents })
    }
  }
  // Amounts must be checked against the new reward's limits.
  if (isReward) queryClient?.removeQueries({ queryKey: ['recipients', item.id] })
  cacheItem(item)
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

/** Connects the savers to the query cache. */
export function connectDraft(client: QueryClient): void {
  queryClient = client
}

/** Saves a change of the card after a pause. */
export function saveDraft(change: DraftChange): void {
  const saver = currentSaver()
  const { id, before } = saver.card
  const known = id === null ? undefined : queryClient?.getQueryData(cardItemQueries.one(id).queryKey)
  const pending = saver.pending() ?? {}
  for (const field of SHARED_FIELDS) {
    if (field in change && !(field in pending)) Object.assign(before, { [field]: known?.[field] })
  }
  saver.queue(change)
}

/** Saves now, and creates the draft if there is none. @throws {ApiProblem} */
export async function flushDraft(): Promise<void> {
  const saver = currentSaver()
  if (saver.card.id === null && !saver.pending()) saver.queue({})
  await saver.flush()
}

/** Saves changes now; an unchanged card creates no draft. @throws {ApiProblem} */
export async function flushChanges(): Promise<void> {
  await currentSaver().flush()
}

/** Saves a draft's changes now, whether it's the current one or not. @throws {ApiProblem} */
export async function flushCard(cardItemId: number): Promise<void> {
  await saverOf(cardItemId)?.flush()
}

/** A draft's changes that the server has not answered. */
export function pendingOf(cardItemId: number): DraftChange {
  return saverOf(cardItemId)?.pending() ?? {}
}

type Field = keyof DraftChange & keyof CardItem

/**
 * @param known the card as this page last read it
 * @param item the card as it is now
 * @returns the fields that were changed here, and differently on the server since
 */
export function changedByOthers(known: CardItem | undefined, item: CardItem): Field[] {
  const before = { ...known, ...saverOf(item.id)?.card.before }
  const { line1, line2, ...texts } = unsavedOf(item.id)
  const here: object = {
    ...pendingOf(item.id),
    ...texts,
    ...((line1 ?? line2) !== undefined && { design: { line1, line2 } }),
  }
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return SHARED_FIELDS.filter(
    (field) =>
      field in here &&
      !isSame(before[field], item[field]) &&
      !isSame(item[field], (here as Partial<CardItem>)[field]),
  )
}

const SHARED_FIELDS = [
  ...(['design', 'message', 'senderName'] as const),
  ...(['quantity', 'denominationCents', 'rewardCardTemplateId'] as const),
] satisfies Field[]

/** Discards what was changed in some fields of a draft, and keeps other changes. */
export function dropChanges(id: number, fields: readonly Field[]): void {
  const saver = saverOf(id)
  const kept = Object.entries(pendingOf(id)).filter(([field]) => !fields.some((one) => one === field))
  saver?.discard()
  if (kept.length > 0) saver?.queue(Object.fromEntries(kept))
  forgetUnsaved(
    id,
    fields.flatMap((field) => (field === 'design' ? ['line1', 'line2'] : [field])),
  )
}

/** Gives a card's unanswered changes to a copy of it, which becomes the current card. @throws {ApiProblem} */
export async function copyChanges(fromId: number, copy: CardItem): Promise<void> {
  const changes = pendingOf(fromId)
  const saver = saverOf(fromId)
  saver?.discard()
  if (saver) savers.delete(saver)
  adoptCard(copy, changes)
  cacheItem(copy)
  if (Object.keys(changes).length === 0) return
  saveDraft(changes)
  await flushChanges()
}

/** Call before another card becomes current. Changes of the last one are saved in the background. */
export function leaveCard(): void {
  const saver = currentSaver()
  if (saver.card.id === null) {
    saver.card.left = useSetupStore.getState()
    useSaveStore.setState({ [NEW_CARD]: UNTOUCHED })
  }
  if (saver.pending()) saver.flush().catch(tellUnsaved)
  else savers.delete(saver)
}

/**
 * Reads the current card again, which another tab may have changed, unless changes of this tab are pending.
 *
 * @returns the card if it changed
 */
export async function catchUp(): Promise<CardItem | undefined> {
  const { cardItemId } = useSetupStore.getState()
  if (cardItemId === null || !queryClient || saverOf(cardItemId)?.pending()) return undefined
  const query = cardItemQueries.one(cardItemId)
  const known = queryClient.getQueryData(query.queryKey)
  const item = await queryClient.fetchQuery({ ...query, staleTime: 0 })
  const isCurrent = useSetupStore.getState().cardItemId === cardItemId
  if (item === known || !isCurrent || saverOf(cardItemId)?.pending()) return undefined
  adoptCard(item)
  void queryClient.invalidateQueries({ queryKey: ['recipients', cardItemId] })
  return item
}

export function tellUnsaved(cause: unknown): void {
  const i18n = pageTexts()

  console.error('Failed to save the draft', cause)
  showToast({
    tone: 'bad',
    title: i18n.t('Your card isn’t saved yet'),
    text: formError(cause) ?? i18n.t('Check your connection, then open the card again.'),
  })
}

export function useSaving(): Saving {
  const cardItemId = useSetupStore((setup) => setup.cardItemId)
  return useSaveStore((byCard) => byCard[String(cardItemId ?? NEW_CARD)]) ?? UNTOUCHED
}

// Save waiting changes once the connection is back. The state shows a repeated failure.
globalThis.addEventListener?.('online', () => {
  for (const saver of savers) saver.flush().catch(() => undefined)
})

subscribeToSession((state) => {
  if (state !== 'signed-out') return
  for (const saver of savers) saver.discard()
  savers.clear()
  useSaveStore.setState({}, true)
})

/** Begins a new card. The current draft stays on the server, under "My rewards". */
export function beginCard(rewardType: RewardType): void {
  leaveCard()
  startCard(rewardType)
}

/** Clears the current card once it is in the cart. */
export function endCard(): void {
  leaveCard()
  forgetCard()
}
