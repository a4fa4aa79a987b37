/** The screens of docs/spec.md §2, "Sign-in screens", by the names the accounts library gives them. */
const TITLES: Record<string, string> = {
  confirmSignUp: 'Check your inbox',
  selectMfaType: 'How do you want to confirm it is you?',
  setupEmail: 'Codes by email',
  setupTotp: 'Set up your authenticator app',
  saveRecoveryCodes: 'Save your recovery codes',
  useRecoveryCode: 'Use a recovery code',
  forceNewPassword: 'Choose a new password',
  forgotPassword: 'Reset your password',
  confirmResetPassword: 'Choose a new password',
  verifyUser: 'Confirm how we reach you',
  confirmVerifyUser: 'Enter the code we sent you',
}

const CHALLENGES: Record<string, string> = {
  SMS_MFA: 'Enter the code we texted you',
  EMAIL_OTP: 'Enter the code we emailed you',
  SOFTWARE_TOKEN_MFA: 'Enter the code your app shows',
}

/** What stands at the top of the door. */
export function screenTitle(screen: string, challenge: string | undefined, siteName: string): string {
  if (screen === 'confirmSignIn') return CHALLENGES[challenge ?? ''] ?? 'Enter your code'
  if (screen === 'selectMfaType' && challenge === 'MFA_SETUP') return 'Add a second step'
  return TITLES[screen] ?? `Welcome to ${siteName}`
}
