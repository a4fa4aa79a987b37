import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { useSite } from '../../app/site.ts'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { loadScreens } from './load-screens.ts'
import { FirstPassword, OfficeSignIn } from './OfficeSignIn.tsx'
import { ME_KEY, officeQueries } from './office.queries.ts'
import { liveByClockOf } from './times.ts'

const OfficeShell = lazy(() => loadScreens().then((screens) => ({ default: screens.OfficeShell })))

/** Shows sign-in in place of any screen until staff are signed in. The URL stays the same. */
export function Office() {
  const read = useQuery(officeQueries.me())
  const me = read.data
  const hasEnded = useSessionEnd()
  liveByClockOf(useSite().timeZone)

  if (me === null) return <OfficeSignIn hasEnded={hasEnded} />
  if (me?.mustChangePassword) return <FirstPassword />
  if (me) {
    return (
      <Suspense fallback={<Waiting />}>
        <OfficeShell>
          <Outlet />
        </OfficeShell>
      </Suspense>
    )
  }
  return <Waiting>{read.error && <ReadProblem read={read} />}</Waiting>
}

function Waiting({ children }: { children?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-[30rem] px-(--gutter) py-24 outline-none">
      <h1 className="sr-only">Office</h1>
      {children || <Spinner />}
    </main>
  )
}

/** Returns to sign-in as soon as any call finds that the session has ended. */
function useSessionEnd(): boolean {
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
