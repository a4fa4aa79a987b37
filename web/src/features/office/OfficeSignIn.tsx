import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../app/call.ts'
import { takeOfficeTicket } from '../../app/office-ticket.ts'
import { SiteLogo } from '../../app/shell/SiteLogo.tsx'
import { PasswordForm } from '../../parts/PasswordForm.tsx'
import { SignInFrame, StaffSignIn } from '../../parts/StaffSignIn.tsx'
import { forgetOffice, ME_KEY, type OfficeMe } from './office.queries.ts'
import { forgetSignedOut } from './signed-out.ts'
import { keepArrival, keptArrival } from './site-switch.ts'

const LOGO = <SiteLogo isOffice />

export function OfficeSignIn({ hasEnded }: { hasEnded: boolean }) {
  const queryClient = useQueryClient()
  const arrival = keptArrival()
  useEffect(forgetSignedOut, [])
  return (
    <StaffSignIn
      logo={LOGO}
      title="Sign in to the office"
      note={
        arrival
          ? 'Sign in once. After that, you can switch between your sites without signing in.'
          : 'The office is for the people who run this shop.'
      }
      submit="Open the office"
      ticket={takeOfficeTicket}
      start={(body) => call(api.startOfficeSignIn, { body })}
      finish={(body) =>
        call(api.finishOfficeSignIn, {
          body: {
            ...body,
            ...(arrival && { switchTicket: arrival.ticket, switchVerifier: arrival.verifier }),
          },
        })
      }
      hasEnded={hasEnded}
      onEnter={(me) => {
        keepArrival(undefined)
        forgetOffice(queryClient)
        queryClient.setQueryData(ME_KEY, me)
      }}
    />
  )
}

/** Shown after a sign-in with a temporary password, which other people may know. */
export function FirstPassword() {
  return (
    <SignInFrame logo={LOGO} title="Choose your own password">
      <p className="mb-5 text-muted">Replace your temporary password.</p>
      <OfficePasswordForm />
    </SignInFrame>
  )
}

export function OfficePasswordForm({ onDone }: { onDone?: () => void }) {
  const queryClient = useQueryClient()
  return (
    <PasswordForm
      change={(body) => call(api.changeOfficePassword, { body })}
      onDone={() => {
        queryClient.setQueryData<OfficeMe | null>(ME_KEY, (me) => me && { ...me, mustChangePassword: false })
        onDone?.()
      }}
    />
  )
}
