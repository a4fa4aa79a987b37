import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../app/api-problem.ts'
import type { AnswerOf } from '../app/call.ts'
import { useTitle } from '../app/shell/navigation.tsx'
import { QrCode, SecretKey } from './authenticator/AuthenticatorKey.tsx'
import { Button } from './Button.tsx'
import { CodeField, codeProblem, tidyCode } from './CodeField.tsx'
import { Form, missing } from './Form.tsx'
import { Note } from './Note.tsx'
import { TextField } from './TextField.tsx'

type Ticket = AnswerOf<'startOfficeSignIn'>

const TITLES = { code: 'Enter your code', set_up: 'Set up your authenticator app' }

/** @template Who the person who signed in, as the last call answers */
type StaffSignInProps<Who> = {
  logo: ReactNode
  title: string
  /** Who this is for. */
  note: string
  /** The label of the last button. */
  submit: string
  start: (given: { email: string; password: string }) => Promise<Ticket>
  finish: (given: { ticket: string; code: string }) => Promise<Who>
  /** Takes a sign-in that has its password already, once. */
  ticket?: () => Ticket | undefined
  hasEnded?: boolean
  onEnter: (who: Who) => void
}

/** Asks for email and password, then for the authenticator app's code. Sets up the app at the first sign-in. */
export function StaffSignIn<Who>({
  logo,
  title: firstTitle,
  note,
  submit,
  start,
  finish,
  ticket: first,
  hasEnded = false,
  onEnter,
}: StaffSignInProps<Who>) {
  const [email, setEmail] = useState('')
  const [ticket, setTicket] = useState<Ticket | undefined>(first)
  const [isLate, setLate] = useState(false)
  const title = ticket ? TITLES[ticket.step] : firstTitle
  useTitle(title)

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
    <SignInFrame key={title} logo={logo} title={title}>
      {ticket ? (
        <CodeStep
          ticket={ticket}
          submit={submit}
          finish={finish}
          onEnter={(who) => {
            onEnter(who)
            focusScreen()
          }}
          onBack={startAgain}
        />
      ) : (
        <>
          {(hasEnded || isLate) && (
            <Note className="mb-5">
              {isLate
                ? 'That took longer than ten minutes. Start again.'
                : 'Your session has ended. Sign in to continue where you left off.'}
            </Note>
          )}
          <PasswordStep start={start} note={note} email={email} onEmail={setEmail} onTicket={takeTicket} />
        </>
      )}
    </SignInFrame>
  )
}

/** Focuses the top of the next screen, because the clicked button is gone. */
function focusScreen() {
  requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }))
}

type SignInFrameProps = { logo: ReactNode; title: string; children: ReactNode }

/** A page with one panel, for sign-in and for a required password change. */
export function SignInFrame({ logo, title, children }: SignInFrameProps) {
  return (
    <div className="grid min-h-dvh content-start justify-items-center bg-canvas px-(--gutter) py-16 narrow:py-8">
      <header>{logo}</header>
      <main
        id="main"
        tabIndex={-1}
        className="mt-8 w-full max-w-[27rem] rounded-panel bg-raised p-8 shadow-lift-2 outline-none narrow:mt-5 narrow:p-6"
      >
        <h1 className="mb-5 text-h2">{title}</h1>
        {children}
      </main>
    </div>
  )
}

type PasswordStepProps = Pick<StaffSignInProps<never>, 'start' | 'note'> & {
  email: string
  onEmail: (email: string) => void
  onTicket: (ticket: Ticket) => void
}

function PasswordStep({ start, note, email, onEmail, onTicket }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => start({ email: email.trim(), password }),
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
      <p className="text-muted text-small">{note} Next, you’ll need a code from your authenticator app.</p>
    </Form>
  )
}

type CodeStepProps<Who> = Pick<StaffSignInProps<Who>, 'submit' | 'finish' | 'onEnter'> & {
  ticket: Ticket
  /** @param wasLate true if the sign-in took too long */
  onBack: (wasLate: boolean) => void
}

function CodeStep<Who>({ ticket, submit, finish: send, onEnter, onBack }: CodeStepProps<Who>) {
  const [code, setCode] = useState('')
  const finish = useMutation({
    mutationFn: () => send({ ticket: ticket.ticket, code: tidyCode(code) }),
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
        {submit}
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
      <p>Scan the QR code with your authenticator app, or enter the key. Then enter the code it shows.</p>
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
