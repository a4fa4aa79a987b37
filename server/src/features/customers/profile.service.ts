import type { Customer as CustomerWire, patchCustomer } from '@laurel/contract/customers'
import { readLanguage } from '@laurel/domain/languages'
import { assertNoProblems, type FieldProblem } from '@laurel/domain/refusal'
import {
  isRegistrationComplete,
  normalizeProfile,
  type Profile,
  profileProblems,
  REQUIRED_PROFILE_FIELDS,
} from '@laurel/domain/registration'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import { listHeardAboutOptions } from '../catalog/catalog.repo.ts'
import { canUsePicture } from '../files/files.repo.ts'
import { type CustomerRow, lockCustomerRow, readCustomerRow, updateCustomerRow } from './customers.repo.ts'
import { maskedTaxNumber, openTaxNumber, sealTaxNumber } from './tax-number-seal.ts'

export type ProfileChange = z.output<typeof patchCustomer.body>

/** The profile fields the domain judges, beside their columns. The tax number has its own way. */
const COLUMNS = {
  firstName: 'first_name',
  lastName: 'last_name',
  legalBusinessName: 'legal_business_name',
  businessAddress1: 'business_address1',
  businessAddress2: 'business_address2',
  businessCity: 'business_city',
  businessState: 'business_state',
  businessZip: 'business_zip',
  heardAbout: 'heard_about',
  referralSource: 'referral_source',
  purposeOfOrder: 'purpose_of_order',
} as const
type ColumnField = keyof typeof COLUMNS
const COLUMN_FIELDS = Object.keys(COLUMNS) as ColumnField[]

export function readProfile(pool: Pool, actor: Customer): Promise<z.input<typeof CustomerWire>> {
  return inSite(pool, actor.siteId, async (db) => wire(await readCustomerRow(db, actor)))
}

/**
 * Updates the given profile fields and whether registration is complete. A tax number given as its mask stays.
 *
 * @throws {Refusal} `validation_failed`, naming each field; a required field can't be emptied
 * @see docs/spec.md §3, §5
 */
export function changeProfile(
  pool: Pool,
  dataSeal: Buffer,
  actor: Customer,
  change: ProfileChange,
): Promise<z.input<typeof CustomerWire>> {
  return inSite(pool, actor.siteId, async (db) => {
    const row = await lockCustomerRow(db, actor)
    const keepsTaxNumber =
      change.tax_number === undefined ||
      (row.tax_number_last4 !== '' && change.tax_number === maskedTaxNumber(row.tax_number_last4))
    const given = givenFields(change, keepsTaxNumber)
    // The stored fields come along because a ZIP code is read by its state.
    const profile = normalizeProfile({ ...storedFields(row), ...given })
    const judged = REQUIRED_PROFILE_FIELDS.filter((field) => field in given)
    assertNoProblems([
      ...profileProblems(profile, judged),
      ...(await heardAboutProblems(db, actor, row.heard_about, given.heardAbout)),
      ...(await logoProblems(db, actor, change.business_logo)),
    ])

    const isSameTaxNumber = keepsTaxNumber || profile.taxNumber === openTaxNumber(dataSeal, row)
    const sealed = isSameTaxNumber
      ? undefined
      : sealTaxNumber(dataSeal, actor.siteId, actor.customerId, profile.taxNumber!)
    const taxNumber = sealed?.tax_number_last4 ?? row.tax_number_last4
    const updated = await updateCustomerRow(db, actor, {
      ...columns(profile, given),
      ...sealed,
      ...(change.phone !== undefined && { phone: change.phone }),
      ...(change.business_logo !== undefined && { business_logo: change.business_logo }),
      ...(change.language !== undefined && { language: change.language }),
      registration_complete: isRegistrationComplete({ ...profile, taxNumber }),
    })
    // Forms send every field: only those with a new value are a change.
    const changed = (Object.keys(change) as (keyof ProfileChange)[]).filter((field) =>
      field === 'tax_number' ? sealed !== undefined : updated[field] !== row[field],
    )
    if (changed.length > 0) {
      record(db, actor.siteId, {
        actor: `customer:${actor.customerId}`,
        event: 'customer.profile_changed',
        subject: `customer:${actor.customerId}`,
        facts: { fields: changed.sort().join(' '), complete: updated.registration_complete },
        at: updated.updated_at,
      })
    }
    return wire(updated)
  })
}

function givenFields(change: ProfileChange, keepsTaxNumber: boolean): Profile {
  const given: Profile = {}
  for (const field of COLUMN_FIELDS) {
    const value = change[COLUMNS[field]]
    if (value !== undefined) given[field] = value
  }
  if (!keepsTaxNumber) given.taxNumber = change.tax_number
  return given
}

function storedFields(row: CustomerRow): Profile {
  return Object.fromEntries(COLUMN_FIELDS.map((field) => [field, row[COLUMNS[field]]]))
}

function columns(profile: Profile, given: Profile) {
  const changed = COLUMN_FIELDS.filter((field) => field in given)
  return Object.fromEntries(changed.map((field) => [COLUMNS[field], profile[field] ?? '']))
}

/** One of the site's answers, or the one kept from an earlier list. A site without a list takes any text. */
async function heardAboutProblems(
  db: Db,
  actor: Customer,
  kept: string,
  given: string | null | undefined,
): Promise<FieldProblem[]> {
  if (!given || given === kept) return []
  const options = await listHeardAboutOptions(db, actor.siteId)
  if (options.length === 0 || options.some(({ name }) => name === given)) return []
  return [{ field: 'heardAbout', code: 'invalid', message: /*i18n*/ 'Choose an answer from the list.' }]
}

async function logoProblems(db: Db, actor: Customer, key: string | undefined): Promise<FieldProblem[]> {
  if (key === undefined || key === '' || (await canUsePicture(db, actor, key))) return []
  return [{ field: 'businessLogo', code: 'unknown_file', message: /*i18n*/ 'Upload this logo first.' }]
}

function wire(row: CustomerRow): z.input<typeof CustomerWire> {
  return {
    ...row,
    language: readLanguage(row.language) ?? '',
    tax_number: maskedTaxNumber(row.tax_number_last4),
    invoice_emails: row.invoice_emails as string[],
  }
}
