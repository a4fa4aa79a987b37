import type { OutputOf } from '@laurel/contract/wire-types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Camelized } from '../../../app/case.ts'
import { useTitle } from '../../../app/title-store.ts'
import { Note } from '../../../parts/Note.tsx'
import { forgetOffice, ME_KEY, type OfficeMe } from '../office.queries.ts'
import { CodeStep } from './CodeStep.tsx'
import { DoorFrame } from './DoorFrame.tsx'
import { PasswordStep } from './PasswordStep.tsx'

export type Ticket = Camelized<OutputOf<'startOfficeSignIn'>>

const TITLES = { code: 'Enter your code', set_up: 'Set up your authenticator app' }

/** Email and password, then the code of the authenticator app; the first time the app is set up. */
export function OfficeDoor({ hasEnded }: { hasEnded: boolean }) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [ticket, setTicket] = useState<Ticket>()
  const [isLate, setLate] = useState(false)
  const title = ticket ? TITLES[ticket.step] : 'Sign in to the office'
  useTitle(title)

  function enter(me: OfficeMe) {
    forgetOffice(queryClient)
    queryClient.setQueryData(ME_KEY, me)
    focusScreen()
  }

  function takeTicket(next: Ticket) {
    setTicket(next)
    // The code's field takes the focus itself, but not past the picture that is to be scanned first.
    if (next.step === 'set_up') focusScreen()
  }

  function startAgain(wasLate: boolean) {
    setLate(wasLate)
    setTicket(undefined)
  }

  return (
    <DoorFrame key={title} title={title}>
      {ticket ? (
        <CodeStep ticket={ticket} onEnter={enter} onBack={startAgain} />
      ) : (
        <>
          {(hasEnded || isLate) && (
            <Note className="mb-5">
              {isLate
                ? 'That took longer than ten minutes. Start once more.'
                : 'Your session has ended. Sign in to go on where you were.'}
            </Note>
          )}
          <PasswordStep email={email} onEmail={setEmail} onTicket={takeTicket} />
        </>
      )}
    </DoorFrame>
  )
}

/** The button that was pressed is gone with its screen: the keyboard goes on at the top of the next. */
function focusScreen() {
  requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
}
