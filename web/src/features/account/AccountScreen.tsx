import { formatPhone } from '@laurel/domain/phone'
import { stateName } from '@laurel/domain/us-states'
import { Link } from '@tanstack/react-router'
import { BusinessFields } from '../../parts/profile/BusinessFields.tsx'
import { OrderFields } from '../../parts/profile/OrderFields.tsx'
import { PersonFields } from '../../parts/profile/PersonFields.tsx'
import type { Customer } from '../../parts/profile/profile-draft.ts'
import { Tag } from '../../parts/Tag.tsx'
import { AddressBook } from './AddressBook.tsx'
import { ProfileSection } from './ProfileSection.tsx'

/** docs/spec.md §2, "/account/": profile, business, address book, and what is verified. */
export function AccountScreen() {
  return (
    <div className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1 className="pb-6">Account</h1>
      <ProfileSection
        title="You"
        text="Who we write to about an order."
        fields={['firstName', 'lastName', 'phone']}
        facts={(customer) => [
          { label: 'Name', value: `${customer.firstName} ${customer.lastName}`.trim() },
          { label: 'Email', value: <Email customer={customer} /> },
          { label: 'Phone', value: formatPhone(customer.phone) },
        ]}
        form={(entry) => <PersonFields entry={entry} />}
      />
      <ProfileSection
        title="Your business"
        text="As shown on your tax documents. We print it on receipts too."
        fields={[
          'legalBusinessName',
          'businessAddress1',
          'businessAddress2',
          'businessCity',
          'businessState',
          'businessZip',
          'taxNumber',
        ]}
        facts={(customer) => [
          { label: 'Legal business name', value: customer.legalBusinessName },
          { label: 'Address', value: <BusinessAddress customer={customer} /> },
          { label: 'Tax number', value: customer.taxNumber },
        ]}
        form={(entry, customer) => <BusinessFields entry={entry} keptTaxNumber={customer.taxNumber} />}
      />
      <ProfileSection
        title="About your orders"
        text="What you told us when you registered."
        fields={['heardAbout', 'referralSource', 'purposeOfOrder']}
        facts={(customer) => [
          { label: 'Heard about us', value: customer.heardAbout },
          { label: 'Who sent you', value: customer.referralSource },
          { label: 'What the cards are for', value: customer.purposeOfOrder },
        ]}
        form={(entry) => <OrderFields entry={entry} />}
      />
      <AddressBook />
    </div>
  )
}

/** It opens the account, so it is changed where the account's doors are. */
function Email({ customer }: { customer: Customer }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 break-words">{customer.email}</span>
      <Tag tone={customer.emailVerified ? 'good' : 'warn'}>
        {customer.emailVerified ? 'Confirmed' : 'Not confirmed'}
      </Tag>
      <Link to="/settings" hash="email" className="link">
        {customer.emailVerified ? 'Change it in settings' : 'Confirm it in settings'}
      </Link>
    </span>
  )
}

function BusinessAddress({ customer }: { customer: Customer }) {
  const { businessAddress1, businessAddress2, businessCity, businessState, businessZip } = customer
  if (!businessAddress1) return null
  return (
    <>
      {[businessAddress1, businessAddress2].filter(Boolean).join(', ')}
      <br />
      {businessCity}, {stateName(businessState)} {businessZip}
    </>
  )
}
