import { api } from '@laurel/contract/routes'
import { DRAFT_RENEWAL_SECONDS } from '@laurel/domain/draft-editing'
import { useEffect } from 'react'
import { create } from 'zustand'
import { ApiProblem } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { subscribeToSession } from '../../app/session.ts'

/** Why changes of a card can't be saved. */
type Lost = { why: string; isTakenOver: boolean }

/** By card item. */
const useLostStore = create<Readonly<Record<number, Lost>>>(() => ({}))

const NO_LONGER_ALLOWED = /*i18n*/ 'Your role can’t place orders anymore, so your changes can’t be saved.'

/** Remembers that a colleague has the card now, or that the customer's role can no longer change it. */
export function noteLost(id: number, cause: unknown): void {
  if (!(cause instanceof ApiProblem)) return
  if (cause.code === 'draft_taken_over') {
    useLostStore.setState({ [id]: { why: cause.message, isTakenOver: true } })
  }
  if (cause.code === 'not_allowed') {
    useLostStore.setState({ [id]: { why: NO_LONGER_ALLOWED, isTakenOver: false } })
  }
}

export function noteRegained(id: number): void {
  if (useLostStore.getState()[id] === undefined) return
  useLostStore.setState(({ [id]: _, ...others }) => others, true)
}

/** Why changes of a card can't be saved; undefined while they can. */
export function useLost(id: number | null): Lost | undefined {
  return useLostStore((lost) => (id === null ? undefined : lost[id]))
}

/** The next step of the same card opens within this time. */
const STEP_MS = 1_000

let editing: { id: number; timer: ReturnType<typeof setInterval> } | undefined
let leaving: ReturnType<typeof setTimeout> | undefined

/** Tells this person's other tabs that one of them left a card. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('laurel-drafts')
tabs?.addEventListener('message', ({ data }) => {
  if (data === editing?.id) setTimeout(renew, STEP_MS)
})

function renew(): void {
  const id = editing?.id
  if (id === undefined) return
  // A lost connection changes nothing: a colleague may take the card over in the meantime.
  call(api.editDraft, { params: { id }, body: { isOpen: true } }).then(
    () => noteRegained(id),
    (cause) => noteLost(id, cause),
  )
}

function begin(id: number): void {
  clearTimeout(leaving)
  if (editing?.id === id) return
  leave()
  editing = { id, timer: setInterval(renew, DRAFT_RENEWAL_SECONDS * 1_000) }
  renew()
}

function leave(): void {
  if (editing === undefined) return
  const { id, timer } = editing
  clearInterval(timer)
  editing = undefined
  call(api.leaveDraft, { params: { id }, keepalive: true }).catch(() => undefined)
  tabs?.postMessage(id)
}

/** Says that the customer is editing a shared card, as long as one of its steps is open. */
export function useEditing(id: number | null, isShared: boolean): void {
  useEffect(() => {
    if (id === null || !isShared) return
    begin(id)
    const onVisible = () => document.visibilityState === 'visible' && renew()
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && begin(id)
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('pagehide', leave)
    addEventListener('pageshow', onShow)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', onShow)
      leaving = setTimeout(leave, STEP_MS)
    }
  }, [id, isShared])
}

subscribeToSession((state) => {
  if (state !== 'signed-out') return
  clearInterval(editing?.timer)
  editing = undefined
  useLostStore.setState({}, true)
})
