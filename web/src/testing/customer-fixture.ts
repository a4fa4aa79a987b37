import type { OutputOf } from '@laurel/contract/wire-types'

/** A customer on the wire, right after signing up. */
export const NEW_CUSTOMER: OutputOf<'getCustomer'> = {
  id: 7,
  email: 'dana@halden.example',
  email_verified: true,
  phone: '',
  first_name: '',
  last_name: '',
  legal_business_name: '',
  business_address1: '',
  business_address2: '',
  business_city: '',
  business_state: '',
  business_zip: '',
  tax_number: '',
  heard_about: '',
  referral_source: '',
  purpose_of_order: '',
  business_logo: '',
  invoice_emails: [],
  registration_complete: false,
}

/** The same customer after registration. */
export const CUSTOMER: OutputOf<'getCustomer'> = {
  ...NEW_CUSTOMER,
  first_name: 'Dana',
  last_name: 'Halden',
  legal_business_name: 'Halden Tools LLC',
  business_address1: '90 Foundry Road',
  business_city: 'Dayton',
  business_state: 'OH',
  business_zip: '45402',
  tax_number: '•••••6789',
  heard_about: 'A colleague',
  referral_source: 'Nobody',
  purpose_of_order: 'Thanking our team',
  registration_complete: true,
}
