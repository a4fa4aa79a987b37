import { AuthenticatorProvider } from '@aws-amplify/ui-react-core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { passwordPolicyOf } from '../../app/password-policy.ts'
import { hasRecoveryCodes } from '../../app/recovery-codes.queries.ts'
import { enterFound, holdSignIn, releaseSignIn } from '../../app/session.ts'
import { useSite } from '../../app/site.ts'
import { Spinner } from '../../parts/Spinner.tsx'
import { accountServices } from './account-services.ts'
import { takeLeftConfirming } from './confirming.ts'
import { DoorSkeleton } from './DoorSkeleton.tsx'
import { DoorTabs } from './DoorTabs.tsx'
import { DoorContext } from './door.ts'
import { keepEmail, knownEmail } from './known-email.ts'
import { screenTitle } from './screen-titles.ts'
import { ConfirmResetPassword } from './screens/ConfirmResetPassword.tsx'
import { ConfirmSignIn } from './screens/ConfirmSignIn.tsx'
import { ConfirmSignUp } from './screens/ConfirmSignUp.tsx'
import { ConfirmVerifyUser } from './screens/ConfirmVerifyUser.tsx'
import { ForceNewPassword } from './screens/ForceNewPassword.tsx'
import { ForgotPassword } from './screens/ForgotPassword.tsx'
import { SaveRecoveryCodes } from './screens/SaveRecoveryCodes.tsx'
import { SelectMfaType } from './screens/SelectMfaType.tsx'
import { SetUpEmail } from './screens/SetUpEmail.tsx'
import { SetUpTotp } from './screens/SetUpTotp.tsx'
import { SignIn } from './screens/SignIn.tsx'
import { SignUp } from './screens/SignUp.tsx'
import { VerifyUser } from './screens/VerifyUser.tsx'
import { makeSignInAgain } from './sign-in-again.ts'
import { useKit } from './use-kit.ts'
import { useShownScreen } from './use-shown-screen.ts'

type SignInScreensProps = {
  screen: 'signIn' | 'signUp' | 'forgotPassword'
  onClose: () => void
  onTitle: (title: string) => void
  /** Recovery codes are shown: they are not closed by accident. */
  onKept: (isKept: boolean) => void
}

/**
 * The sign-in screens of docs/spec.md §2. The accounts library walks from one to the next; what they
 * show, what they call and what they say is ours.
 */
export function SignInScreens(props: SignInScreensProps) {
  useEffect(() => {
    holdSignIn()
    return releaseSignIn
  }, [])
  return (
    <AuthenticatorProvider>
      <Walk {...props} />
    </AuthenticatorProvider>
  )
}

function Walk({ screen: first, onClose, onTitle, onKept }: SignInScreensProps) {
  const site = useSite()
  const navigate = useNavigate()
  const { route, initializeMachine, challengeName } = useKit()
  const screen = useShownScreen()
  const [email, setEmail] = useState(knownEmail)
  const again = useMemo(makeSignInAgain, [])

  const leaveTo = useMemo(
    () => (to: '/confirm-signup' | '/reset-password', of: string) => {
      onClose()
      navigate({ to, search: { email: of.trim() } })
    },
    [navigate, onClose],
  )
  useEffect(() => {
    const waiting = takeLeftConfirming()
    if (waiting) leaveTo('/confirm-signup', waiting)
  }, [leaveTo])
  const isBegun = useRef(false)
  useEffect(() => {
    // Only after it has looked for somebody signed in does the library take its settings.
    if (isBegun.current || route === 'idle') return
    isBegun.current = true
    initializeMachine({
      initialState: first,
      loginMechanisms: ['email'],
      passwordSettings: passwordPolicyOf(site),
      signUpAttributes: site.accounts.signUpFields,
      services: accountServices(site, again, { onResetRequired: (of) => leaveTo('/reset-password', of) }),
    } as never)
  }, [route, initializeMachine, first, site, again, leaveTo])

  const [hasNewApp, setNewApp] = useState(false)
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    if (screen !== 'authenticated') setNewApp(screen === 'setupTotp')
  }, [screen])
  const isSaving = screen === 'authenticated' && hasNewApp && !isSaved && hasRecoveryCodes(site.accounts)

  const [isRecovering, setRecovering] = useState(false)
  useEffect(() => {
    if (screen !== 'confirmSignIn') setRecovering(false)
  }, [screen])

  const shown = isSaving ? 'saveRecoveryCodes' : isRecovering ? 'useRecoveryCode' : screen
  const title = screenTitle(shown, challengeName, site.name)
  useEffect(() => onTitle(title), [title, onTitle])
  useEffect(() => onKept(isSaving), [isSaving, onKept])

  const isChoosing = screen === 'selectMfaType' && challengeName === 'SELECT_MFA_TYPE'
  const [chooser, setChooser] = useState<string>()
  useEffect(() => {
    if (isChoosing) setChooser(email)
  }, [isChoosing, email])
  const hasChosenFactor = chooser === email

  const door = useMemo(
    () => ({
      email,
      setEmail,
      leaveTo,
      hasChosenFactor,
      isRecovering,
      setRecovering,
      onNewPassword: again.rememberPassword,
      onCodeWish: again.wishForCode,
      takeConfirmedPassword: again.takeConfirmedPassword,
    }),
    [email, leaveTo, again, hasChosenFactor, isRecovering],
  )
  return (
    <DoorContext value={door}>
      {isSaving ? (
        <SaveRecoveryCodes onDone={() => setSaved(true)} />
      ) : (
        <ShownScreen screen={screen} first={first} />
      )}
    </DoorContext>
  )
}

function ShownScreen({ screen, first }: { screen: string; first: SignInScreensProps['screen'] }) {
  const { toSignIn, toSignUp } = useKit()
  switch (screen) {
    case 'signIn':
    case 'signUp':
      return (
        <DoorTabs selected={screen} onSelect={(tab) => (tab === 'signIn' ? toSignIn() : toSignUp())}>
          {screen === 'signIn' ? <SignIn /> : <SignUp />}
        </DoorTabs>
      )
    case 'confirmSignUp':
      return <ConfirmSignUp />
    case 'confirmSignIn':
      return <ConfirmSignIn />
    case 'selectMfaType':
      return <SelectMfaType />
    case 'setupEmail':
      return <SetUpEmail />
    case 'setupTotp':
      return <SetUpTotp />
    case 'forceNewPassword':
      return <ForceNewPassword />
    case 'forgotPassword':
      return <ForgotPassword />
    case 'confirmResetPassword':
      return <ConfirmResetPassword />
    case 'verifyUser':
      return <VerifyUser />
    case 'confirmVerifyUser':
      return <ConfirmVerifyUser />
    case 'authenticated':
      return <Entered />
    default:
      return <DoorSkeleton screen={first} />
  }
}

/** The last screen. It is also the first one where the library finds a session that this tab missed. */
function Entered() {
  useEffect(() => {
    keepEmail('')
    enterFound()
  }, [])
  return <Spinner className="w-full py-24" />
}
