import { useAuthenticator } from '@aws-amplify/ui-react-core'
import { createContext, use, useEffect, useMemo, useState } from 'react'
import { problemSaid } from '../../app/account-problem.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'

/** State that the sign-in screens share, so that what was typed on one is there on the next. */
type SignInFlow = {
  email: string
  setEmail: (email: string) => void
  /** Remembers a password chosen during sign-in: asking for another code signs in with it. */
  onNewPassword: (password: string) => void
  /** Asks for a recovery code instead of the authenticator app's code. */
  isRecovering: boolean
  setRecovering: (isRecovering: boolean) => void
  /** Makes the next sign-in use an emailed code. */
  onCodeWish: () => void
  /** The password typed before the sign-up was confirmed; undefined from the second call on. */
  takeConfirmedPassword: () => string | undefined
  /** True when the account has several second steps and the user chose this one. */
  hasChosenFactor: boolean
  /** Closes the dialog and opens the page for this flow. */
  leaveTo: (path: '/confirm-signup' | '/reset-password', email: string) => void
}

export const SignInFlowContext = createContext<SignInFlow | null>(null)

export function useSignInFlow(): SignInFlow {
  const flow = use(SignInFlowContext)
  if (!flow) throw new Error('A sign-in screen is rendered outside SignInScreens')
  return flow
}

/** The accounts library's current step, its actions, and its last error as a sentence for the user. */
export function useAuth() {
  const library = useAuthenticator()
  const { error } = library
  const problem = useMemo(() => (error ? problemSaid(error) : undefined), [error])
  return { ...library, problem }
}

/** Asks the accounts library for another code and shows a toast once it is sent. */
export function useResend() {
  const i18n = useTexts()
  const { resendCode, isPending, error } = useAuth()
  const [isAsked, setAsked] = useState(false)
  const [sent, setSent] = useState(1)

  useEffect(() => {
    if (!isAsked || isPending) return
    setAsked(false)
    if (error) return
    setSent((before) => before + 1)
    showToast({
      title: i18n.t('A new code is on its way'),
      text: i18n.t('Your previous code no longer works.'),
    })
  }, [isAsked, isPending, error, i18n.t])

  return {
    sent,
    isPending: isAsked && isPending,
    onResend: () => {
      setAsked(true)
      resendCode()
    },
  }
}
