import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Address, addressQueries } from '../../app/address.queries.ts'
import { fieldErrors, formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { showToast } from '../../app/toast-store.ts'

/** What can be done with an address without a form. Removing can be undone: the address is added again. */
export function useAddressBook() {
  const queryClient = useQueryClient()
  const { queryKey } = addressQueries.list()
  const shared = {
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
    onError: (problem: Error) =>
      showToast({
        tone: 'bad',
        title: 'Your address book is as it was',
        text: formError(problem) ?? Object.values(fieldErrors(problem))[0] ?? '',
      }),
  }

  const restoring = useMutation({
    mutationFn: ({ id: _, ...body }: Address) => call(api.createAddress, { body }),
    ...shared,
  })
  const removing = useMutation({
    mutationFn: ({ id }: Address) => call(api.deleteAddress, { params: { id } }),
    ...shared,
    onSuccess: (_, address) => {
      queryClient.setQueryData(queryKey, (all) => all?.filter(({ id }) => id !== address.id))
      showToast({
        tone: 'plain',
        title: 'Address removed',
        text: address.label || address.address1,
        onUndo: () => restoring.mutate(address),
      })
    },
  })
  const preferring = useMutation({
    mutationFn: ({ id, ...body }: Address) =>
      call(api.putAddress, { params: { id }, body: { ...body, isDefault: true } }),
    ...shared,
  })

  const busy = [removing, preferring].find((one) => one.isPending)
  return {
    busyId: busy?.variables?.id,
    remove: (address: Address) => removing.mutate(address),
    makeDefault: (address: Address) => preferring.mutate(address),
  }
}
