import type { CompanyBilling, putCompanyBilling } from '@laurel/contract/company-billing'
import type { AuditFacts } from '@laurel/domain/audit-words'
import {
  type BillingDetails,
  billingAddress,
  billingProblems,
  tidyBilling,
} from '@laurel/domain/company-billing'
import { assertNoProblems } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { type BillingRow, readBilling, saveBilling } from './billing.repo.ts'
import { changeCompany, noteChange } from './change-company.ts'
import { inCompany } from './companies.repo.ts'

type Wire = z.input<typeof CompanyBilling>

/** @throws {Refusal} `registration_incomplete` */
export function readCompanyBilling({ pool }: Pick<Kit, 'pool'>, actor: Customer): Promise<Wire> {
  const { siteId, company } = inCompany(actor)
  return inSite(pool, siteId, (db) => readBilling(db, siteId, company.id))
}

/** @throws {Refusal} `not_allowed`; `validation_failed`, naming each field */
export function changeBilling(
  kit: Pick<Kit, 'pool' | 'now'>,
  actor: Customer,
  given: z.output<typeof putCompanyBilling.body>,
): Promise<Wire> {
  const details = tidyBilling(detailsOf(given))
  assertNoProblems(billingProblems(details))
  return changeCompany(kit, actor, 'billing.manage', async (db, own) => {
    const { from_profile_of: _, ...before } = await readBilling(db, own.siteId, own.company.id)
    const row = rowOf(details)
    await saveBilling(db, own.siteId, own.company.id, row, kit.now())
    const facts = factsOf(detailsOf(before), details)
    if (Object.keys(facts).length > 0) noteChange(db, kit, own, 'company.billing_changed', facts)
    return { ...row, from_profile_of: null }
  })
}

function detailsOf(row: BillingRow): BillingDetails {
  return {
    legalBusinessName: row.legal_business_name,
    attention: row.attention,
    businessAddress1: row.business_address1,
    businessAddress2: row.business_address2,
    businessCity: row.business_city,
    businessState: row.business_state,
    businessZip: row.business_zip,
    email: row.email,
  }
}

function rowOf(details: BillingDetails): BillingRow {
  return {
    legal_business_name: details.legalBusinessName,
    attention: details.attention,
    business_address1: details.businessAddress1,
    business_address2: details.businessAddress2,
    business_city: details.businessCity,
    business_state: details.businessState,
    business_zip: details.businessZip,
    email: details.email,
  }
}

/** What is different, before and now. */
function factsOf(before: BillingDetails, after: BillingDetails): AuditFacts {
  const told = (one: BillingDetails) => ({
    legal_name: one.legalBusinessName,
    attention: one.attention,
    address: billingAddress(one).join(', '),
    email: one.email,
  })
  const [old, now] = [told(before), told(after)]
  const names = Object.keys(now) as (keyof typeof now)[]
  return Object.fromEntries(
    names
      .filter((name) => old[name] !== now[name])
      .flatMap((name) => [
        [`${name}_old`, old[name]],
        [`${name}_new`, now[name]],
      ]),
  )
}
