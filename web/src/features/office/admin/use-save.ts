import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { freshKey } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { refreshOffice } from '../office.queries.ts'

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
      if (isChangedMeanwhile(cause)) void refreshOffice(queryClient)
    },
  })
}

export function isChangedMeanwhile(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.code === 'changed'
}
