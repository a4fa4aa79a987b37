import { AuthenticatorProvider } from '@aws-amplify/ui-react-core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { hasRecoveryCodes } from '../../app/recovery-codes.queries.ts'
import { enterFound, holdSignIn, releaseSignIn } from '../../app/session.ts'
import { passwordPolicyOf, useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { Spinner } from '../../parts/Progress.tsx'
import { accountServices, makeSignInAgain } from './account-services.ts'
import { knownEmail, rememberEmail } from './EmailField.tsx'
import { ConfirmSignIn } from './screens/ConfirmSignIn.tsx'
import { ConfirmSignUp, takeLeftConfirming } from './screens/ConfirmSignUp.tsx'
import { ForceNewPassword } from './screens/ForceNewPassword.tsx'
import { ConfirmResetPassword, ForgotPassword } from './screens/ForgotPassword.tsx'
import { SaveRecoveryCodes, SelectMfaType, SetUpEmail, SetUpTotp } from './screens/SecondFactor.tsx'
import { SignIn } from './screens/SignIn.tsx'
import { SignUp } from './screens/SignUp.tsx'
import { ConfirmVerifyUser, VerifyUser } from './screens/VerifyUser.tsx'
import { SignInFlowContext, useAuth } from './sign-in-flow.ts'

/** What the dialog's title depends on. */
export type ShownScreen = { screen: string; challenge?: string | undefined }

type SignInScreensProps = {
  screen: 'signIn' | 'signUp' | 'forgotPassword'
  /** Shown until the accounts library is ready. */
  skeleton: ReactNode
  onClose: () => void
  onScreen: (shown: ShownScreen) => void
  /** True while recovery codes are shown, so that a click outside doesn't close the dialog. */
  onKept: (isKept: boolean) => void
}

/**
 * The sign-in screens of docs/spec.md §2. The accounts library decides which one comes next; the
 * screens, their calls, and their texts are ours.
 */
export function SignInScreens(props: SignInScreensProps) {
  useEffect(() => {
    holdSignIn()
    return releaseSignIn
  }, [])
  return (
    <AuthenticatorProvider>
      <CurrentScreen {...props} />
    </AuthenticatorProvider>
  )
}

function CurrentScreen({ screen: first, skeleton, onClose, onScreen, onKept }: SignInScreensProps) {
  const site = useSite()
  const navigate = useNavigate()
  const { route, initializeMachine, challengeName } = useAuth()
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
    // The library accepts settings only after it has looked for an existing session.
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
  useEffect(() => onScreen({ screen: shown, challenge: challengeName }), [shown, challengeName, onScreen])
  useEffect(() => onKept(isSaving), [isSaving, onKept])

  const isChoosing = screen === 'selectMfaType' && challengeName === 'SELECT_MFA_TYPE'
  const [chooser, setChooser] = useState<string>()
  useEffect(() => {
    if (isChoosing) setChooser(email)
  }, [isChoosing, email])
  const hasChosenFactor = chooser === email

  const flow = useMemo(
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
    <SignInFlowContext value={flow}>
      {isSaving ? (
        <SaveRecoveryCodes onDone={() => setSaved(true)} />
      ) : (
        <LibraryScreen screen={screen} skeleton={skeleton} />
      )}
    </SignInFlowContext>
  )
}

function LibraryScreen({ screen, skeleton }: { screen: string; skeleton: ReactNode }) {
  const { toSignIn, toSignUp } = useAuth()
  switch (screen) {
    case 'signIn':
    case 'signUp':
      return (
        <SignInTabs selected={screen} onSelect={(tab) => (tab === 'signIn' ? toSignIn() : toSignUp())}>
          {screen === 'signIn' ? <SignIn /> : <SignUp />}
        </SignInTabs>
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
      return skeleton
  }
}

/** The last screen, and the first one if the library finds a session that this tab missed. */
function Entered() {
  useEffect(() => {
    rememberEmail('')
    enterFound()
  }, [])
  return <Spinner className="w-full py-24" />
}

const TABS = [
  { id: 'signIn', label: /*i18n*/ 'Sign in' },
  { id: 'signUp', label: /*i18n*/ 'Create account' },
] as const

type SignInTabsProps = {
  selected: 'signIn' | 'signUp'
  onSelect: (tab: 'signIn' | 'signUp') => void
  children: ReactNode
}

/** Looks like a segmented control, but each tab has its own panel. */
function SignInTabs({ selected, onSelect, children }: SignInTabsProps) {
  const i18n = useTexts()

  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        if (key !== selected) onSelect(key as 'signIn' | 'signUp')
      }}
      className="mt-5"
    >
      <TabList aria-label={i18n.t('Sign-in options')} className="flex gap-0.5 rounded-[12px] bg-sunken p-1">
        {TABS.map(({ id, label }) => (
          <Tab
            key={id}
            id={id}
            className="grid min-h-10 flex-1 cursor-pointer place-items-center rounded-[9px] px-2 text-center font-medium text-muted outline-none transition-[background-color,color] duration-(--fast) touch:min-h-11 data-[focus-visible]:outline-2 data-[focus-visible]:outline-solid data-[focus-visible]:outline-accent-line data-[hovered]:text-ink data-[selected]:bg-raised dark:data-[selected]:bg-line-mid data-[selected]:text-ink data-[selected]:shadow-lift-1"
          >
            {i18n.t(label)}
          </Tab>
        ))}
      </TabList>
      {TABS.map(({ id }) => (
        <TabPanel key={id} id={id} className="outline-none">
          {id === selected && children}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

/** Steps of the accounts library without a screen: the previous one stays until the next is ready. */
const BETWEEN = new Set<string | null>(['transition', 'setup', 'idle', 'signOut', null])

/**
 * The screen to show. Between two screens the previous one stays, so that nothing flickers. The
 * automatic sign-in after a sign-up keeps showing the code's screen.
 */
function useShownScreen(): string {
  const { route, isPending } = useAuth()
  const shown = useRef('')
  const isAutoSignIn = route === 'signUp' && isPending && shown.current === 'confirmSignUp'
  if (!BETWEEN.has(route) && !isAutoSignIn) shown.current = route
  return shown.current
}
