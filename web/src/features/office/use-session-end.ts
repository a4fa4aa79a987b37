import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { ME_KEY } from './office.queries.ts'

/** Sees any call find out that the session is over; the door then stands where one was. */
export function useSessionEnd(): boolean {
  const queryClient = useQueryClient()
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    const look = (error: unknown) => {
      if (!(error instanceof ApiProblem) || error.code !== 'sign_in_required') return
      if (!queryClient.getQueryData(ME_KEY)) return
      setEnded(true)
      queryClient.setQueryData(ME_KEY, null)
    }
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        const isOurs = event.query.queryKey[0] === 'office'
        if (isOurs && event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient])
  return hasEnded
}
