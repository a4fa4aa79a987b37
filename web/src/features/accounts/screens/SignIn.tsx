import { useEffect, useState } from 'react'
import { forgetSignInProblem, isUnanswered, useSignInProblem } from '../../../app/account-problem.ts'
import { useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { Note } from '../../../parts/Note.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { EmailField } from '../EmailField.tsx'
import { emailProblem } from '../form-problems.ts'
import { Screen } from '../Screen.tsx'
import { SocialWays } from '../SocialWays.tsx'
import { useAuth, useSignInFlow } from '../sign-in-flow.ts'

export function SignIn() {
  const i18n = useTexts()
  const { submitForm, toForgotPassword, isPending, problem } = useAuth()
  const { accounts } = useSite()
  const { email, setEmail, onCodeWish, takeConfirmedPassword } = useSignInFlow()
  /** Why signing in with another service failed. */
  const serviceProblem = useSignInProblem()
  const [password, setPassword] = useState('')

  useEffect(() => forgetSignInProblem, [])
  // Continues the sign-in that was interrupted because the account wasn't confirmed.
  useEffect(() => {
    const given = takeConfirmedPassword()
    if (given === undefined) return
    setPassword(given)
    submitForm({ username: email, password: given })
  }, [takeConfirmedPassword, submitForm, email])
  // The service doesn't say whether the email or password was wrong. Without an answer, keep both.
  useEffect(() => {
    if (problem && !isUnanswered(problem)) setPassword('')
  }, [problem])

  const byCode = () => ({ email: emailProblem(email) })

  function enterByCode() {
    onCodeWish()
    submitForm({ username: email })
  }

  return (
    <Screen problem={problem} again="password">
      {serviceProblem && <Note tone="bad">{serviceProblem}</Note>}
      <Form
        onSubmit={() => submitForm({ username: email, password })}
        check={() => ({ ...byCode(), ...missing({ password }) })}
        problem={problem}
      >
        {(_, passes) => (
          <>
            <EmailField value={email} onChange={setEmail} />
            <TextField
              label={i18n.t('Password')}
              aside={
                <button
                  type="button"
                  className="link inline-flex min-h-6 items-center"
                  onClick={toForgotPassword}
                >
                  {i18n.t('Forgot password?')}
                </button>
              }
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              isRequired
            />
            <Button look="primary" size="big" type="submit" isPending={isPending}>
              {i18n.t('Sign in')}
            </Button>
            {accounts.emailCodeSignIn && (
              <Button size="big" onClick={() => passes(byCode) && enterByCode()}>
                {i18n.t('Email me a code')}
              </Button>
            )}
          </>
        )}
      </Form>
      <SocialWays screen="signIn" />
    </Screen>
  )
}
