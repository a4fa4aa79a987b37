import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../app/call.ts'
import { takeOfficeTicket } from '../../app/office-ticket.ts'
import { SiteLogo } from '../../app/shell/SiteLogo.tsx'
import { PasswordForm } from '../../parts/PasswordForm.tsx'
import { SignInFrame, StaffSignIn } from '../../parts/StaffSignIn.tsx'
import { ScreenHead } from './ListParts.tsx'
import { forgetOffice, ME_KEY, type OfficeMe } from './office.queries.ts'
import { keepArrival, keptArrival } from './site-switch.ts'

const LOGO = <SiteLogo isOffice />

export function OfficeSignIn({ hasEnded }: { hasEnded: boolean }) {
  const queryClient = useQueryClient()
  const arrival = keptArrival()
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

function OfficePasswordForm({ onDone }: { onDone?: () => void }) {
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

export function PasswordScreen() {
  const navigate = useNavigate()
  return (
    <>
      <ScreenHead title="Change your password" text="You’ll be signed out everywhere else." />
      <div className="max-w-[27rem]">
        <OfficePasswordForm onDone={() => navigate({ to: '/office' })} />
      </div>
    </>
  )
}
