import { TOAST_REMOVE_DELAY_MS, TOAST_SHOW_DELAY_MS } from '@laurel/domain/timings'
import { create } from 'zustand'
import { fieldErrors, formError } from './api-problem.ts'
import { pageTexts } from './texts.ts'

const TOAST_DURATION_MS = 6_000
const TOASTS_AT_MOST = 3

export type ToastTone = 'good' | 'bad' | 'plain'
export type Toast = {
  id: number
  tone: ToastTone
  title: string
  text?: string | undefined
  onUndo?: (() => void) | undefined
  isShown: boolean
  durationMs: number
}
export type NewToast = {
  title: string
  text?: string
  tone?: ToastTone
  onUndo?: () => void
  durationMs?: number
}

export const useToastStore = create<{ toasts: Toast[] }>(() => ({ toasts: [] }))

let lastId = 0
const hideTimers = new Map<number, ReturnType<typeof setTimeout>>()

/**
 * Shows a toast after 1 ms, hides it after its duration, and removes it 700 ms later.
 * At most three are visible; a fourth hides the oldest.
 *
 * @returns the toast's id, for `closeToast`
 * @see docs/spec.md §4, "Toast"
 */
export function showToast({ tone = 'good', durationMs = TOAST_DURATION_MS, ...rest }: NewToast): number {
  const id = ++lastId
  for (const extra of standing().slice(0, -(TOASTS_AT_MOST - 1))) closeToast(extra.id)
  const toast: Toast = { ...rest, id, tone, durationMs, isShown: false }
  useToastStore.setState(({ toasts }) => ({ toasts: [...toasts, toast] }))
  setTimeout(() => setShown(id, true), TOAST_SHOW_DELAY_MS)
  startHiding(toast)
  return id
}

/** Reports a failure that has no place of its own on the screen. */
export function showFailure(title: string, cause: unknown): void {
  const i18n = pageTexts()

  console.error(title, cause)
  const [atField] = Object.values(fieldErrors(cause))
  showToast({ tone: 'bad', title, text: formError(cause) ?? atField ?? i18n.t('Try again in a moment.') })
}

export function closeToast(id: number): void {
  stopHiding(id)
  setShown(id, false)
  setTimeout(() => {
    useToastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
  }, TOAST_REMOVE_DELAY_MS)
}

/** Keeps a toast visible while the pointer or the focus is on it. */
export function holdToast(id: number): void {
  stopHiding(id)
}

/** Hides a held toast after its duration. */
export function releaseToast(id: number): void {
  const toast = useToastStore.getState().toasts.find((one) => one.id === id)
  if (toast?.isShown) startHiding(toast)
}

function startHiding({ id, durationMs }: Toast): void {
  stopHiding(id)
  hideTimers.set(
    id,
    setTimeout(() => closeToast(id), TOAST_SHOW_DELAY_MS + durationMs),
  )
}

function stopHiding(id: number): void {
  clearTimeout(hideTimers.get(id))
  hideTimers.delete(id)
}

/** Toasts that are not being hidden. */
function standing(): Toast[] {
  return useToastStore.getState().toasts.filter(({ id }) => hideTimers.has(id))
}

function setShown(id: number, isShown: boolean): void {
  useToastStore.setState(({ toasts }) => ({
    toasts: toasts.map((toast) => (toast.id === id ? { ...toast, isShown } : toast)),
  }))
}
