import { lazy, Suspense, useEffect, useState } from 'react'
import { CONFIGURATION_ERROR, isConfigured } from '../../app/account-problem.ts'
import { loadAccounts, useSession } from '../../app/session.ts'
import { useSite } from '../../app/site.ts'
import { pageTexts } from '../../app/texts.ts'
import { Modal } from '../../parts/Modal.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import type { ShownScreen } from './SignInScreens.tsx'
import { attributesAmong } from './sign-up-attributes.ts'

export type AuthModalProps = {
  screen?: 'signIn' | 'signUp' | 'forgotPassword' | undefined
  onClose: () => void
}

/** The accounts library and its screens are heavy, so they load when the dialog opens. */
const SignInScreens = lazy(async () => {
  const [module] = await Promise.all([import('./SignInScreens.tsx'), loadAccounts()])
  return { default: module.SignInScreens }
})

/** Sign in, create an account, or reset a password. The home page decides where to go afterwards. */
export function AuthModal({ screen, onClose }: AuthModalProps) {
  const site = useSite()
  const session = useSession()
  const first = screen ?? site.accounts.initialScreen
  const [{ screen: shown, challenge }, setShown] = useState<ShownScreen>({ screen: first })
  const [isKept, setKept] = useState(false)
  const canSignIn = isConfigured(site.accounts)

  useEffect(() => {
    if (session === 'signed-in') onClose()
  }, [session, onClose])
  useEffect(() => {
    if (!canSignIn)
      console.error('The site data lack a user pool, a client or an identity pool', site.accounts)
  }, [canSignIn, site])

  const skeleton = <SignInSkeleton screen={first} />
  return (
    <Modal isOpen onClose={onClose} title={screenTitle(shown, challenge, site.name)} isKept={isKept}>
      {canSignIn ? (
        <Suspense fallback={skeleton}>
          <SignInScreens
            screen={first}
            skeleton={skeleton}
            onClose={onClose}
            onScreen={setShown}
            onKept={setKept}
          />
        </Suspense>
      ) : (
        <Note tone="bad" className="mt-6">
          {CONFIGURATION_ERROR}
        </Note>
      )}
    </Modal>
  )
}

type SignInSkeletonProps = { screen: 'signIn' | 'signUp' | 'forgotPassword' }

/** As high as the form, so that the dialog doesn't change size when the form loads. */
function SignInSkeleton({ screen }: SignInSkeletonProps) {
  const { signUpFields, emailCodeSignIn, socialProviders, oauthDomain } = useSite().accounts
  const areMany = socialProviders.length > 2
  const fields = { signIn: 2, signUp: 3 + attributesAmong(signUpFields).length, forgotPassword: 1 }[screen]
  return (
    <Loading>
      {screen === 'forgotPassword' ? (
        <Skeleton className="mt-2 h-12" />
      ) : (
        <Skeleton className="mt-5 h-12 rounded-[12px] touch:h-[52px]" />
      )}
      <div className="mt-2 grid gap-4">
        {Array.from({ length: fields }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={index} className="grid gap-1.5">
            {/* "Forgot password?" beside its label is a little higher. */}
            <Skeleton className={`w-24 ${screen === 'signIn' && index === 1 ? 'h-6' : 'h-[1.27rem]'}`} />
            <Skeleton className="h-12 rounded-control" />
            {screen === 'signUp' && index === fields - 2 && <Skeleton className="mt-0.5 h-[1.27rem] w-40" />}
          </div>
        ))}
        <Skeleton className="h-[54px] rounded-[13px]" />
        {screen === 'signIn' && emailCodeSignIn && <Skeleton className="h-[54px] rounded-[13px]" />}
        {screen === 'forgotPassword' && <Skeleton className="h-11 w-32 justify-self-center" />}
      </div>
      {screen !== 'forgotPassword' && oauthDomain !== undefined && socialProviders.length > 0 && (
        <div className={`mt-2 grid gap-3 pt-9 ${areMany ? 'grid-cols-2' : ''}`}>
          {socialProviders.map((provider) => (
            <Skeleton key={provider} className="h-11 rounded-control" />
          ))}
        </div>
      )}
    </Loading>
  )
}

/** The screens of docs/spec.md §2, "Sign-in screens", by the names the accounts library gives them. */
const TITLES: Record<string, string> = {
  confirmSignUp: /*i18n*/ 'Check your inbox',
  selectMfaType: /*i18n*/ 'How do you want to verify it’s you?',
  setupEmail: /*i18n*/ 'Codes by email',
  setupTotp: /*i18n*/ 'Set up your authenticator app',
  saveRecoveryCodes: /*i18n*/ 'Save your recovery codes',
  useRecoveryCode: /*i18n*/ 'Use a recovery code',
  forceNewPassword: /*i18n*/ 'Choose a new password',
  forgotPassword: /*i18n*/ 'Reset your password',
  confirmResetPassword: /*i18n*/ 'Choose a new password',
  verifyUser: /*i18n*/ 'Confirm your contact details',
  confirmVerifyUser: /*i18n*/ 'Enter the code we sent you',
}

const CHALLENGES: Record<string, string> = {
  SMS_MFA: /*i18n*/ 'Enter the code we texted you',
  EMAIL_OTP: /*i18n*/ 'Enter the code we emailed you',
  SOFTWARE_TOKEN_MFA: /*i18n*/ 'Enter the code your app shows',
}

function screenTitle(screen: string, challenge: string | undefined, siteName: string): string {
  const i18n = pageTexts()

  if (screen === 'confirmSignIn') return i18n.t(CHALLENGES[challenge ?? ''] ?? /*i18n*/ 'Enter your code')
  if (screen === 'selectMfaType' && challenge === 'MFA_SETUP') return i18n.t('Add a second step')
  const title = TITLES[screen]
  return title === undefined ? i18n.t('Welcome to {siteName}', { siteName }) : i18n.t(title)
}
