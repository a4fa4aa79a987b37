import { randomBytes, randomUUID } from 'node:crypto'
import { deliveryReference } from '@laurel/domain/delivery-reference'
import { parcelSize } from '@laurel/domain/parcel-size'
import type { TrackedCarrier } from '@laurel/domain/tracking-number'
import { crashPoint } from '../../crash-points.ts'
import { inSite } from '../../database/in-site.ts'
import { type CarrierAccount, findAccount } from '../carriers/carrier-accounts.ts'
import type { BuyOutcome, FoundOutcome, MadeLabel } from '../carriers/label-outcomes.ts'
import type { UspsProduct } from '../carriers/usps-gateway.ts'
import { putSealed } from '../files/sealed-file.ts'
import { type LetterRow, readLetter } from './batch-deliveries.repo.ts'
import type { BatchKit } from './batch-kit.ts'
import { changeBatch, readBatch } from './batches.repo.ts'
import {
  changeShipment,
  forgetShipment,
  holdLetterOf,
  insertShipment,
  listLost,
  listWithoutLabel,
  putTracking,
  type ShipmentRow,
} from './shipments.repo.ts'

/** Longer than a carrier is waited for. */
const ANSWERED_BY_MS = 2 * 60_000
/** Longer than any request travels: what is unknown to the carrier by then, it never had. */
const SURELY_OVER_MS = 10 * 60_000
const LOOKUPS_AT_LEAST = 2
const AT_ONCE = 100

/** Requests to a carrier from before this get no answer. */
export function answeredBefore(at: Date): Date {
  return new Date(at.getTime() - ANSWERED_BY_MS)
}

/** Which carrier brings what, and how it is called in its books. */
export function carrierOf(rewardType: string): TrackedCarrier {
  return rewardType === 'bulk' ? 'UPS' : 'USPS'
}

/** A letter goes by First-Class unless the order asked for a parcel that can be followed. */
export function uspsProduct(service: string): UspsProduct {
  return /ground advantage|priority/i.test(service) ? 'parcel' : 'letter'
}

/** Buys the labels a batch lacks, as far as its carrier lets us now; the rest waits for the next sweep. */
export async function buyLabelsOf(kit: BatchKit, siteId: number, batchId: number): Promise<void> {
  for (;;) {
    const work = await inSite(kit.pool, siteId, async (db) => {
      const batch = await readBatch(db, siteId, batchId)
      if (!batch.labels_wanted) return undefined
      const ids = await listWithoutLabel(db, siteId, batchId, AT_ONCE)
      const account = await findAccount(db, kit, siteId, carrierOf(batch.kind))
      if (ids.length === 0 || account === undefined) {
        await changeBatch(db, siteId, batchId, batch.status, { labels_wanted: false })
        return undefined
      }
      return { batch, ids, account }
    })
    if (work === undefined) return
    for (const id of work.ids) {
      const mayGoOn = await buyOne(kit, work.account, batchId, id, work.batch.label_service)
      if (!mayGoOn) return
    }
  }
}

/** @returns false when the carrier shouldn’t be asked again for now */
async function buyOne(
  kit: BatchKit,
  account: CarrierAccount,
  batchId: number,
  deliveryId: number,
  wantedService: string,
): Promise<boolean> {
  const { siteId, carrier } = account
  const begun = await inSite(kit.pool, siteId, async (db) => {
    const letter = await readLetter(db, siteId, deliveryId)
    if (letter.status !== 'printing' || letter.batch_id !== batchId) return undefined
    const ordered = await db
      .selectFrom('shipping_orders')
      .select('service')
      .where('site_id', '=', siteId)
      .where('order_id', '=', letter.order_id)
      .where('reward_type', '=', letter.reward_type)
      .executeTakeFirst()
    const service = wantedService || (ordered?.service ?? '')
    const asked = { deliveryId, batchId, carrier, service, requestKey: randomUUID() }
    const shipment = await insertShipment(db, siteId, asked, kit.now())
    return shipment && { shipment, letter }
  })
  if (begun === undefined) return true
  const { shipment, letter } = begun
  crashPoint('label.asked')
  const told = await buy(kit, account, shipment, letter)
  crashPoint('label.answered')
  await saveOutcome(kit, shipment, told)
  crashPoint('label.kept')
  return told.outcome !== 'not_sent'
}

async function saveOutcome(kit: BatchKit, shipment: ShipmentRow, told: BuyOutcome): Promise<void> {
  const { site_id: siteId, id } = shipment
  switch (told.outcome) {
    case 'made':
      return saveLabel(kit, shipment, told)
    case 'not_sent':
      return inSite(kit.pool, siteId, (db) => forgetShipment(db, siteId, id))
    case 'refused':
    case 'unknown': {
      const change =
        told.outcome === 'refused'
          ? { status: 'failed', problem: told.reason }
          : {
              status: 'unknown',
              problem: 'The carrier didn’t answer, so we don’t know whether it created the label.',
            }
      await inSite(kit.pool, siteId, (db) =>
        changeShipment(db, siteId, id, ['asked', 'unknown'], { ...change, updated_at: kit.now() }),
      )
    }
  }
}

/** The image is stored before the row that names it, encrypted, since it shows an address. */
async function saveLabel(kit: BatchKit, shipment: ShipmentRow, made: MadeLabel): Promise<void> {
  const { site_id: siteId, id } = shipment
  const key = randomBytes(24).toString('base64url')
  const { Readable } = await import('node:stream')
  const { seal } = await putSealed(kit.files, kit.keys.dataSeal, key, Readable.from([made.label.bytes]))
  const at = kit.now()
  const isKept = await inSite(kit.pool, siteId, async (db) => {
    await holdLetterOf(db, siteId, id)
    const isOurs = await changeShipment(db, siteId, id, ['asked', 'unknown'], {
      status: 'made',
      carrier_shipment_id: made.carrierShipmentId,
      tracking_number: made.trackingNumber,
      label_key: `${key} ${seal} ${made.label.contentType}`,
      cost_cents: made.costCents,
      problem: '',
      updated_at: at,
    })
    if (isOurs) await putTracking(db, siteId, shipment, made.trackingNumber, at)
    return isOurs
  })
  if (!isKept) await kit.files.remove(key)
}

/** How a label's picture is kept: its key, what opens it, and its type. */
export function readLabelKey(
  labelKey: string,
): { key: string; seal: string; contentType: string } | undefined {
  const [key, seal, contentType] = labelKey.split(' ')
  return key && seal && contentType ? { key, seal, contentType } : undefined
}

/** Looks for labels whose answer was lost. They are never bought again before the carrier says it has none. */
export async function findLostLabels(kit: BatchKit, siteId: number): Promise<void> {
  const before = answeredBefore(kit.now())
  const lost = await inSite(kit.pool, siteId, (db) => listLost(db, siteId, before, AT_ONCE))
  for (const shipment of lost) {
    const found = await inSite(kit.pool, siteId, async (db) => ({
      account: await findAccount(db, kit, siteId, shipment.carrier),
      letter: await readLetter(db, siteId, shipment.delivery_id),
    }))
    const told: FoundOutcome =
      found.account === undefined
        ? { outcome: 'later', retryAfterMs: 0 }
        : await find(kit, found.account, shipment, found.letter)
    if (told.outcome === 'made') {
      await saveLabel(kit, shipment, told)
      continue
    }
    const at = kit.now()
    const lookups = shipment.lookups + 1
    const isOver = at.getTime() - shipment.created_at.getTime() > SURELY_OVER_MS
    const isAbsent = told.outcome === 'absent' && isOver && lookups >= LOOKUPS_AT_LEAST
    const change = isAbsent
      ? { status: 'failed', problem: 'The carrier didn’t create this label. Buy it again.' }
      : {
          status: 'unknown',
          problem: 'The carrier didn’t answer, so we don’t know whether it created the label.',
        }
    await inSite(kit.pool, siteId, (db) =>
      changeShipment(db, siteId, shipment.id, ['asked', 'unknown'], { ...change, lookups, updated_at: at }),
    )
  }
}

function buy(
  kit: BatchKit,
  account: CarrierAccount,
  shipment: ShipmentRow,
  letter: LetterRow,
): Promise<BuyOutcome> {
  return account.carrier === 'UPS'
    ? kit.carriers.ups(account).buy(upsParcel(shipment, letter))
    : kit.carriers
        .usps(account)
        .buy(uspsProduct(shipment.service), uspsPiece(shipment, letter), shipment.request_key)
}

function find(
  kit: BatchKit,
  account: CarrierAccount,
  shipment: ShipmentRow,
  letter: LetterRow,
): Promise<FoundOutcome> {
  return account.carrier === 'UPS'
    ? kit.carriers.ups(account).find(upsReference(shipment))
    : kit.carriers
        .usps(account)
        .find(uspsProduct(shipment.service), uspsPiece(shipment, letter), shipment.request_key)
}

/** UPS takes at most 35 letters and digits: the key without its dashes. */
function upsReference({ request_key }: ShipmentRow): string {
  return request_key.replaceAll('-', '')
}

export function addressOf(letter: LetterRow) {
  const { company, phone, address1, address2, city, state, zip } = letter
  const name = `${letter.first_name} ${letter.last_name}`.trim()
  return { name, company, phone, address1, address2, city, state, zip }
}

function upsParcel(shipment: ShipmentRow, letter: LetterRow) {
  return {
    to: addressOf(letter),
    size: parcelSize(letter.card_count, letter.letter_count),
    service: shipment.service,
    reference: upsReference(shipment),
  }
}

/** The day it was asked for first: the same request asked again is the same to the letter. */
function uspsPiece(shipment: ShipmentRow, letter: LetterRow) {
  return {
    to: addressOf(letter),
    reference: deliveryReference(letter.id),
    mailingDate: shipment.created_at.toISOString().slice(0, 10),
  }
}
