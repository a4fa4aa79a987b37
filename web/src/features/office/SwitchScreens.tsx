import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { SiteLogo } from '../../app/shell/SiteLogo.tsx'
import { useSite } from '../../app/site.ts'
import { showFailure } from '../../app/toast-store.ts'
import { Spinner } from '../../parts/Progress.tsx'
import { SignInFrame } from '../../parts/StaffSignIn.tsx'
import { forgetOffice, ME_KEY } from './office.queries.ts'
import type { ArriveSearch, SwitchSearch } from './screen-searches.ts'
import { PLACES } from './shell/places.ts'
import { keepArrival, keepAsked, replacePage, takeAsked, takeTicket } from './site-switch.ts'

const FAILED = 'We couldn’t switch sites'

/**
 * On the site that staff go to. First it makes a secret, which only this tab keeps, and sends the browser back for a
 * ticket. With the ticket it opens the session. If that fails, the office asks for a sign-in.
 */
export function ArriveScreen({ search: { from, path: given } }: { search: ArriveSearch }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  // Only a place of the office can follow, so no link leads elsewhere.
  const path = PLACES.find(({ to }) => to === given)?.to ?? '/office'
  useOnce(async () => {
    if (from !== undefined) {
      try {
        const { verifier, url } = await call(api.startOfficeArrival, { body: { from } })
        keepAsked({ verifier, path })
        replacePage(url)
      } catch (cause) {
        showFailure(FAILED, cause)
        await navigate({ to: path, replace: true })
      }
      return
    }
    const ticket = takeTicket()
    const { verifier, path: kept = '/office' } = takeAsked()
    if (ticket !== '' && verifier !== undefined) {
      const body = { ticket, verifier }
      try {
        const me = await call(api.finishOfficeArrival, { body })
        forgetOffice(queryClient)
        queryClient.setQueryData(ME_KEY, me)
      } catch (cause) {
        if (cause instanceof ApiProblem && cause.code === 'sign_in_required') keepArrival(body)
        else showFailure(FAILED, cause)
      }
    }
    await navigate({ to: kept, replace: true })
  })
  return <Waiting />
}

/** On the site that staff come from, once they are signed in: fetches the ticket. */
export function SwitchScreen({ search: { to, challenge } }: { search: SwitchSearch }) {
  const navigate = useNavigate()
  useOnce(async () => {
    try {
      const { url } = await call(api.switchOfficeSite, {
        body: { to: to ?? '', challenge: challenge ?? '' },
      })
      replacePage(url)
    } catch (cause) {
      showFailure(FAILED, cause)
      await navigate({ to: '/office', replace: true })
    }
  })
  return <Spinner />
}

function Waiting() {
  const { name } = useSite()
  return (
    <SignInFrame logo={<SiteLogo isOffice />} title={`Opening ${name}`}>
      <Spinner />
    </SignInFrame>
  )
}

/** Runs when the screen opens, also under React's strict mode: a ticket works once. */
function useOnce(run: () => Promise<void>): void {
  const [once] = useState({ hasRun: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for this screen
  useEffect(() => {
    if (once.hasRun) return
    once.hasRun = true
    void run()
  }, [])
}
