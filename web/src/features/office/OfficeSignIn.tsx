import { api } from '@laurel/contract/routes'
import { DEFAULT_PASSWORD_POLICY } from '@laurel/domain/password-policy'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'
import { takeOfficeTicket } from '../../app/office-ticket.ts'
import { useTitle } from '../../app/shell/navigation.tsx'
import { SiteLogo } from '../../app/shell/SiteLogo.tsx'
import { showToast } from '../../app/toast-store.ts'
import { QrCode, SecretKey } from '../../parts/authenticator/AuthenticatorKey.tsx'
import { Button } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields.tsx'
import { Note } from '../../parts/Note.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { ScreenHead } from './ListParts.tsx'
import { forgetOffice, ME_KEY, type OfficeMe } from './office.queries.ts'

type Ticket = AnswerOf<'startOfficeSignIn'>

const TITLES = { code: 'Enter your code', set_up: 'Set up your authenticator app' }

/** Asks for email and password, then for the authenticator app's code. Sets up the app at the first sign-in. */
export function OfficeSignIn({ hasEnded }: { hasEnded: boolean }) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [ticket, setTicket] = useState<Ticket | undefined>(takeOfficeTicket)
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
    // The code field focuses itself, but during set-up the QR code comes first.
    if (next.step === 'set_up') focusScreen()
  }

  function startAgain(wasLate: boolean) {
    setLate(wasLate)
    setTicket(undefined)
  }

  return (
    <SignInFrame key={title} title={title}>
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
    </SignInFrame>
  )
}

/** Focuses the top of the next screen, because the clicked button is gone. */
function focusScreen() {
  requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
}

/** A page with one panel, for sign-in and for a required password change. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh content-start justify-items-center bg-canvas px-(--gutter) py-16 narrow:py-8">
      <header>
        <SiteLogo isOffice />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mt-8 w-full max-w-[27rem] rounded-panel bg-surface p-8 shadow-lift-2 outline-none narrow:mt-5 narrow:p-6"
      >
        <h1 className="mb-5 text-h2">{title}</h1>
        {children}
      </main>
    </div>
  )
}

type PasswordStepProps = {
  email: string
  onEmail: (email: string) => void
  onTicket: (ticket: Ticket) => void
}

function PasswordStep({ email, onEmail, onTicket }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => call(api.startOfficeSignIn, { body: { email: email.trim(), password } }),
    onSuccess: onTicket,
  })

  return (
    <Form onSubmit={() => signIn.mutate()} check={() => missing({ email, password })} problem={signIn.error}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={onEmail}
        isRequired
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
      />
      <Button type="submit" look="primary" size="big" isPending={signIn.isPending} className="mt-2 w-full">
        Continue
      </Button>
      <p className="text-muted text-small">
        The office is for the people who run this shop. Next comes a code from your authenticator app.
      </p>
    </Form>
  )
}

type CodeStepProps = {
  ticket: Ticket
  onEnter: (me: OfficeMe) => void
  /** @param wasLate true if the sign-in took too long */
  onBack: (wasLate: boolean) => void
}

function CodeStep({ ticket, onEnter, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const finish = useMutation({
    mutationFn: () => call(api.finishOfficeSignIn, { body: { ticket: ticket.ticket, code: tidyCode(code) } }),
    onSuccess: onEnter,
    onError: (cause) => {
      if (cause instanceof ApiProblem && cause.code === 'sign_in_required') onBack(true)
    },
  })

  return (
    <Form onSubmit={() => finish.mutate()} check={() => ({ code: codeProblem(code) })} problem={finish.error}>
      {ticket.step === 'set_up' ? <SetUp ticket={ticket} /> : <p>Your authenticator app shows it now.</p>}
      <CodeField value={code} onChange={setCode} autoFocus={ticket.step === 'code'} />
      <Button type="submit" look="primary" size="big" isPending={finish.isPending} className="mt-2 w-full">
        Open the office
      </Button>
      <Button look="link" onClick={() => onBack(false)} className="justify-self-start">
        Back to email and password
      </Button>
    </Form>
  )
}

/** docs/spec.md §9 sets the QR code's size. The key is for apps without a camera. */
function SetUp({ ticket: { otpauthUrl = '', secret = '' } }: { ticket: Ticket }) {
  return (
    <>
      <p>
        Scan the picture with your authenticator app, or type the key into it. Then enter the code it shows.
      </p>
      <div className="grid justify-items-center gap-2">
        <QrCode text={otpauthUrl} label="QR code with the key for your authenticator app" />
        <a href={otpauthUrl} className="link hidden narrow:inline">
          Open the app on this phone
        </a>
      </div>
      <SecretKey secret={secret} />
    </>
  )
}

/** Longer than for customers, because staff see other people's data. */
const POLICY = { ...DEFAULT_PASSWORD_POLICY, minLength: 12 }

export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const queryClient = useQueryClient()
  const [current, setCurrent] = useState('')
  const entry = useNewPassword(POLICY)
  const change = useMutation({
    mutationFn: () =>
      call(api.changeOfficePassword, { body: { currentPassword: current, newPassword: entry.password } }),
    onSuccess: () => {
      queryClient.setQueryData<OfficeMe | null>(ME_KEY, (me) => me && { ...me, mustChangePassword: false })
      showToast({ title: 'Your password is changed', text: 'Everywhere else you are signed out.' })
      onDone?.()
    },
  })

  return (
    <Form
      onSubmit={() => change.mutate()}
      check={() => ({ ...missing({ currentPassword: current }), ...entry.findErrors() })}
      problem={change.error}
    >
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        isRequired
      />
      <NewPasswordFields policy={POLICY} entry={entry} />
      <Button
        type="submit"
        look="primary"
        isPending={change.isPending}
        className="mt-2 justify-self-start narrow:w-full"
      >
        Change password
      </Button>
    </Form>
  )
}

export function PasswordScreen() {
  const navigate = useNavigate()
  return (
    <>
      <ScreenHead title="Change your password" text="Every other session of yours ends with it." />
      <div className="max-w-[27rem]">
        <PasswordForm onDone={() => navigate({ to: '/office' })} />
      </div>
    </>
  )
}
