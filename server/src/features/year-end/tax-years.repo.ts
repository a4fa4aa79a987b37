import { type TaxYear, thresholdOf } from '@laurel/domain/year-end'
import type { Db } from '../../database/database.ts'

/** The installation's thresholds, which operators add years to (docs/runbooks/tax-years.md). */
export async function listTaxYears(db: Db): Promise<TaxYear[]> {
  const rows = await db.selectFrom('tax_years').selectAll().orderBy('year').execute()
  return rows.map(({ year, form_1099_cents }) => ({ year, form1099Cents: form_1099_cents }))
}

/** From how much on people are reported in a year, in cents. */
export async function readThreshold(db: Db, year: number): Promise<number> {
  const cents = thresholdOf(await listTaxYears(db), year)
  if (cents === undefined)
    throw new Error(`no threshold for ${year}: the table tax_years has no earlier year`)
  return cents
}
