import { fieldErrors } from '../../../app/api-problem.ts'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Note } from '../../../parts/Note.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { Select } from '../../../parts/Select.tsx'
import { LinesField } from './ListField.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SignInFields } from './SignInFields.tsx'
import type { OfficeSite } from './site.queries.ts'
import { useSiteDraft } from './use-site-draft.ts'

const RULES = [
  { path: 'requireLowercase', label: 'A small letter' },
  { path: 'requireUppercase', label: 'A capital letter' },
  { path: 'requireNumbers', label: 'A digit' },
  { path: 'requireSymbols', label: 'A special character' },
] as const
const MFA = [
  { value: 'off', label: 'Nobody is asked' },
  { value: 'optional', label: 'Whoever wants it' },
  { value: 'required', label: 'Everybody' },
] as const
const FACTORS = [
  { value: 'TOTP', label: 'Authenticator app' },
  { value: 'EMAIL', label: 'Email' },
  { value: 'SMS', label: 'Text message' },
] as const

/** How customers prove who they are. */
export function AccountsPart({ site }: { site: OfficeSite }) {
  const draft = useSiteDraft(site)
  const types = draft.at('accounts.mfaTypes') as string[]
  const mfa = draft.at('accounts.mfa') as OfficeSite['accounts']['mfa']
  const factorError = fieldErrors(draft.save.error)['accounts.mfaTypes']
  return (
    <Form
      onSubmit={() => draft.save.mutate()}
      problem={draft.save.error}
      className="grid max-w-[640px] gap-8"
    >
      {site.accountsElsewhere && (
        <Note tone="warn">
          A user pool elsewhere keeps the accounts. Its rules are set there; these are what the forms say.
        </Note>
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-3 font-semibold">Passwords</legend>
        <NumberField
          label="Fewest characters"
          name="accounts.passwordPolicy.minLength"
          value={Number(draft.at('accounts.passwordPolicy.minLength'))}
          onChange={(value) => draft.change('accounts.passwordPolicy.minLength', value)}
          hasSteps
          minValue={6}
          maxValue={99}
        />
        <p className="mt-2 font-medium text-label">And in it</p>
        {RULES.map(({ path, label }) => (
          <Checkbox
            key={path}
            isSelected={draft.at(`accounts.passwordPolicy.${path}`) === true}
            onChange={(isOn) => draft.change(`accounts.passwordPolicy.${path}`, isOn)}
          >
            {label}
          </Checkbox>
        ))}
        <LinesField
          label="Words that may not be in it"
          name="accounts.blockedWords"
          hint="One in each line: the name of the site, for example."
          value={draft.at('accounts.blockedWords') as string[]}
          onChange={(value) => draft.change('accounts.blockedWords', value)}
          problem={draft.save.error}
        />
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-3 font-semibold">Second step</legend>
        <Select
          label="Asked of"
          name="accounts.mfa"
          options={MFA}
          value={mfa}
          onChange={(value) => value && draft.change('accounts.mfa', value)}
        />
        {mfa !== 'off' && (
          <>
            <p className="mt-2 font-medium text-label">By</p>
            {FACTORS.map(({ value, label }) => (
              <Checkbox
                key={value}
                isSelected={types.includes(value)}
                onChange={(isOn) =>
                  draft.change(
                    'accounts.mfaTypes',
                    isOn ? [...types, value] : types.filter((one) => one !== value),
                  )
                }
              >
                {label}
              </Checkbox>
            ))}
          </>
        )}
        {factorError && <ErrorText>{factorError}</ErrorText>}
      </fieldset>
      <SignInFields draft={draft} />
      <SaveBar draft={draft} />
    </Form>
  )
}
