import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { freshKey } from '../../../app/fresh-key.ts'
import { showToast } from '../../../app/toast-store.ts'
import { keepPlace } from '../keep-place.ts'
import { refreshOffice } from '../office.queries.ts'
import { isChangedMeanwhile } from './changed-meanwhile.ts'

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
