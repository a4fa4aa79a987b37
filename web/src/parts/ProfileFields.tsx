import { phoneProblem } from '@laurel/domain/phone'
import {
  FIELD_REQUIRED,
  normalizeProfile,
  profileProblems,
  REQUIRED_PROFILE_FIELDS,
} from '@laurel/domain/registration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../app/call.ts'
import { heardAboutQuery } from '../app/customer.queries.ts'
import { translated, useTexts } from '../app/texts.ts'
import { CityField } from './address/CityField.tsx'
import { StateField, ZipField } from './address/StateAndZip.tsx'
import { type FilledAddress, StreetField } from './address/StreetField.tsx'
import { UseMyLocation } from './address/UseMyLocation.tsx'
import { PhoneField } from './PhoneField.tsx'
import { Select } from './Select.tsx'
import { TextArea, TextField } from './TextField.tsx'

export type Customer = AnswerOf<'getCustomer'>
/** The profile while it is edited: the eleven fields and the optional ones. */
export type ProfileDraft = Omit<
  Customer,
  'id' | 'email' | 'emailVerified' | 'registrationComplete' | 'invoiceEmails' | 'language'
>

export function draftOf(customer: Customer): ProfileDraft {
  const {
    id: _,
    email: _email,
    emailVerified: _verified,
    registrationComplete: _complete,
    language: _language,
    invoiceEmails: _copies,
    ...draft
  } = customer
  return draft
}

/** The server sends a saved tax number masked, and keeps it when it comes back masked. */
function isMasked(taxNumber: string): boolean {
  return taxNumber.startsWith('•')
}

/** Errors by field, as the server would report them. */
export function profileErrors(
  draft: ProfileDraft,
  judged: readonly (keyof ProfileDraft)[] = [...REQUIRED_PROFILE_FIELDS, 'phone'],
): Record<string, string> {
  const fields = REQUIRED_PROFILE_FIELDS.filter(
    (field) => judged.includes(field) && !(field === 'taxNumber' && isMasked(draft.taxNumber)),
  )
  const problems = profileProblems(draft, fields)
  const unreachable = judged.includes('phone') ? phoneProblem(draft.phone) : undefined
  return {
    ...Object.fromEntries(problems.map(({ field, message = FIELD_REQUIRED }) => [field, message])),
    ...(unreachable && { phone: unreachable }),
  }
}

/** Normalizes a draft for sending: single spaces, hyphens in the ZIP code and the tax number. */
export function tidyProfile(draft: ProfileDraft): ProfileDraft {
  const { businessLogo, phone, taxNumber, ...rest } = draft
  const tidy = normalizeProfile({ ...rest, ...(!isMasked(taxNumber) && { taxNumber }) })
  return { ...draft, ...(tidy as Partial<ProfileDraft>), phone: phone.trim(), businessLogo }
}

type Entry<Name extends string> = {
  draft: Readonly<Record<Name, string>>
  change: (field: Name, value: string) => void
}

/** Passed from the form to a group of its fields. */
export type ProfileEntry = Entry<keyof ProfileDraft>

function fieldOf<Name extends string>({ draft, change }: Entry<Name>, name: Name) {
  return { name, value: draft[name], onChange: (value: string) => change(name, value) }
}

export function ProfilePersonFields({ entry }: { entry: ProfileEntry }) {
  const i18n = useTexts()

  return (
    <>
      <div className="grid grid-cols-2 gap-4 tiny:grid-cols-1">
        <TextField
          label={i18n.t('First name')}
          autoComplete="given-name"
          maxLength={40}
          isRequired
          {...fieldOf(entry, 'firstName')}
        />
        <TextField
          label={i18n.t('Last name')}
          autoComplete="family-name"
          maxLength={50}
          isRequired
          {...fieldOf(entry, 'lastName')}
        />
      </div>
      <PhoneField
        label={i18n.t('Phone (optional)')}
        hint={i18n.t('For questions about an order.')}
        {...fieldOf(entry, 'phone')}
      />
    </>
  )
}

type BusinessFieldsProps = {
  entry: ProfileEntry
  /** The saved tax number, masked, or ''. */
  keptTaxNumber: string
}

export function BusinessFields({ entry, keptTaxNumber }: BusinessFieldsProps) {
  return (
    <>
      <BusinessAddressFields entry={entry} />
      <TaxNumberField {...fieldOf(entry, 'taxNumber')} kept={keptTaxNumber} />
    </>
  )
}

type BusinessField = Extract<keyof ProfileDraft, 'legalBusinessName' | `business${string}`>
type BusinessAddressFieldsProps = {
  entry: Entry<Exclude<BusinessField, 'businessLogo'>>
  afterName?: ReactNode
}

const BUSINESS_FIELDS = {
  address1: 'businessAddress1',
  address2: 'businessAddress2',
  city: 'businessCity',
  state: 'businessState',
  zip: 'businessZip',
} as const satisfies Record<keyof FilledAddress, string>

/** What documents show of a business. */
export function BusinessAddressFields({ entry, afterName }: BusinessAddressFieldsProps) {
  const i18n = useTexts()

  function fill(address: FilledAddress) {
    for (const [name, value] of Object.entries(address)) {
      entry.change(BUSINESS_FIELDS[name as keyof FilledAddress], value)
    }
  }

  return (
    <>
      <TextField
        label={i18n.t('Legal business name')}
        autoComplete="organization"
        maxLength={100}
        isRequired
        {...fieldOf(entry, 'legalBusinessName')}
      />
      {afterName}
      <StreetField
        autoComplete="address-line1"
        maxLength={50}
        isRequired
        {...fieldOf(entry, 'businessAddress1')}
        address2={entry.draft.businessAddress2}
        address2Name="businessAddress2"
        onFill={fill}
      />
      <TextField
        label={i18n.t('Suite, floor (optional)')}
        autoComplete="address-line2"
        maxLength={50}
        {...fieldOf(entry, 'businessAddress2')}
      />
      <div className="grid grid-cols-[1fr_1.4fr] gap-4 tiny:grid-cols-1">
        <ZipField
          {...fieldOf(entry, 'businessZip')}
          city={entry.draft.businessCity}
          state={entry.draft.businessState}
          onFill={fill}
        />
        <CityField
          autoComplete="address-level2"
          maxLength={28}
          isRequired
          {...fieldOf(entry, 'businessCity')}
          state={entry.draft.businessState}
          zip={entry.draft.businessZip}
          onFill={fill}
        />
      </div>
      {entry.draft.businessZip === '' &&
        entry.draft.businessCity === '' &&
        entry.draft.businessState === '' && (
          <UseMyLocation onFill={({ zip, city, state }) => fill({ zip, city, state })} />
        )}
      <StateField {...fieldOf(entry, 'businessState')} />
    </>
  )
}

type TaxNumberFieldProps = {
  name: string
  value: string
  onChange: (value: string) => void
  /** The saved number, masked, or ''. */
  kept: string
}

/** A saved number shows its last four digits and can only be replaced as a whole. */
function TaxNumberField({ name, value, onChange, kept }: TaxNumberFieldProps) {
  const i18n = useTexts()
  const isKept = kept !== '' && isMasked(value)
  return (
    <TextField
      label={i18n.t('Tax number')}
      name={name}
      value={value}
      onChange={onChange}
      isReadOnly={isKept}
      isRequired
      autoComplete="off"
      inputMode="numeric"
      maxLength={20}
      hint={
        isKept
          ? i18n.t('Stored encrypted. We show only the last four digits.')
          : i18n.t('Your EIN, such as 12-3456789, or a social security number. We keep it encrypted.')
      }
      aside={
        kept !== '' && (
          <button type="button" className="link" onClick={() => onChange(isKept ? '' : kept)}>
            {isKept ? i18n.t('Replace') : i18n.t('Keep current number')}
          </button>
        )
      }
    />
  )
}

export function OrderFields({ entry }: { entry: ProfileEntry }) {
  const i18n = useTexts()
  const { data: options } = useSuspenseQuery(heardAboutQuery)
  const { name, value, onChange } = fieldOf(entry, 'heardAbout')
  // An answer from an earlier list stays selectable.
  const [kept] = useState(value)
  const names = [...new Set([...options.map((option) => option.name), kept])].filter(Boolean)
  return (
    <>
      <Select
        label={i18n.t('How did you hear about us?')}
        name={name}
        options={names.map((one) => ({ value: one, label: translated(i18n, one) }))}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      <TextField
        label={i18n.t('Who referred you?')}
        hint={i18n.t('A person, a company, or an event. If no one did, enter “None”.')}
        autoComplete="off"
        maxLength={100}
        isRequired
        {...fieldOf(entry, 'referralSource')}
      />
      <TextArea
        label={i18n.t('What are the cards for?')}
        hint={i18n.t('Thanking your team, a customer program, a raffle: a few words are enough.')}
        maxLength={300}
        rows={3}
        isRequired
        {...fieldOf(entry, 'purposeOfOrder')}
      />
    </>
  )
}
