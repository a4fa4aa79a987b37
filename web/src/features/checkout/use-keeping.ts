import { useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * Keeps choices on the server, one after the other in the order they were made; afterwards the order
 * and its price are read anew.
 */
export function useKeeping<Choice>(keep: (choice: Choice) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'checkout' },
    mutationFn: keep,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}
