import { formatCents } from '@laurel/domain/money'
import { useId } from 'react'
import { day, moment } from '../times.ts'
import type { OfficeCustomer } from './customers.queries.ts'

type Props = { customer: OfficeCustomer }

export function BusinessFacts({ customer }: Props) {
  return (
    <Facts
      title="Business"
      facts={[
        ['Business', customer.company],
        ['Address', customer.address],
        ['Tax number', customer.taxNumber],
        ['Person', customer.name],
        ['Email', customer.email && `${customer.email}${customer.emailVerified ? '' : ', not verified'}`],
        ['Phone', customer.phone],
        ['Heard about us', customer.heardAbout],
        ['Referred by', customer.referralSource],
        ['Orders for', customer.purposeOfOrder],
        ['Customer since', day(customer.createdAt)],
      ]}
    />
  )
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  CONFIRMED: 'Confirmed',
  UNCONFIRMED: 'Email not confirmed yet',
  FORCE_CHANGE_PASSWORD: 'Must choose a password',
  RESET_REQUIRED: 'Must reset the password',
}
const FACTOR_WORDS: Readonly<Record<string, string>> = {
  SOFTWARE_TOKEN_MFA: 'Authenticator app',
  SMS_MFA: 'Text message',
  EMAIL_OTP: 'Email',
}

export function SignInFacts({ customer: { signIn, state } }: Props) {
  const facts: [string, string][] = signIn
    ? [
        ['Account', STATUS_WORDS[signIn.status] ?? signIn.status],
        ['Second step', signIn.factors.map((one) => FACTOR_WORDS[one] ?? one).join(', ') || 'None'],
        ['Last signed in', signIn.lastSignedInAt ? moment(signIn.lastSignedInAt) : 'Never yet'],
      ]
    : [['Account', state === 'closed' ? 'Deleted' : 'Kept in a user pool elsewhere, or deleted']]
  return <Facts title="Sign-in" facts={facts} />
}

export function LimitFacts({ customer: { limits } }: Props) {
  const newWords = `Until ${day(limits.newUntil)}: orders above ${formatCents(limits.newAccountOrderCents)} are looked at`
  return (
    <Facts
      title="Limits"
      facts={[
        ['One order', formatCents(limits.maxOrderCents)],
        ['In a day', `${formatCents(limits.orderedTodayCents)} of ${formatCents(limits.dayLimitCents)}`],
        ['New account', limits.isNew ? newWords : 'No longer'],
      ]}
    />
  )
}

function Facts({ title, facts }: { title: string; facts: readonly [label: string, value: string][] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <dl className="mt-3 grid gap-1.5">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="flex gap-3">
              <dt className="w-30 shrink-0 text-muted">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
