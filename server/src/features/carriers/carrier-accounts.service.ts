import type { CarrierAccount as Contract, putCarrierAccount as put } from '@laurel/contract/batches'
import type { TrackedCarrier } from '@laurel/domain/tracking-number'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { findStoredAccount, isComplete, type StoredAccount, storeAccount } from './carrier-accounts.ts'
import type { Carriers } from './carriers.ts'

type CarrierKit = Pick<Kit, 'pool' | 'keys' | 'now'> & { carriers: Carriers }
type Wire = z.input<typeof Contract>
type Given = z.output<(typeof put)['body']>

const SHOWN = 4

/** How the site signs in at carriers. No secret leaves this house. */
export function listCarrierAccounts(kit: CarrierKit, site: SiteRow): Promise<Wire[]> {
  return inSite(kit.pool, site.id, async (db) => {
    const wires: Wire[] = []
    for (const carrier of ['UPS', 'USPS'] as const) {
      wires.push(wire(kit, carrier, await findStoredAccount(db, kit, site.id, carrier)))
    }
    return wires
  })
}

/** Sets how the site signs in at a carrier. What is left empty stays as it was. */
export function changeCarrierAccount(
  kit: CarrierKit,
  site: SiteRow,
  actor: Staff,
  carrier: TrackedCarrier,
  given: Given,
): Promise<Wire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const { settings: old } = await findStoredAccount(db, kit, site.id, carrier)
    const settings = {
      clientId: given.client_id || old.clientId,
      clientSecret: given.client_secret || old.clientSecret,
      accountNumber: given.account_number || old.accountNumber,
      crid: given.crid || old.crid,
      mid: given.mid || old.mid,
      manifestMid: given.manifest_mid || old.manifestMid,
      sender: {
        name: given.sender_name || old.sender.name,
        phone: given.sender_phone || old.sender.phone,
        address1: given.sender_address1 || old.sender.address1,
        city: given.sender_city || old.sender.city,
        state: given.sender_state || old.sender.state,
        zip: given.sender_zip || old.sender.zip,
      },
    }
    const { enabled } = given
    await storeAccount(db, kit, site.id, carrier, { settings, enabled, at })
    record(db, site.id, {
      actor: actor.by,
      event: 'carrier_account.changed',
      subject: `carrier:${carrier}`,
      facts: { enabled, new_secret: given.client_secret !== '', account_end: end(settings.accountNumber) },
      at,
    })
    return wire(kit, carrier, { settings, enabled, updatedAt: at })
  })
}

function end(value: string): string {
  return value.length > SHOWN ? value.slice(-SHOWN) : ''
}

function wire(
  { carriers }: CarrierKit,
  carrier: TrackedCarrier,
  { settings, enabled, updatedAt }: StoredAccount,
): Wire {
  return {
    carrier,
    enabled,
    complete: isComplete(settings, carrier),
    client_id_end: end(settings.clientId),
    account_number_end: end(settings.accountNumber),
    host: new URL(carriers.hosts[carrier]).host,
    calls_left: carriers.callsLeft(carrier, settings.clientId),
    updated_at: updatedAt?.toISOString() ?? null,
  }
}
