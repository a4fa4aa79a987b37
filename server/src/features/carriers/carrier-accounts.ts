import type { TrackedCarrier } from '@laurel/domain/tracking-number'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { Carriers } from './carriers.ts'
import { UPS_SERVICE_NAMES } from './ups-wire.ts'
import { USPS_SERVICE_NAMES } from './usps-wire.ts'

const text = z.string().default('')

/** The encrypted settings of a site's account at a carrier. */
const Settings = z.object({
  clientId: text,
  clientSecret: text,
  /** UPS: the shipper number. USPS: the number of the Enterprise Payment account. */
  accountNumber: text,
  /** USPS: customer registration id, mailer id, and the mailer id of manifests. */
  crid: text,
  mid: text,
  manifestMid: text,
  /** The services staff can choose for labels; empty means all. */
  services: z.array(z.string()).default([]),
  sender: z
    .object({ name: text, phone: text, address1: text, city: text, state: text, zip: text })
    .prefault({}),
})
export type CarrierSettings = z.infer<typeof Settings>

/** By which services each carrier's labels can be bought here. */
export const CARRIER_SERVICES: Readonly<Record<TrackedCarrier, readonly string[]>> = {
  UPS: UPS_SERVICE_NAMES,
  USPS: USPS_SERVICE_NAMES,
}

/** An account that can be used, and of whom. */
export type CarrierAccount = CarrierSettings & { siteId: number; carrier: TrackedCarrier }

export type StoredAccount = { settings: CarrierSettings; enabled: boolean; updatedAt: Date | null }
type Seal = { keys: Pick<Kit['keys'], 'dataSeal'> }

export async function findStoredAccount(
  db: Db,
  { keys }: Seal,
  siteId: number,
  carrier: TrackedCarrier,
  isLocked = false,
): Promise<StoredAccount> {
  const query = db
    .selectFrom('carrier_accounts')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('carrier', '=', carrier)
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  if (row === undefined) return { settings: Settings.parse({}), enabled: false, updatedAt: null }
  const settings = Settings.parse(
    JSON.parse(unseal(keys.dataSeal, place(siteId, carrier), row.settings_sealed)),
  )
  return { settings, enabled: row.enabled, updatedAt: row.updated_at }
}

export async function storeAccount(
  db: Db,
  { keys }: Seal,
  siteId: number,
  carrier: TrackedCarrier,
  { settings, enabled, at }: { settings: CarrierSettings; enabled: boolean; at: Date },
): Promise<void> {
  const sealed = seal(keys.dataSeal, place(siteId, carrier), JSON.stringify(settings))
  const row = { settings_sealed: sealed, enabled, updated_at: at }
  await db
    .insertInto('carrier_accounts')
    .values({ ...row, site_id: siteId, carrier })
    .onConflict((conflict) => conflict.columns(['site_id', 'carrier']).doUpdateSet(row))
    .execute()
}

/** @returns undefined if labels are made elsewhere: no account, it's off, or the carrier isn't connected */
export async function findAccount(
  db: Db,
  kit: Seal & { carriers: Pick<Carriers, 'hosts'> },
  siteId: number,
  carrier: TrackedCarrier,
): Promise<CarrierAccount | undefined> {
  if (kit.carriers.hosts[carrier] === undefined) return undefined
  const { settings, enabled } = await findStoredAccount(db, kit, siteId, carrier)
  if (!enabled || !isComplete(settings, carrier)) return undefined
  return { ...settings, siteId, carrier }
}

/** The fields that buying a label needs and that are empty, as the form calls them. */
export function missingFields(settings: CarrierSettings, carrier: TrackedCarrier): string[] {
  const { clientId, clientSecret, accountNumber, crid, mid, sender } = settings
  const needed = {
    clientId,
    clientSecret,
    accountNumber,
    ...(carrier === 'USPS' && { crid, mid }),
    senderName: sender.name,
    senderAddress1: sender.address1,
    senderCity: sender.city,
    senderState: sender.state,
    senderZip: sender.zip,
  }
  return Object.entries(needed).flatMap(([field, value]) => (value === '' ? [field] : []))
}

/** Is everything here that buying a label needs? */
export function isComplete(settings: CarrierSettings, carrier: TrackedCarrier): boolean {
  return missingFields(settings, carrier).length === 0
}

/** May a label be bought by this service? What the carrier has no name for is the site's own affair. */
export function isOffered(account: CarrierAccount, service: string): boolean {
  const { carrier, services } = account
  return services.length === 0 || services.includes(service) || !CARRIER_SERVICES[carrier].includes(service)
}

function senderFacts({ name, address1, city, state, zip }: CarrierSettings['sender']) {
  return [name, address1, city, state, zip]
}

/** The return address on letters; empty if the site has none. */
export function senderLines(kit: Seal & Pick<Kit, 'pool'>, site: SiteRow): Promise<string[]> {
  return inSite(kit.pool, site.id, async (db) => {
    for (const carrier of ['USPS', 'UPS'] as const) {
      const { sender } = (await findStoredAccount(db, kit, site.id, carrier)).settings
      if (senderFacts(sender).every((value) => value !== '')) {
        return [sender.name, sender.address1, `${sender.city}, ${sender.state} ${sender.zip}`]
      }
    }
    return []
  })
}

function place(siteId: number, carrier: TrackedCarrier): string {
  return `carrier-account:${siteId}:${carrier}`
}
