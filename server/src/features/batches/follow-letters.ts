import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { literal } from '../../database/sql.ts'
import { type CarrierAccount, findAccount } from '../carriers/carrier-accounts.ts'
import type { TrackOutcome } from '../carriers/label-outcomes.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readLetter } from './batch-deliveries.repo.ts'
import type { BatchKit } from './batch-kit.ts'
import { type LetterWire, letterWire } from './batch-wire.ts'
import { settleLetter } from './mailed.service.ts'

/** Letters asked about in one sweep of a site: carriers count every call. */
const AT_ONCE = 40
const AT_LATEST_MS = 24 * 3_600_000
/** Tracking stops for shipments that carriers haven't heard of for weeks. */
const FAILURES_AT_MOST = 30

type Followed = {
  id: number
  reward_type: RewardType
  carrier: string
  tracking_number: string
  track_failures: number
}

/** Letters and parcels to ask carriers about. */
export function lettersToTrack(db: Db, at: Date) {
  return db
    .selectFrom('deliveries')
    .where('status', '=', literal('mailed'))
    .where('tracking_number', '<>', literal(''))
    .where('track_at', '<=', at)
}

/** Asks carriers about letters and parcels that are due, and records deliveries and returns. */
export async function followLetters(kit: BatchKit, siteId: number): Promise<void> {
  const { due, accounts } = await inSite(kit.pool, siteId, async (db) => {
    const rows = await lettersToTrack(db, kit.now())
      .select(['id', 'reward_type', 'carrier', 'tracking_number', 'track_failures'])
      .where('site_id', '=', siteId)
      .orderBy('track_at')
      .limit(AT_ONCE)
      .$narrowType<{ reward_type: RewardType }>()
      .execute()
    const found = new Map<string, CarrierAccount | undefined>()
    for (const carrier of ['UPS', 'USPS'] as const) {
      found.set(carrier, await findAccount(db, kit, siteId, carrier))
    }
    return { due: rows, accounts: found }
  })
  const silent = new Set<string>()
  for (const letter of due) {
    const account = accounts.get(letter.carrier)
    if (account === undefined || silent.has(letter.carrier)) continue
    const told = await ask(kit, account, letter)
    // Not asked again before the next sweep.
    if (told.outcome === 'later') silent.add(letter.carrier)
    else await writeDown(kit, siteId, letter, told)
  }
}

function ask(kit: BatchKit, account: CarrierAccount, letter: Followed): Promise<TrackOutcome> {
  return letter.carrier === 'UPS'
    ? kit.carriers.ups(account).track(letter.tracking_number)
    : kit.carriers.usps(account).track(letter.tracking_number)
}

/**
 * Asks the carrier about one letter or parcel now, on a user's request.
 *
 * @throws {Refusal} `not_found`; `delivery_changed` if it isn't in transit; `validation_failed`
 * without a number or an account to ask with; `carrier_unreachable`
 */
export async function followNow(kit: BatchKit, site: SiteRow, id: number): Promise<LetterWire> {
  const { letter, account } = await inSite(kit.pool, site.id, async (db) => {
    const row = await readLetter(db, site.id, id)
    if (row.status !== 'mailed') throw new Refusal('delivery_changed')
    const carrier = row.carrier === 'UPS' || row.carrier === 'USPS' ? row.carrier : undefined
    return {
      letter: row,
      account:
        carrier && row.tracking_number !== '' ? await findAccount(db, kit, site.id, carrier) : undefined,
    }
  })
  if (account === undefined) {
    const message =
      letter.tracking_number === ''
        ? 'This delivery has no tracking number.'
        : `No ${letter.carrier || 'carrier'} account is set up.`
    throw new Refusal('validation_failed', {}, [{ field: 'id', code: 'not_trackable', message }])
  }
  const told = await ask(kit, account, letter)
  if (told.outcome === 'later') throw new Refusal('carrier_unreachable', { carrier: letter.carrier })
  await writeDown(kit, site.id, letter, told)
  return inSite(kit.pool, site.id, async (db) => letterWire(await readLetter(db, site.id, id)))
}

async function writeDown(
  kit: BatchKit,
  siteId: number,
  letter: Followed,
  told: Exclude<TrackOutcome, { outcome: 'later' }>,
): Promise<void> {
  const at = kit.now()
  await inSite(kit.pool, siteId, async (db) => {
    if (told.outcome === 'delivered' || told.outcome === 'returned') {
      // A carrier's clock may be ahead of ours.
      const moment = told.at !== undefined && told.at < at ? told.at : at
      const words = told.words.slice(0, 200)
      const move = { type: letter.reward_type, from: 'mailed', to: told.outcome, words } as const
      await settleLetter(db, siteId, letter.id, { ...move, actor: 'system', at: moment, toldAt: at })
      return
    }
    const isUnknown = told.outcome === 'not_known'
    const failures = isUnknown ? letter.track_failures + 1 : 0
    const waitMs = Math.min(AT_LATEST_MS, kit.config.trackAfterMs * 2 ** Math.min(failures, 5))
    const next = failures > FAILURES_AT_MOST ? null : new Date(at.getTime() + waitMs)
    const problem = told.outcome === 'problem' ? told.words.slice(0, 200) : ''
    await db
      .updateTable('deliveries')
      .set({ track_at: next, track_failures: failures, problem, updated_at: at })
      .set({ problem_code: problem === '' ? '' : 'carrier_exception' })
      .where('site_id', '=', siteId)
      .where('id', '=', letter.id)
      .where('status', '=', 'mailed')
      .execute()
  })
}
