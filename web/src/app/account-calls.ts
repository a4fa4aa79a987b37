import {
  confirmResetPassword,
  confirmSignUp,
  deleteUser,
  resendSignUpCode,
  resetPassword,
  updatePassword,
} from 'aws-amplify/auth'
import { askAccounts } from './account-problem.ts'
import { askSignedIn, securityCalls } from './security-calls.ts'
import { endSignUp, signUpBrowser } from './sign-up-browser.ts'

/** The service's answer when the account is confirmed already. docs/spec.md §8. */
const ALREADY_CONFIRMED = 'User is already confirmed.'

/** Requests a code to choose a new password. The answer is the same for names without an account. */
async function sendResetCode(username: string): Promise<void> {
  await askAccounts(() => resetPassword({ username }))
}

async function chooseNewPassword(
  username: string,
  confirmationCode: string,
  newPassword: string,
): Promise<void> {
  await askAccounts(() => confirmResetPassword({ username, confirmationCode, newPassword }))
}

/**
 * Confirms a new account with the code from the email.
 *
 * @returns whether this browser signed up; if not, the owner has to choose a password first
 */
async function confirmAccount(username: string, confirmationCode: string): Promise<boolean> {
  const clientMetadata = signUpBrowser(username)
  await askAccounts(() => confirmSignUp({ username, confirmationCode, options: { clientMetadata } }))
  endSignUp(username)
  return clientMetadata.browser !== ''
}

/**
 * Sends the sign-up code again.
 *
 * @returns 'confirmed' when no code is needed because the account is confirmed already
 */
async function resendConfirmation(username: string): Promise<'sent' | 'confirmed'> {
  try {
    await askAccounts(() => resendSignUpCode({ username }))
    return 'sent'
  } catch (cause) {
    if (cause instanceof Error && cause.message === ALREADY_CONFIRMED) return 'confirmed'
    throw cause
  }
}

async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await askSignedIn(() => updatePassword({ oldPassword, newPassword }))
}

/** Deletes the signed-in customer's account. This cannot be undone. */
async function closeAccount(): Promise<void> {
  await askSignedIn(() => deleteUser())
}

/** One object, because `load-account-calls.ts` loads this file only when it is needed. */
export const accountCalls = {
  sendResetCode,
  chooseNewPassword,
  confirmAccount,
  resendConfirmation,
  changePassword,
  closeAccount,
  ...securityCalls,
}
