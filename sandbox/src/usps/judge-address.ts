import { text } from '../carriers/answers.ts'

/**
 * What this simulator knows about an address. A street named Nowhere is unknown, one named Vanish isn't found;
 * a Tower needs an apartment, and has those up to 99.
 *
 * @returns undefined if it can't be found
 */
export function judgeAddress(query: Record<string, unknown>) {
  const street = text(query.streetAddress).toUpperCase().replace(/\./g, '')
  const unit = text(query.secondaryAddress).toUpperCase()
  if (/VANISH/.test(street)) return undefined
  const address = {
    streetAddress: street
      .replace(/\bROAD\b/, 'RD')
      .replace(/\bSTREET\b/, 'ST')
      .replace(/\bAVENUE\b/, 'AVE'),
    secondaryAddress: unit,
    city: text(query.city).toUpperCase(),
    state: text(query.state),
    ZIPCode: text(query.ZIPCode),
    ZIPPlus4: '1234',
  }
  return {
    address,
    additionalInfo: {
      deliveryPoint: '99',
      carrierRoute: 'C001',
      DPVConfirmation: verdict(street, unit),
      DPVCMRA: 'N',
      business: 'N',
      centralDeliveryPoint: 'N',
      vacant: 'N',
    },
    warnings: [],
  }
}

function verdict(street: string, unit: string): 'Y' | 'D' | 'S' | 'N' {
  if (/NOWHERE/.test(street)) return 'N'
  if (!/TOWER/.test(street)) return 'Y'
  if (unit === '') return 'D'
  return Number(/\d+/.exec(unit)?.[0] ?? 0) <= 99 ? 'Y' : 'S'
}
