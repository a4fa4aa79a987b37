import { taxNumberLastFour } from '@laurel/domain/tax-number'
import { seal, unseal } from '../../secrets/sealed.ts'

/** How a kept tax number reads: its last four digits behind dots, or '' when there is none. */
export function maskedTaxNumber(lastFour: string): string {
  return lastFour === '' ? '' : `•••••${lastFour}`
}

/** The stored form of a tax number: encrypted for this customer, and the four digits that can be shown. */
export function sealTaxNumber(dataSeal: Buffer, siteId: number, customerId: number, taxNumber: string) {
  return {
    tax_number_sealed: seal(dataSeal, placeOf(siteId, customerId), taxNumber),
    tax_number_last4: taxNumberLastFour(taxNumber),
  }
}

/** A stored tax number, to compare with a new one; '' when there is none. */
export function openTaxNumber(dataSeal: Buffer, customer: SealedTaxNumber): string {
  if (customer.tax_number_sealed === '') return ''
  return unseal(dataSeal, placeOf(customer.site_id, customer.id), customer.tax_number_sealed)
}

type SealedTaxNumber = { site_id: number; id: number; tax_number_sealed: string }

const placeOf = (siteId: number, customerId: number) => `customer-tax:${siteId}:${customerId}`
