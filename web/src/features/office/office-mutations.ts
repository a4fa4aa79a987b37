import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { freshKey } from '../../app/call.ts'
import { showToast } from '../../app/toast-store.ts'
import { refreshOffice } from './office.queries.ts'

type Decision<Answer> = {
  /** The same key for every click, so a double click decides once. */
  decide: (idempotencyKey: string) => Promise<Answer>
  /** The toast after success. */
  done: string | ((answer: Answer) => string)
  onClose: () => void
  /** Someone else changed the order or its money first; the refusal says who. */
  onChanged?: ((cause: unknown) => void) | undefined
}

/** Sends a decision and reports the result, including when someone else decided first. */
export function useDecision<Answer>({ decide, done, onClose, onChanged }: Decision<Answer>) {
  const queryClient = useQueryClient()
  const [key] = useState(freshKey)
  return useMutation({
    mutationFn: () => decide(key),
    onSuccess: async (answer) => {
      await refreshOffice(queryClient)
      showToast({ title: typeof done === 'string' ? done : done(answer) })
      onClose()
      restoreFocus()
    },
    onError: (cause) => {
      if (!isOvertaken(cause) || !onChanged) return
      void refreshOffice(queryClient)
      onClose()
      onChanged(cause)
      restoreFocus()
    },
  })
}

const CODES = new Set([
  'order_changed',
  'order_move_not_allowed',
  'order_is_held',
  'refund_changed',
  'discrepancy_changed',
  'batch_changed',
  'batch_printed_already',
  'delivery_changed',
  'delivery_move_not_allowed',
])

/** Did someone else change it after this person loaded it? */
export function isOvertaken(problem: unknown): boolean {
  return problem instanceof ApiProblem && CODES.has(problem.code)
}

/**
 * Moves the focus to the start of the screen when the clicked button disappeared with the decision.
 * Runs after the dialog has returned the focus.
 */
export function restoreFocus(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost) document.getElementById('main')?.focus({ preventScroll: true })
    }),
  )
}

type Save<Answer> = {
  /** The same key for every click, so a double click saves once. */
  save: (idempotencyKey: string) => Promise<Answer>
  /** The toast after success, unless the screen shows the result. */
  done?: string
  onDone?: (answer: Answer) => void
}

/**
 * Saves a form and reloads all lists, also if someone else saved first: the form keeps its entries and
 * shows that the data has changed.
 */
export function useSave<Answer>({ save, done, onDone }: Save<Answer>) {
  const queryClient = useQueryClient()
  const [key, setKey] = useState(freshKey)
  return useMutation({
    mutationFn: () => save(key),
    onSuccess: async (answer) => {
      setKey(freshKey())
      if (done) showToast({ title: done })
      onDone?.(answer)
      await refreshOffice(queryClient)
    },
    onError: (cause) => {
      // A new attempt may have different content, so it gets a new key.
      setKey(freshKey())
      if (isOutdated(cause)) void refreshOffice(queryClient)
    },
  })
}

export function isOutdated(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.code === 'changed'
}
