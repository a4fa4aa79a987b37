import { Checkbox } from '../../../parts/Checkbox.tsx'
import { Select } from '../../../parts/Select.tsx'
import type { OfficeSite } from './site.queries.ts'
import type { SiteDraft } from './use-site-draft.ts'

type Accounts = OfficeSite['accounts']
type SignUpField = Accounts['signUpFields'][number]

const SCREENS = [
  { value: 'signIn', label: 'Sign in' },
  { value: 'signUp', label: 'Create an account' },
  { value: 'forgotPassword', label: 'Forgot the password' },
] as const
const FLOWS = [
  {
    value: 'USER_PASSWORD_AUTH',
    label: 'Over TLS, as they are',
    detail: 'Every account can sign in.',
  },
  {
    value: 'USER_SRP_AUTH',
    label: 'Not at all (SRP)',
    detail: 'The browser proves that it knows them.',
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

/** What customers see first, how their password travels, and what sign-up asks. */
export function SignInFields({ draft }: { draft: SiteDraft }) {
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
          Instead of a password. Not offered while a second step is required.
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
        <p className="font-medium text-label">Sign-up asks, beside email and password</p>
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
