import { api } from '@laurel/contract/routes'
import { formatPhone } from '@laurel/domain/phone'
import { stateName } from '@laurel/domain/us-states'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../app/call.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import {
  BusinessFields,
  type Customer,
  draftOf,
  OrderFields,
  type ProfileDraft,
  type ProfileEntry,
  ProfilePersonFields,
  profileErrors,
  tidyProfile,
} from '../../parts/ProfileFields.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { Section } from '../../parts/Section.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { AddressBook } from './AddressBook.tsx'

/** docs/spec.md §2, "/account/": profile, business, address book, and what is verified. */
export function AccountScreen() {
  return (
    <div className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1 className="pb-6">Account</h1>
      <ProfileSection
        title="You"
        text="Who we contact about orders."
        fields={['firstName', 'lastName', 'phone']}
        facts={(customer) => [
          { label: 'Name', value: `${customer.firstName} ${customer.lastName}`.trim() },
          { label: 'Email', value: <Email customer={customer} /> },
          { label: 'Phone', value: formatPhone(customer.phone) },
        ]}
        form={(entry) => <ProfilePersonFields entry={entry} />}
      />
      <ProfileSection
        title="Your business"
        text="As shown on your tax documents. Invoices and receipts show your company’s billing details."
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
          { label: 'Referred by', value: customer.referralSource },
          { label: 'Purpose', value: customer.purposeOfOrder },
        ]}
        form={(entry) => <OrderFields entry={entry} />}
      />
      <AddressBook />
    </div>
  )
}

/** The email signs in to the account, so it is changed on the settings screen. */
function Email({ customer }: { customer: Customer }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 break-words">{customer.email}</span>
      <Tag tone={customer.emailVerified ? 'good' : 'warn'}>
        {customer.emailVerified ? 'Confirmed' : 'Not confirmed'}
      </Tag>
      <Link to="/settings" hash="email" className="link">
        {customer.emailVerified ? 'Change in settings' : 'Confirm in settings'}
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

type ProfileSectionProps = {
  title: string
  text: string
  /** The only fields that this section changes. */
  fields: readonly (keyof ProfileDraft)[]
  facts: (customer: Customer) => Fact[]
  form: (entry: ProfileEntry, customer: Customer) => ReactNode
}

type Fact = { label: string; value: ReactNode }

/** A part of the profile, edited in place. */
function ProfileSection({ title, text, fields, facts, form }: ProfileSectionProps) {
  const { data: customer } = useSuspenseQuery(customerQueries.me())
  const [isEdited, setEdited] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)

  function close() {
    flushSync(() => setEdited(false))
    changeButton.current?.focus()
  }

  return (
    <Section title={title} text={text}>
      {isEdited ? (
        <Suspense fallback={<Spinner className="py-12" />}>
          <ProfileForm customer={customer} fields={fields} form={form} onClose={close} />
        </Suspense>
      ) : (
        <>
          <dl className="grid gap-4">
            {facts(customer).map(({ label, value }) => (
              <div key={label} className="grid grid-cols-[200px_1fr] gap-x-4 narrow:grid-cols-1">
                <dt className="text-muted">{label}</dt>
                <dd className="min-w-0 break-words">
                  {value || <span className="text-muted">Not provided</span>}
                </dd>
              </div>
            ))}
          </dl>
          <Button
            ref={changeButton}
            className="mt-6"
            aria-label={`Change ${title.toLowerCase()}`}
            onClick={() => setEdited(true)}
          >
            Change
          </Button>
        </>
      )}
    </Section>
  )
}

type ProfileFormProps = Pick<ProfileSectionProps, 'fields' | 'form'> & {
  customer: Customer
  onClose: () => void
}

function ProfileForm({ customer, fields, form, onClose }: ProfileFormProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(customer))
  const saving = useMutation({
    mutationFn: (body: Partial<ProfileDraft>) => call(api.patchCustomer, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(customerQueries.me().queryKey, saved)
      showToast({ title: 'Saved' })
      onClose()
    },
  })

  function save() {
    const tidy = tidyProfile(draft)
    saving.mutate(Object.fromEntries(fields.map((field) => [field, tidy[field]])))
  }

  return (
    <Form onSubmit={save} check={() => profileErrors(draft, fields)} problem={saving.error}>
      {form(
        { draft, change: (field, value) => setDraft((before) => ({ ...before, [field]: value })) },
        customer,
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="primary" type="submit" isPending={saving.isPending}>
          Save
        </Button>
        <Button look="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
