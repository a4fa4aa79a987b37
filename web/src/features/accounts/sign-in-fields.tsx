import type { AuthenticatorProps } from '@aws-amplify/ui-react'
import type { PasswordPolicy } from '@laurel/domain/password-policy'
import { ForgotPasswordLink } from './ForgotPasswordLink.tsx'
import { TypedPasswordRules } from './TypedPasswordRules.tsx'

type Fields = NonNullable<AuthenticatorProps['formFields']>

const EMAIL = { label: 'Work email', placeholder: '', isRequired: true }
const CODE = {
  label: 'Code',
  placeholder: '',
  isRequired: true,
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
}

/** Labels, hints and what the browser may fill in, screen by screen. */
export function signInFields(siteName: string, policy: PasswordPolicy): Fields {
  const newPassword = {
    label: 'New password',
    placeholder: '',
    autocomplete: 'new-password',
    isRequired: true,
    descriptiveText: <TypedPasswordRules policy={policy} />,
  }
  const confirmation = {
    label: 'Confirm password',
    placeholder: '',
    autocomplete: 'new-password',
    isRequired: true,
  }
  return {
    signIn: {
      username: EMAIL,
      password: {
        label: 'Password',
        placeholder: '',
        isRequired: true,
        ...{ descriptiveText: <ForgotPasswordLink /> },
      },
    },
    signUp: {
      email: { ...EMAIL, order: 1 },
      password: { ...newPassword, label: 'Password', order: 2 },
      confirm_password: { ...confirmation, order: 3 },
    },
    forgotPassword: { username: EMAIL },
    confirmSignUp: { confirmation_code: CODE },
    confirmSignIn: { confirmation_code: CODE },
    confirmVerifyUser: { confirmation_code: CODE },
    confirmResetPassword: {
      confirmation_code: { ...CODE, order: 1 },
      password: { ...newPassword, order: 2 },
      confirm_password: { ...confirmation, order: 3 },
    },
    forceNewPassword: { password: newPassword, confirm_password: confirmation },
    setupEmail: { email: EMAIL },
    setupTotp: { confirmation_code: CODE, QR: { totpIssuer: siteName } },
  }
}
