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
import type { Site } from '../../app/site.ts'
import { usernameOf } from '../../app/username.ts'

type Leave = {
  /** The account wants a new password before anything else: the screen for it is another one. */
  onResetRequired: (email: string) => void
}

/**
 * What the sign-in screens call, in place of the library's own functions: they know people by
 * email, the accounts service by email and site.
 *
 * @see docs/spec.md §3, "Sign-up attributes"; §4, "Sign-in outcomes"
 */
export function accountServices(site: Pick<Site, 'slug' | 'accounts'>, { onResetRequired }: Leave) {
  const { authFlow } = site.accounts
  const named = <Input extends { username: string }>(input: Input): Input => ({
    ...input,
    username: usernameOf(site, input.username),
  })

  return {
    handleSignIn: (input: SignInInput) =>
      askAccounts(async () => {
        const outcome = await signIn({
          ...named(input),
          options: { ...input.options, authFlowType: authFlow },
        })
        // Left alone, the screen would ask for the code with the bare email.
        if (outcome.nextStep.signInStep === 'RESET_PASSWORD') {
          onResetRequired(input.username)
          throw new Error('This account needs a new password.')
        }
        return outcome
      }),
    handleSignUp: (input: SignUpInput) =>
      askAccounts(() =>
        signUp({
          ...named(input),
          options: {
            ...input.options,
            userAttributes: {
              ...input.options?.userAttributes,
              email: input.username.trim(),
              'custom:rewards_site_id': site.slug,
            },
            autoSignIn: { authFlowType: authFlow },
          },
        }),
      ),
    handleConfirmSignIn: (input: ConfirmSignInInput) => askAccounts(() => confirmSignIn(input)),
    handleConfirmSignUp: (input: ConfirmSignUpInput) => askAccounts(() => confirmSignUp(named(input))),
    handleResendSignUpCode: (input: ResendSignUpCodeInput) =>
      askAccounts(() => resendSignUpCode(named(input))),
    handleForgotPassword: (input: ResetPasswordInput) => askAccounts(() => resetPassword(named(input))),
    handleForgotPasswordSubmit: (input: ConfirmResetPasswordInput) =>
      askAccounts(() => confirmResetPassword(named(input))),
  }
}
