import { useMemo, useState } from 'react'
import { passwordPolicyOf, useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../../parts/NewPasswordFields.tsx'
import { AttributeFields, useAttributes } from '../AttributeFields.tsx'
import { fieldToFix } from '../form-problems.ts'
import { Screen } from '../Screen.tsx'
import { useAuth, useSignInFlow } from '../sign-in-flow.ts'
import { attributeProblems, attributesAmong } from '../sign-up-attributes.ts'

/** First sign-in to an account that staff created: choose a password and fill in missing attributes. */
export function ForceNewPassword() {
  const i18n = useTexts()
  const site = useSite()
  const { submitForm, toSignIn, isPending, problem, fields } = useAuth()
  const { onNewPassword } = useSignInFlow()
  const policy = useMemo(() => passwordPolicyOf(site), [site])
  const entry = useNewPassword(policy)
  // The accounts library lists the service's missing attributes among the form's fields.
  const [asked] = useState(() => attributesAmong(fields.map(({ name }) => name)))
  const { values, change, sent } = useAttributes()

  function save() {
    onNewPassword(entry.password)
    submitForm({ password: entry.password, ...sent(asked) })
  }

  return (
    <Screen
      lead={
        asked.length > 0
          ? i18n.t('Replace your temporary password and complete your details.')
          : i18n.t('Replace your temporary password.')
      }
      problem={problem}
      again={fieldToFix(problem)}
    >
      <Form
        onSubmit={save}
        check={() => ({ ...attributeProblems(asked, values), ...entry.findErrors() })}
        problem={problem}
      >
        <AttributeFields asked={asked} values={values} onChange={change} />
        <NewPasswordFields policy={policy} entry={entry} />
        <Button look="primary" size="big" type="submit" isPending={isPending}>
          {i18n.t('Save this password')}
        </Button>
        <Button look="link" className="justify-self-center" onClick={toSignIn}>
          {i18n.t('Back to sign in')}
        </Button>
      </Form>
    </Screen>
  )
}
