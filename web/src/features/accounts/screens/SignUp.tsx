import { useMemo } from 'react'
import { passwordPolicyOf, useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../../parts/NewPasswordFields.tsx'
import { AttributeFields, useAttributes } from '../AttributeFields.tsx'
import { EmailField } from '../EmailField.tsx'
import { emailProblem, fieldToFix } from '../form-problems.ts'
import { Screen } from '../Screen.tsx'
import { SocialWays } from '../SocialWays.tsx'
import { useAuth, useSignInFlow } from '../sign-in-flow.ts'
import { attributeProblems, attributesAmong } from '../sign-up-attributes.ts'

/** The service's message for a taken name, which may be an account that was never confirmed. */
const TAKEN = /already an account/i

/** docs/spec.md §4, "Sign-up: edit, validate, submit". */
export function SignUp() {
  const i18n = useTexts()
  const site = useSite()
  const { submitForm, toSignIn, isPending, problem } = useAuth()
  const { email, setEmail, leaveTo } = useSignInFlow()
  const policy = useMemo(() => passwordPolicyOf(site), [site])
  const entry = useNewPassword(policy)
  const asked = useMemo(() => attributesAmong(site.accounts.signUpFields), [site])
  const { values, change, sent } = useAttributes()
  const isTaken = problem !== undefined && TAKEN.test(problem.message)

  return (
    <Screen problem={problem} again={fieldToFix(problem)}>
      <Form
        onSubmit={() => submitForm({ email, password: entry.password, ...sent(asked) })}
        check={() => ({
          email: emailProblem(email),
          ...attributeProblems(asked, values),
          ...entry.findErrors(),
        })}
        problem={problem}
      >
        {isTaken && (
          <div className="-mt-2 flex flex-wrap gap-x-6">
            <Button look="link" onClick={toSignIn}>
              {i18n.t('Sign in')}
            </Button>
            <Button look="link" onClick={() => leaveTo('/reset-password', email)}>
              {i18n.t('Reset your password')}
            </Button>
            <Button look="link" onClick={() => leaveTo('/confirm-signup', email)}>
              {i18n.t('I have a code')}
            </Button>
          </div>
        )}
        <EmailField value={email} onChange={setEmail} />
        <AttributeFields asked={asked} values={values} onChange={change} />
        <NewPasswordFields policy={policy} entry={entry} label={i18n.t('Password')} />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          {i18n.t('Create account')}
        </Button>
      </Form>
      <SocialWays screen="signUp" />
    </Screen>
  )
}
