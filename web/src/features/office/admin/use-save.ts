import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { freshKey } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { refreshOffice } from '../office.queries.ts'

type Save<Answer> = {
  /** One key for one intent: pressing twice saves once. */
  save: (idempotencyKey: string) => Promise<Answer>
  /** Said once it is done; nothing where the screen shows it. */
  done?: string
  onDone?: (answer: Answer) => void
}

/**
 * Saves what was typed and shows every list anew, also when somebody else was faster: what was typed
 * stays, and beside it stands that it is no longer what it was.
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
      // Another content is another intent.
      setKey(freshKey())
      if (isChangedMeanwhile(cause)) void refreshOffice(queryClient)
    },
  })
}

export function isChangedMeanwhile(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.code === 'changed_meanwhile'
}
