import { buffer } from 'node:stream/consumers'
import type { ParcelRate } from '@laurel/contract/batches'
import type { BatchKind } from '@laurel/domain/batch-status'
import { parcelSize } from '@laurel/domain/parcel-size'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { FileAnswer } from '../../http/serve.ts'
import { record } from '../audit/audit.service.ts'
import { findAccount, isOffered } from '../carriers/carrier-accounts.ts'
import type { UpsRate } from '../carriers/ups-gateway.ts'
import type { UspsGateway } from '../carriers/usps-gateway.ts'
import { openSealed } from '../files/sealed-file.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { listLettersOfBatch } from './batch-deliveries.repo.ts'
import { workOnLabels } from './batch-jobs.ts'
import type { BatchKit } from './batch-kit.ts'
import type { BatchWire } from './batch-wire.ts'
import { changeBatch, lockBatch, readBatch } from './batches.repo.ts'
import { type Seen, tell, wire } from './batches.service.ts'
import { addressOf, carrierOf, readLabelKey, uspsProduct } from './buy-labels.ts'
import { forgetFailed, readShipment } from './shipments.repo.ts'

type Rate = z.input<typeof ParcelRate>

/** A price of a carrier is good for some minutes: the screen asks again when it is opened again. */
const RATES_KEPT_MS = 10 * 60_000
const KEPT_AT_MOST = 200

/** Keeps what carriers said about parcels for a while, so that looking at a screen costs no call. */
export function makeRateDesk(kit: BatchKit) {
  const kept = new Map<string, { rates: UpsRate[]; until: number }>()

  return {
    /**
     * The price of a bulk batch's parcel by service, or of a direct batch's letter: the carrier's prices, or
     * the site's flat ones if it has no account or the carrier is slow.
     *
     * @throws {Refusal} `not_found`, also for an empty batch
     */
    async list(site: SiteRow, batchId: number): Promise<{ rates: Rate[]; note: string }> {
      const { letter, carrier, account, flat } = await inSite(kit.pool, site.id, async (db) => {
        const batch = await readBatch(db, site.id, batchId)
        const { rows } = await listLettersOfBatch(db, site.id, batchId, { limit: 1, offset: 0 })
        if (rows[0] === undefined) throw new Refusal('not_found')
        const carrierName = carrierOf(batch.kind)
        return {
          letter: rows[0],
          carrier: carrierName,
          account: await findAccount(db, kit, site.id, carrierName),
          flat: await listFlatRates(db, site.id, batch.kind),
        }
      })
      if (account === undefined) {
        return { rates: flat, note: `No ${carrier} account is set up, so these are the site’s flat rates.` }
      }
      const asked = { to: addressOf(letter), size: parcelSize(letter.card_count, letter.letter_count) }
      // Every letter weighs the same and costs the same wherever it goes.
      const key = JSON.stringify([site.id, account.accountNumber, carrier === 'UPS' && asked])
      const known = kept.get(key)
      const now = kit.now().getTime()
      const told =
        known && known.until > now
          ? known.rates
          : carrier === 'UPS'
            ? await kit.carriers.ups(account).rates(asked)
            : await letterRate(kit.carriers.usps(account))
      if (told === undefined || told.length === 0) {
        return {
          rates: flat,
          note: `${carrier} isn’t answering right now, so these are the site’s flat rates.`,
        }
      }
      if (kept.size >= KEPT_AT_MOST) kept.clear()
      kept.set(key, { rates: told, until: now + RATES_KEPT_MS })
      const offered = told.filter(({ service }) => isOffered(account, service))
      if (offered.length === 0) {
        const note = `${carrier} doesn’t offer any of the chosen services here, so these are the site’s flat rates.`
        return { rates: flat, note }
      }
      const rates = offered
        .toSorted((a, b) => a.cents - b.cents)
        .map(({ service, cents, days }) => ({
          service,
          price_cents: cents,
          days,
          source: 'carrier' as const,
        }))
      // USPS tells of letters only: a parcel of one card is as the site offers it.
      const others =
        carrier === 'USPS'
          ? flat.filter(({ service }) => uspsProduct(service) === 'parcel' && isOffered(account, service))
          : []
      return { rates: [...rates, ...others], note: '' }
    },
  }
}

async function letterRate(usps: UspsGateway): Promise<UpsRate[] | undefined> {
  const cents = await usps.letterCents()
  return cents === undefined ? undefined : [{ service: 'USPS First-Class', cents, days: null }]
}

async function listFlatRates(db: Db, siteId: number, kind: BatchKind): Promise<Rate[]> {
  const options = await db
    .selectFrom('shipping_options')
    .select(['service', 'price_cents', 'max_days'])
    .where('site_id', '=', siteId)
    .where('reward_type', '=', kind)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return options.map(({ service, price_cents, max_days }) => ({
    service,
    price_cents,
    days: max_days > 0 ? max_days : null,
    source: 'flat' as const,
  }))
}

/**
 * Requests the labels a batch still lacks; a job buys them one by one.
 *
 * @throws {Refusal} `batch_changed` unless its files exist and it hasn't shipped; `validation_failed`
 * if no account is set up
 */
export function buyLabels(
  kit: BatchKit,
  site: SiteRow,
  actor: Staff,
  { service = '', ...seen }: Seen & { service?: string | undefined },
): Promise<BatchWire> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    const batch = await lockBatch(db, site.id, seen.batchId)
    if (batch.status !== seen.seenStatus || !['ready', 'printed'].includes(batch.status)) {
      throw new Refusal('batch_changed')
    }
    if (site.live_at === null) {
      const message = 'You can buy labels once the site is live.'
      throw new Refusal('validation_failed', {}, [{ field: 'service', code: 'not_live', message }])
    }
    const carrier = carrierOf(batch.kind)
    const account = await findAccount(db, kit, site.id, carrier)
    if (account === undefined) {
      const message = `No ${carrier} account is set up. Buy labels elsewhere and enter their tracking numbers here.`
      throw new Refusal('validation_failed', {}, [{ field: 'service', code: 'no_account', message }])
    }
    if (service !== '' && !isOffered(account, service)) {
      const message = 'This service isn’t enabled for the account. Choose another one.'
      throw new Refusal('validation_failed', {}, [{ field: 'service', code: 'wrong', message }])
    }
    await forgetFailed(db, site.id, batch.id)
    const change = { labels_wanted: true, label_service: service, updated_at: at }
    await changeBatch(db, site.id, batch.id, batch.status, change)
    tell(db, site.id, actor, 'batch.labels_wanted', batch, { carrier, service }, at)
    await kit.jobs.enqueue(db, workOnLabels, { siteId: site.id, batchId: batch.id })
    return wire(db, kit, site.id, batch.id)
  })
}

/**
 * A label to print. It shows a name and an address, so the audit log records the download.
 *
 * @throws {Refusal} `not_found` if there's no such label
 */
export async function getLabel(kit: BatchKit, site: SiteRow, actor: Staff, id: number): Promise<FileAnswer> {
  const { shipment, kept } = await inSite(kit.pool, site.id, async (db) => {
    const row = await readShipment(db, site.id, id)
    const key = readLabelKey(row.label_key)
    if (key === undefined) throw new Refusal('not_found')
    const about = {
      actor: actor.by,
      event: 'label.fetched' as const,
      subject: `shipment:${id}`,
      at: kit.now(),
    }
    record(db, site.id, { ...about, facts: { delivery_id: row.delivery_id } })
    return { shipment: row, kept: key }
  })
  const bytes = await buffer(await openSealed(kit.files, kit.keys.dataSeal, kept.key, kept.seal))
  const ending = kept.contentType === 'application/pdf' ? 'pdf' : kept.contentType.slice('image/'.length)
  return {
    bytes,
    contentType: kept.contentType,
    fileName: `label-${shipment.tracking_number || shipment.id}.${ending}`,
    cache: 'private',
  }
}
