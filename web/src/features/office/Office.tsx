import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useSite } from '../../app/site.ts'
import { Spinner } from '../../parts/Spinner.tsx'
import { DoorFrame } from './door/DoorFrame.tsx'
import { OfficeDoor } from './door/OfficeDoor.tsx'
import { PasswordForm } from './door/PasswordForm.tsx'
import { officeQueries } from './office.queries.ts'
import { ReadProblem } from './ReadProblem.tsx'
import { OfficeShell } from './shell/OfficeShell.tsx'
import { liveByClockOf } from './times.ts'
import { useSessionEnd } from './use-session-end.ts'

/** The door stands in the place of every screen until one is in: the address stays the wanted one. */
export function Office() {
  const { data: me, error, isFetching, refetch } = useQuery(officeQueries.me())
  const hasEnded = useSessionEnd()
  liveByClockOf(useSite().timeZone)

  if (me === null) return <OfficeDoor hasEnded={hasEnded} />
  if (me?.mustChangePassword) {
    return (
      <DoorFrame title="Choose a password of your own">
        <p className="mb-5 text-muted">The one you came with was given to you. From now on yours counts.</p>
        <PasswordForm />
      </DoorFrame>
    )
  }
  if (me) {
    return (
      <OfficeShell>
        <Outlet />
      </OfficeShell>
    )
  }
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-[30rem] px-(--gutter) py-24 outline-none">
      <h1 className="sr-only">Office</h1>
      {error ? <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} /> : <Spinner />}
    </main>
  )
}
