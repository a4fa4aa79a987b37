import type { Db } from '../database/database.ts'
import { storeAccount } from '../features/carriers/carrier-accounts.ts'
import type { Keys } from '../secrets/keys.ts'

const SENDER = {
  name: 'Northwind Rewards',
  phone: '9375550117',
  address1: '400 Linden Avenue',
  city: 'Dayton',
  state: 'OH',
  zip: '45403',
}
const NOT_ASKED = { crid: '', mid: '', manifestMid: '', services: [] }

/**
 * Signs the demo's first site in at the sandbox's carriers. The second has no account: there labels are
 * made elsewhere and their numbers typed.
 */
export async function insertCarrierAccounts(db: Db, keys: Pick<Keys, 'dataSeal'>, siteId: number) {
  const at = new Date()
  const ups = {
    ...NOT_ASKED,
    clientId: 'sandbox-ups-client',
    clientSecret: 'sandbox-ups-secret',
    accountNumber: 'SBX001',
    sender: SENDER,
  }
  const usps = {
    clientId: 'sandbox-usps-client',
    clientSecret: 'sandbox-usps-secret',
    accountNumber: '1000000001',
    crid: '12345678',
    mid: '987654321',
    manifestMid: '',
    services: [],
    sender: SENDER,
  }
  await storeAccount(db, { keys }, siteId, 'UPS', { settings: ups, enabled: true, at })
  await storeAccount(db, { keys }, siteId, 'USPS', { settings: usps, enabled: true, at })
}
