import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import { refreshYearEnd } from '../../../app/company.queries.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'

/** Joins people, by their IDs, to this person. */
export function useJoin(id: number, onJoined?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (personId: number) => call(api.joinYearEndPeople, { params: { id }, body: { personId } }),
    onSuccess: ({ name }) => {
      showToast({ title: `Joined with ${name || 'this person'}` })
      onJoined?.()
    },
    onSettled: () => refreshYearEnd(queryClient),
    onError: (problem) => {
      showFailure('We couldn’t join them', problem)
    },
  })
}
