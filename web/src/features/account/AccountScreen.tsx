import { api } from '@laurel/contract/routes'
import { formatPhone } from '@laurel/domain/phone'
import { stateName } from '@laurel/domain/us-states'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../app/call.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { useTexts } from '../../app/texts.ts'
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
  const i18n = useTexts()

  return (
    <div className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1 className="pb-6">{i18n.t('Account')}</h1>
      <ProfileSection
        title={i18n.t('You')}
        text={i18n.t('Who we contact about orders.')}
        fields={['firstName', 'lastName', 'phone']}
        facts={(customer) => [
          { label: i18n.t('Name'), value: `${customer.firstName} ${customer.lastName}`.trim() },
          { label: i18n.t('Email'), value: <Email customer={customer} /> },
          { label: i18n.t('Phone'), value: formatPhone(customer.phone) },
        ]}
        form={(entry) => <ProfilePersonFields entry={entry} />}
      />
      <ProfileSection
        title={i18n.t('Your business')}
        text={i18n.t(
          'As shown on your tax documents. Invoices and receipts show your company’s billing details.',
        )}
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
          { label: i18n.t('Legal business name'), value: customer.legalBusinessName },
          { label: i18n.t('Address'), value: <BusinessAddress customer={customer} /> },
          { label: i18n.t('Tax number'), value: customer.taxNumber },
        ]}
        form={(entry, customer) => <BusinessFields entry={entry} keptTaxNumber={customer.taxNumber} />}
      />
      <ProfileSection
        title={i18n.t('About your orders')}
        text={i18n.t('What you told us when you registered.')}
        fields={['heardAbout', 'referralSource', 'purposeOfOrder']}
        facts={(customer) => [
          { label: i18n.t('Heard about us'), value: customer.heardAbout },
          { label: i18n.t('Referred by'), value: customer.referralSource },
          { label: i18n.t('Purpose'), value: customer.purposeOfOrder },
        ]}
        form={(entry) => <OrderFields entry={entry} />}
      />
      <AddressBook />
    </div>
  )
}

/** The email signs in to the account, so it is changed on the settings screen. */
function Email({ customer }: { customer: Customer }) {
  const i18n = useTexts()

  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 break-words">{customer.email}</span>
      <Tag tone={customer.emailVerified ? 'good' : 'warn'}>
        {customer.emailVerified ? i18n.t('Confirmed') : i18n.t('Not confirmed')}
      </Tag>
      <Link to="/settings" hash="email" className="link">
        {customer.emailVerified ? i18n.t('Change in settings') : i18n.t('Confirm in settings')}
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
  const i18n = useTexts()
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
                  {value || <span className="text-muted">{i18n.t('Not provided')}</span>}
                </dd>
              </div>
            ))}
          </dl>
          <Button
            ref={changeButton}
            className="mt-6"
            aria-label={i18n.t('Change: {title}', { title })}
            onClick={() => setEdited(true)}
          >
            {i18n.t('Change')}
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
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(customer))
  const saving = useMutation({
    mutationFn: (body: Partial<ProfileDraft>) => call(api.patchCustomer, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(customerQueries.me().queryKey, saved)
      showToast({ title: i18n.t('Saved') })
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
          {i18n.t('Save')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </Form>
  )
}
