import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { freshKey } from '../../app/fresh-key.ts'
import { showToast } from '../../app/toast-store.ts'
import { refreshOffice } from './office.queries.ts'

type Decision<Answer> = {
  /** One key for one intent: pressing twice decides once. */
  decide: (idempotencyKey: string) => Promise<Answer>
  /** Said once it is done. */
  done: string | ((answer: Answer) => string)
  onClose: () => void
  /** The order, or its money, is not what it was when one looked; the refusal says who was first. */
  onChanged?: ((cause: unknown) => void) | undefined
}

/** Carries out what one decided, and shows what became of it: also when somebody else was first. */
export function useDecision<Answer>({ decide, done, onClose, onChanged }: Decision<Answer>) {
  const queryClient = useQueryClient()
  const [key] = useState(freshKey)
  return useMutation({
    mutationFn: () => decide(key),
    onSuccess: async (answer) => {
      await refreshOffice(queryClient)
      showToast({ title: typeof done === 'string' ? done : done(answer) })
      onClose()
      keepPlace()
    },
    onError: (cause) => {
      if (!isChangedMeanwhile(cause) || !onChanged) return
      void refreshOffice(queryClient)
      onClose()
      onChanged(cause)
      keepPlace()
    },
  })
}

const CODES = new Set([
  'order_changed_meanwhile',
  'order_move_not_allowed',
  'order_is_held',
  'refund_changed_meanwhile',
  'doubt_changed_meanwhile',
  'batch_changed_meanwhile',
  'batch_printed_already',
  'delivery_changed_meanwhile',
  'delivery_move_not_allowed',
])

/** Did somebody else move it between looking and deciding? */
export function isChangedMeanwhile(problem: unknown): boolean {
  return problem instanceof ApiProblem && CODES.has(problem.code)
}

/**
 * What one pressed may be gone with what was decided: the keyboard then goes on from the screen's
 * beginning, not from the browser's. Runs after a dialog has given the focus back.
 */
export function keepPlace(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost) document.getElementById('main')?.focus({ preventScroll: true })
    }),
  )
}
