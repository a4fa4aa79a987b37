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
  type SignUpInput,
  signIn,
  signUp,
} from 'aws-amplify/auth'
import { askAccounts } from '../../app/account-problem.ts'
import { loadAccounts } from '../../app/session.ts'
import {
  browserForSignIn,
  endSignUp,
  keepBrowser,
  signUpBrowser,
  startSignUp,
} from '../../app/sign-up-browser.ts'
import type { Site } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { usernameOf } from '../../app/username.ts'
import type { SignInAgain } from './sign-in-again.ts'

/** The text by which the service says that no code is needed any more. docs/spec.md §8. */
const ALREADY_CONFIRMED = 'User is already confirmed.'

const CONFIRMED = 'Your account is confirmed'

const BY_EMAIL_CODE = { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' } as const

type Leave = {
  /** The account wants a new password before anything else: the screen for it is another one. */
  onResetRequired: (email: string) => void
}

/** A sign-in that settled late, the one after a sign-up say, gives way to the one that is asked for. */
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
 * What the sign-in screens call, in place of the library's own functions: they know people by
 * email, the accounts service by email and site.
 *
 * @see docs/spec.md §3, "Sign-up attributes"; §4, "Sign-in outcomes"
 */
export function accountServices(
  site: Pick<Site, 'slug' | 'accounts'>,
  again: SignInAgain,
  { onResetRequired }: Leave,
) {
  const { authFlow } = site.accounts
  const named = <Input extends { username: string }>(input: Input): Input => ({
    ...input,
    username: usernameOf(site, input.username),
  })

  return {
    handleSignIn: (input: SignInInput) =>
      askAccounts(async () => {
        // The library asks for another code of a second factor by a sign-in without a password.
        const isByCode = again.takeCodeWish()
        const isAgain = input.password === undefined && !isByCode
        const { username, password } = named(input)
        const clientMetadata = browserForSignIn(username)
        const credentials: SignInInput = isByCode
          ? { username, options: BY_EMAIL_CODE }
          : { username, password, options: { authFlowType: authFlow, clientMetadata } }
        if (!isAgain) again.remember(credentials)
        const outcome = isAgain ? await again.signInAgain() : await signInAnew(credentials)
        if (outcome.nextStep.signInStep === 'CONFIRM_SIGN_UP') keepBrowser(username, clientMetadata.browser)
        // Left alone, the screen would ask for the code with the bare email.
        if (outcome.nextStep.signInStep === 'RESET_PASSWORD') {
          onResetRequired(input.username)
          throw new Error('This account needs a new password.')
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
      showToast({ title: CONFIRMED, ...(!isEntering && { text: 'Sign in to continue.' }) })
      return outcome
    },
    handleResendSignUpCode: async (input: ResendSignUpCodeInput) => {
      try {
        return await askAccounts(() => resendSignUpCode(named(input)))
      } catch (cause) {
        // The screens know this refusal too, and go back to signing in.
        if (cause instanceof Error && cause.message === ALREADY_CONFIRMED) {
          showToast({ title: CONFIRMED, text: 'Sign in to continue.' })
        }
        throw cause
      }
    },
    handleForgotPassword: (input: ResetPasswordInput) => askAccounts(() => resetPassword(named(input))),
    handleForgotPasswordSubmit: async (input: ConfirmResetPasswordInput) => {
      await askAccounts(() => confirmResetPassword(named(input)))
      showToast({ title: 'Your password is changed', text: 'Sign in with the new one.' })
    },
  }
}
