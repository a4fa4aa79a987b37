import {
  confirmResetPassword,
  confirmSignUp,
  deleteUser,
  resendSignUpCode,
  resetPassword,
  updatePassword,
} from 'aws-amplify/auth'
import { askAccounts } from './account-problem.ts'
import { askSignedIn } from './ask-signed-in.ts'
import { securityCalls } from './security-calls.ts'
import { endSignUp, signUpBrowser } from './sign-up-browser.ts'

/** The text by which the service says that no code is needed any more. docs/spec.md §8. */
const ALREADY_CONFIRMED = 'User is already confirmed.'

/** Asks for a code to choose a new password. A name without an account is answered alike. */
async function sendResetCode(username: string): Promise<void> {
  await askAccounts(() => resetPassword({ username }))
}

/** Chooses a new password with the code that was mailed. */
async function chooseNewPassword(
  username: string,
  confirmationCode: string,
  newPassword: string,
): Promise<void> {
  await askAccounts(() => confirmResetPassword({ username, confirmationCode, newPassword }))
}

/**
 * Opens an account with the code that was mailed.
 *
 * @returns whether this browser signed up; otherwise the owner has to choose a password first
 */
async function confirmAccount(username: string, confirmationCode: string): Promise<boolean> {
  const clientMetadata = signUpBrowser(username)
  await askAccounts(() => confirmSignUp({ username, confirmationCode, options: { clientMetadata } }))
  endSignUp(username)
  return clientMetadata.browser !== ''
}

/**
 * Mails the code of sign-up once more.
 *
 * @returns 'confirmed' when the account is open already, and there is nothing to wait for
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

/** Changes the password of whoever is signed in. */
async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await askSignedIn(() => updatePassword({ oldPassword, newPassword }))
}

/** Closes the account of whoever is signed in. It cannot be undone. */
async function closeAccount(): Promise<void> {
  await askSignedIn(() => deleteUser())
}

/** One value, because this file is loaded when one of its functions is needed, and not before. */
export const accountCalls = {
  sendResetCode,
  chooseNewPassword,
  confirmAccount,
  resendConfirmation,
  changePassword,
  closeAccount,
  ...securityCalls,
}
