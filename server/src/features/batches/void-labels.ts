import type { Shipment } from '@laurel/contract/batches'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { record } from '../audit/audit.service.ts'
import { findAccount } from '../carriers/carrier-accounts.ts'
import type { VoidOutcome } from '../carriers/label-outcomes.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { BatchKit } from './batch-kit.ts'
import { answeredBefore, uspsProduct } from './buy-labels.ts'
import {
  changeShipment,
  dropTracking,
  holdLetterOf,
  listBeingVoided,
  listUnneeded,
  readShipment,
  retireUsed,
  type ShipmentRow,
} from './shipments.repo.ts'

const AT_ONCE = 100
const ASKED = 'Voiding the label. The carrier hasn’t answered yet.'
const refusedWords = (reason: string) => `The carrier didn’t void it: ${reason}`

/**
 * Voids an unused label. This is recorded before the carrier is asked, so that its parcel can't ship in the
 * meantime; {@link resumeVoids} asks again after a lost answer. A label whose purchase was never answered is
 * only written off: staff checked the carrier's account.
 *
 * @throws {Refusal} `not_found`; `delivery_changed` if it's already void, being voided, or its letter
 * has shipped; `carrier_unreachable`; `carrier_refused`
 */
export async function voidShipment(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  id: number,
  reason: string,
): Promise<z.input<typeof Shipment>> {
  const { shipment, isRepeated } = await inSite(kit.pool, site.id, (db) =>
    beginVoid(db, kit, site.id, { id, reason, by: actor.by }),
  )
  const told = shipment.status === 'made' ? await voidLabel(kit, shipment) : { outcome: 'void' as const }
  await saveVoidAnswer(kit, shipment, told, isRepeated)
  if (told.outcome === 'later' || told.outcome === 'unknown') throw new Refusal('carrier_unreachable')
  if (told.outcome === 'refused' && !isRepeated) throw new Refusal('carrier_refused', { reason: told.reason })
  return inSite(kit.pool, site.id, async (db) => shipmentWire(await readShipment(db, site.id, id)))
}

type Asked = { id: number; reason: string; by: string }

async function beginVoid(db: Db, kit: BatchKit, siteId: number, { id, reason, by }: Asked) {
  const at = kit.now()
  await holdLetterOf(db, siteId, id)
  const found = await readShipment(db, siteId, id)
  const isAskedNow = found.void_asked_at !== null && found.void_asked_at > answeredBefore(at)
  const isStanding = found.status === 'made' || found.status === 'unknown'
  if (!isStanding || isAskedNow || (await hasLeft(db, found))) {
    throw new Refusal('delivery_changed')
  }
  const asked = { void_asked_at: at, void_reason: reason, void_by: by, problem: ASKED, updated_at: at }
  await changeShipment(db, siteId, id, [found.status], asked)
  return { shipment: { ...found, ...asked }, isRepeated: found.void_asked_at !== null }
}

/** Was its letter mailed with it? Without a tracking number, the batch tells. */
async function hasLeft(db: Db, shipment: ShipmentRow): Promise<boolean> {
  const { status, batch_id, delivery_id, tracking_number } = shipment
  if (tracking_number === '' && status !== 'made') return false
  let gone = db
    .selectFrom('deliveries')
    .select('id')
    .where('site_id', '=', shipment.site_id)
    .where('id', '=', delivery_id)
    .where('status', 'in', ['mailed', 'delivered', 'returned'])
    .where('tracking_number', '=', tracking_number)
  if (tracking_number === '') gone = gone.where('batch_id', '=', batch_id)
  return (await gone.executeTakeFirst()) !== undefined
}

/**
 * The carrier's answer about voiding a label. Refused at first, the label stays as it was. Refused after a lost
 * answer, either request may have been carried out: it's void here, and nothing ships under it.
 */
async function saveVoidAnswer(kit: BatchKit, shipment: ShipmentRow, told: VoidOutcome, isRepeated: boolean) {
  const { outcome } = told
  if (outcome === 'void') return saveVoid(kit, shipment, shipment.void_reason)
  if (outcome === 'refused' && isRepeated) return saveVoid(kit, shipment, refusedWords(told.reason))
  // Refused, or never asked: unless it was asked before, the label can still be used.
  if (outcome !== 'unknown' && !isRepeated) return release(kit, shipment)
  // The next request may ask at once.
  const at = kit.now()
  const open = { void_asked_at: answeredBefore(at), updated_at: at }
  await inSite(kit.pool, shipment.site_id, (db) =>
    changeShipment(db, shipment.site_id, shipment.id, ['made'], open),
  )
}

async function release(kit: BatchKit, { site_id: siteId, id }: ShipmentRow): Promise<void> {
  const asNothing = { void_asked_at: null, void_reason: '', void_by: '', problem: '', updated_at: kit.now() }
  await inSite(kit.pool, siteId, (db) => changeShipment(db, siteId, id, ['made'], asNothing))
}

/** Asks again about labels whose voiding crashed, or whose carrier's answer was lost. */
export async function resumeVoids(kit: BatchKit, siteId: number): Promise<void> {
  const left = await inSite(kit.pool, siteId, (db) =>
    listBeingVoided(db, siteId, answeredBefore(kit.now()), AT_ONCE),
  )
  for (const shipment of left) await saveVoidAnswer(kit, shipment, await voidLabel(kit, shipment), true)
}

/** Voids unneeded labels, so that they aren't paid for. */
export async function voidUnneeded(kit: BatchKit, siteId: number): Promise<void> {
  const unneeded = await inSite(kit.pool, siteId, async (db) => {
    await retireUsed(db, siteId, kit.now())
    return listUnneeded(db, siteId, AT_ONCE)
  })
  for (const shipment of unneeded) {
    const told = await voidLabel(kit, shipment)
    if (told.outcome === 'later' || told.outcome === 'unknown') return
    await saveVoid(kit, shipment, told.outcome === 'refused' ? refusedWords(told.reason) : '')
  }
}

async function saveVoid(kit: BatchKit, shipment: ShipmentRow, problem: string): Promise<void> {
  const { site_id: siteId, id, carrier, status, void_by: actor, void_reason: reason } = shipment
  const at = kit.now()
  await inSite(kit.pool, siteId, async (db) => {
    await holdLetterOf(db, siteId, id)
    const change = { status: 'void', problem, void_asked_at: null, updated_at: at }
    const isOurs = await changeShipment(db, siteId, id, [status], change)
    if (!isOurs) return
    await dropTracking(db, siteId, shipment, at)
    if (actor === '') return
    const facts = { reason, carrier, was: status }
    record(db, siteId, { actor, event: 'label.void', subject: `shipment:${id}`, facts, at })
  })
}

/** Asks the carrier to void a label; refused without an account to ask with. */
async function voidLabel(kit: BatchKit, shipment: ShipmentRow): Promise<VoidOutcome> {
  // It may still be voided, and its money come back, once the carrier is connected again.
  if (kit.carriers.hosts[shipment.carrier] === undefined) return { outcome: 'later', retryAfterMs: 0 }
  const account = await inSite(kit.pool, shipment.site_id, (db) =>
    findAccount(db, kit, shipment.site_id, shipment.carrier),
  )
  if (account === undefined) return { outcome: 'refused', reason: 'The carrier’s account was removed.' }
  return shipment.carrier === 'UPS'
    ? kit.carriers.ups(account).void(shipment.carrier_shipment_id)
    : kit.carriers.usps(account).void(uspsProduct(shipment.service), shipment.carrier_shipment_id)
}

function shipmentWire(row: ShipmentRow): z.input<typeof Shipment> {
  const { id, carrier, service, status, tracking_number, cost_cents, problem, label_key } = row
  return { id, carrier, service, status, tracking_number, cost_cents, problem, has_label: label_key !== '' }
}
