import type { OutputOf } from '@laurel/contract/wire-types'

/** A complete account, in use. */
export const USPS_ACCOUNT: OutputOf<'listCarrierAccounts'>[number] = {
  carrier: 'USPS',
  enabled: true,
  complete: true,
  client_id_end: 'abcd',
  account_number_end: '1234',
  has_secret: true,
  crid: '12345678',
  mid: '987654321',
  manifest_mid: '',
  sender_name: 'Northwind Rewards',
  sender_phone: '',
  sender_address1: '400 Linden Avenue',
  sender_city: 'Dayton',
  sender_state: 'OH',
  sender_zip: '45403',
  services: [],
  known_services: ['USPS First-Class', 'USPS Ground Advantage'],
  host: 'apis.usps.com',
  calls_left: 60,
  updated_at: '2026-11-21T10:00:00Z',
}
