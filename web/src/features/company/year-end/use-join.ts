import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import { refreshYearEnd } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'

/** Joins people, by their IDs, to this person. */
export function useJoin(id: number, onJoined?: () => void) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (personId: number) => call(api.joinYearEndPeople, { params: { id }, body: { personId } }),
    onSuccess: ({ name }) => {
      showToast({ title: i18n.t('Joined with {name}', { name: name || i18n.t('this person') }) })
      onJoined?.()
    },
    onSettled: () => refreshYearEnd(queryClient),
    onError: (problem) => {
      showFailure(i18n.t('We couldn’t join them'), problem)
    },
  })
}
