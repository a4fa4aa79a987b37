import { taxNumberLastFour } from '@laurel/domain/tax-number'
import { seal } from '../../secrets/sealed.ts'

/** How a kept tax number reads: its last four digits behind dots, or '' when there is none. */
export function maskedTaxNumber(lastFour: string): string {
  return lastFour === '' ? '' : `•••••${lastFour}`
}

/** The stored form of a tax number: encrypted for this customer, and the four digits that can be shown. */
export function sealTaxNumber(dataSeal: Buffer, siteId: number, customerId: number, taxNumber: string) {
  return {
    tax_number_sealed: seal(dataSeal, `customer-tax:${siteId}:${customerId}`, taxNumber),
    tax_number_last4: taxNumberLastFour(taxNumber),
  }
}
