import { useAuthenticator } from '@aws-amplify/ui-react'

/** Stands at the right of the password's label. */
export function ForgotPasswordLink() {
  const { toForgotPassword } = useAuthenticator((context) => [context.toForgotPassword])
  return (
    <button type="button" className="link inline-flex min-h-6 items-center" onClick={toForgotPassword}>
      Forgot password?
    </button>
  )
}
