import {
  type ConfirmResetPasswordInput,
  type ConfirmSignInInput,
  type ConfirmSignUpInput,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  type ResendSignUpCodeInput,
  type ResetPasswordInput,
  resendSignUpCode,
  resetPassword,
  type SignInInput,
  type SignInOutput,
  type SignUpInput,
  signIn,
  signUp,
} from 'aws-amplify/auth'
import { askAccounts } from '../../app/account-problem.ts'
import { loadAccounts } from '../../app/session.ts'
import {
  browserForSignIn,
  endSignUp,
  rememberBrowser,
  signUpBrowser,
  startSignUp,
} from '../../app/sign-up-browser.ts'
import { type Site, usernameOf } from '../../app/site.ts'
import { pageTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'

/** The service's message when an account needs no code. docs/spec.md §8. */
const ALREADY_CONFIRMED = 'User is already confirmed.'

const CONFIRMED = /*i18n*/ 'Your account is confirmed'

const BY_EMAIL_CODE = { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' } as const

type Leave = {
  /** Opens the reset page, because the account must choose a new password before it can sign in. */
  onResetRequired: (email: string) => void
}

/** A problem found here. Its own name keeps `askAccounts` from taking it for an unreadable answer. */
function screenError(message: string): Error {
  return Object.assign(new Error(message), { name: 'SignInScreenError' })
}

/** Replaces an earlier sign-in that finished late, such as the automatic one after a sign-up. */
async function signInAnew(credentials: SignInInput) {
  try {
    return await signIn(credentials)
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'UserAlreadyAuthenticatedException') throw cause
    const library = await loadAccounts()
    await library.forgetTokens()
    return signIn(credentials)
  }
}

/**
 * The calls of the sign-in screens, in place of the library's own: the screens identify an account by
 * email, the accounts service by email and site.
 *
 * @see docs/spec.md §3, "Sign-up attributes"; §4, "Sign-in outcomes"
 */
export function accountServices(
  site: Pick<Site, 'slug' | 'accounts'>,
  again: SignInAgain,
  { onResetRequired }: Leave,
) {
  const i18n = pageTexts()

  const { authFlow } = site.accounts
  const named = <Input extends { username: string }>(input: Input): Input => ({
    ...input,
    username: usernameOf(site, input.username),
  })

  return {
    handleSignIn: (input: SignInInput) =>
      askAccounts(async () => {
        // The library resends a second factor's code by signing in without a password.
        const isByCode = again.takeCodeWish()
        const isAgain = input.password === undefined && !isByCode
        const { username, password } = named(input)
        const clientMetadata = browserForSignIn(username)
        const credentials: SignInInput = isByCode
          ? { username, options: BY_EMAIL_CODE }
          : { username, password, options: { authFlowType: authFlow, clientMetadata } }
        if (!isAgain) again.remember(credentials)
        const outcome = isAgain ? await again.signInAgain() : await signInAnew(credentials)
        if (outcome.nextStep.signInStep === 'CONFIRM_SIGN_UP')
          rememberBrowser(username, clientMetadata.browser)
        // The library's own screen would send the code to the email without its site.
        if (outcome.nextStep.signInStep === 'RESET_PASSWORD') {
          onResetRequired(input.username)
          throw screenError(/*i18n*/ 'This account needs a new password.')
        }
        return outcome
      }),
    handleSignUp: (input: SignUpInput) =>
      askAccounts(() => {
        const { username, password } = named(input)
        const options = { authFlowType: authFlow }
        again.remember({ username, ...(password !== undefined && { password }), options })
        return signUp({
          ...named(input),
          options: {
            ...input.options,
            clientMetadata: startSignUp(username),
            userAttributes: {
              ...input.options?.userAttributes,
              email: input.username.trim(),
              'custom:rewards_site_id': site.slug,
            },
            autoSignIn: options,
          },
        })
      }),
    handleConfirmSignIn: (input: ConfirmSignInInput) =>
      askAccounts(() => {
        again.rememberAnswer(input.challengeResponse)
        return confirmSignIn(input)
      }),
    handleConfirmSignUp: async (input: ConfirmSignUpInput) => {
      const { username } = named(input)
      const options = { ...input.options, clientMetadata: signUpBrowser(username) }
      const outcome = await askAccounts(() => confirmSignUp({ ...input, username, options }))
      endSignUp(username)
      const isEntering =
        outcome.nextStep.signUpStep === 'COMPLETE_AUTO_SIGN_IN' || again.rememberConfirmed(username)
      showToast({ title: i18n.t(CONFIRMED), ...(!isEntering && { text: i18n.t('Sign in to continue.') }) })
      return outcome
    },
    handleResendSignUpCode: async (input: ResendSignUpCodeInput) => {
      try {
        return await askAccounts(() => resendSignUpCode(named(input)))
      } catch (cause) {
        // The screens also recognize this error and return to sign-in.
        if (cause instanceof Error && cause.message === ALREADY_CONFIRMED) {
          showToast({ title: i18n.t(CONFIRMED), text: i18n.t('Sign in to continue.') })
        }
        throw cause
      }
    },
    handleForgotPassword: (input: ResetPasswordInput) => askAccounts(() => resetPassword(named(input))),
    handleForgotPasswordSubmit: async (input: ConfirmResetPasswordInput) => {
      await askAccounts(() => confirmResetPassword(named(input)))
      showToast({ title: i18n.t('Password changed'), text: i18n.t('Sign in with the new one.') })
    },
  }
}

type SignInAgain = ReturnType<typeof makeSignInAgain>
type Credentials = Pick<SignInInput, 'username' | 'password' | 'options'>

/**
 * Resends a second factor's code. The protocol has no such request, so this signs in again with the
 * same credentials, which stay in memory only while the sign-in screens are open.
 */
export function makeSignInAgain() {
  let given: Credentials | undefined
  /** Answers given before the code, by sign-in step. */
  let answers: Record<string, string> = {}
  let isConfirmed = false

  let wantsCode = false

  return {
    /** Makes the next sign-in use an emailed code instead of a password. */
    wishForCode(): void {
      wantsCode = true
    },
    takeCodeWish(): boolean {
      const wanted = wantsCode
      wantsCode = false
      return wanted
    },
    remember(credentials: Credentials): void {
      given = credentials
      answers = {}
      isConfirmed = false
    },
    rememberPassword(password: string): void {
      if (given) given = { ...given, password }
    },
    /** @returns whether sign-in can continue with the password typed before */
    rememberConfirmed(username: string): boolean {
      isConfirmed = given?.password !== undefined && given.username === username
      return isConfirmed
    },
    takeConfirmedPassword(): string | undefined {
      const password = isConfirmed ? given?.password : undefined
      isConfirmed = false
      return password
    },
    /** Keeps a chosen factor or the email to set up. Codes are not kept: each works once. */
    rememberAnswer(answer: string): void {
      if (/^(SMS|EMAIL|TOTP)$/.test(answer)) {
        answers.CONTINUE_SIGN_IN_WITH_MFA_SELECTION = answer
        answers.CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION = answer
      } else if (answer.includes('@')) answers.CONTINUE_SIGN_IN_WITH_EMAIL_SETUP = answer
    },
    async signInAgain(): Promise<SignInOutput> {
      if (!given) throw screenError(/*i18n*/ 'Go back and sign in again for a new code.')
      let outcome: SignInOutput = await signIn(given)
      for (;;) {
        const challengeResponse = answers[outcome.nextStep.signInStep]
        if (challengeResponse === undefined) return outcome
        outcome = await confirmSignIn({ challengeResponse })
      }
    },
  }
}
