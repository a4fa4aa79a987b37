import { fieldErrors } from '../../../app/api-problem.ts'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Note } from '../../../parts/Note.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { Select } from '../../../parts/Select.tsx'
import { LinesField } from '../catalog/EntryField.tsx'
import { SaveBar, type SiteDraft, useSiteDraft } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'

const RULES = [
  { path: 'requireLowercase', label: 'Lowercase letter' },
  { path: 'requireUppercase', label: 'Uppercase letter' },
  { path: 'requireNumbers', label: 'Number' },
  { path: 'requireSymbols', label: 'Special character' },
] as const
const MFA = [
  { value: 'off', label: 'Off' },
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
] as const
const FACTORS = [
  { value: 'TOTP', label: 'Authenticator app' },
  { value: 'EMAIL', label: 'Email' },
  { value: 'SMS', label: 'Text message' },
] as const

/** How customers sign in. */
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
          An external user pool manages these accounts. Keep these settings in line with its rules.
        </Note>
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-3 font-semibold">Passwords</legend>
        <NumberField
          label="Minimum length"
          name="accounts.passwordPolicy.minLength"
          value={Number(draft.at('accounts.passwordPolicy.minLength'))}
          onChange={(value) => draft.change('accounts.passwordPolicy.minLength', value)}
          hasSteps
          minValue={6}
          maxValue={99}
        />
        <p className="mt-2 font-medium text-label">Must contain</p>
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
          label="Blocked words"
          name="accounts.blockedWords"
          hint="One per line, for example your site’s name."
          value={draft.at('accounts.blockedWords') as string[]}
          onChange={(value) => draft.change('accounts.blockedWords', value)}
          problem={draft.save.error}
        />
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-3 font-semibold">Second step</legend>
        <Select
          label="Requirement"
          name="accounts.mfa"
          options={MFA}
          value={mfa}
          onChange={(value) => value && draft.change('accounts.mfa', value)}
        />
        {mfa !== 'off' && (
          <>
            <p className="mt-2 font-medium text-label">Methods</p>
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

type Accounts = OfficeSite['accounts']
type SignUpField = Accounts['signUpFields'][number]

const SCREENS = [
  { value: 'signIn', label: 'Sign in' },
  { value: 'signUp', label: 'Create an account' },
  { value: 'forgotPassword', label: 'Reset password' },
] as const
const FLOWS = [
  {
    value: 'USER_PASSWORD_AUTH',
    label: 'Over TLS',
    detail: 'Every account can sign in.',
  },
  {
    value: 'USER_SRP_AUTH',
    label: 'Never (SRP)',
    detail: 'The browser proves it knows the password without sending it.',
  },
] as const
const SIGN_UP_FIELDS: readonly { value: SignUpField; label: string }[] = [
  { value: 'given_name', label: 'First name' },
  { value: 'family_name', label: 'Last name' },
  { value: 'middle_name', label: 'Middle name' },
  { value: 'name', label: 'Full name' },
  { value: 'nickname', label: 'Nickname' },
  { value: 'preferred_username', label: 'Preferred username' },
  { value: 'phone_number', label: 'Phone number' },
  { value: 'birthdate', label: 'Date of birth' },
  { value: 'website', label: 'Website' },
  { value: 'profile', label: 'Profile' },
]

/** The first screen, the sign-in protocol, and the sign-up fields. */
function SignInFields({ draft }: { draft: SiteDraft }) {
  const asked = draft.at('accounts.signUpFields') as SignUpField[]
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold">Signing in</legend>
      <Select
        label="First screen"
        name="accounts.initialScreen"
        options={SCREENS}
        value={draft.at('accounts.initialScreen') as Accounts['initialScreen']}
        onChange={(value) => value && draft.change('accounts.initialScreen', value)}
      />
      <Select
        label="Passwords are sent"
        name="accounts.authFlow"
        options={FLOWS}
        value={draft.at('accounts.authFlow') as Accounts['authFlow']}
        onChange={(value) => value && draft.change('accounts.authFlow', value)}
      />
      <div className="grid gap-1">
        <Checkbox
          isSelected={draft.at('accounts.emailCodeSignIn') === true}
          onChange={(isOn) => draft.change('accounts.emailCodeSignIn', isOn)}
        >
          Let customers sign in with a code we email them
        </Checkbox>
        <p className="ps-8 text-muted text-small">
          Replaces the password. Not available while a second step is required.
        </p>
      </div>
      <div className="grid gap-1">
        <Checkbox
          isSelected={draft.at('accounts.hideAccounts') === true}
          onChange={(isOn) => draft.change('accounts.hideAccounts', isOn)}
        >
          Hide who has an account
        </Checkbox>
        <p className="ps-8 text-muted text-small">
          Sign-up doesn’t say that an email already has an account. Its owner gets an email instead.
        </p>
      </div>
      <div>
        <p className="font-medium text-label">Sign-up also asks for</p>
        {SIGN_UP_FIELDS.map(({ value, label }) => (
          <Checkbox
            key={value}
            isSelected={asked.includes(value)}
            onChange={(isOn) =>
              draft.change(
                'accounts.signUpFields',
                SIGN_UP_FIELDS.map((field) => field.value).filter((one) =>
                  one === value ? isOn : asked.includes(one),
                ),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
