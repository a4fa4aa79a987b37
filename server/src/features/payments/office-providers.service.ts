import type { OfficePaymentProvider, patchPaymentProvider } from '@laurel/contract/office-site'
import { isHostedPage, PROVIDER_METHODS, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { findDueSites, type Look } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { visitSites } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { changedFacts } from '../audit/changed-facts.ts'
import { type ProviderRow, providersOf } from './payments.repo.ts'
import { openMerchantAccount, openRemitTo, sealProviderSettings } from './provider-settings.ts'

type Change = z.output<typeof patchPaymentProvider.body>

/** Adds the ways to pay that a site doesn't have yet, turned off, for staff to set up: at each start. */
export async function addWaysToPay(pool: Pool): Promise<void> {
  await visitSites(await findDueSites(pool, lookForMissingWays), (siteId) =>
    inSite(pool, siteId, (db) => addMissingWays(db, siteId)),
  )
}

export async function addMissingWays(db: Db, site_id: number): Promise<void> {
  const rows = PROVIDER_METHODS.map((method_code, index) => {
    const { title, instructions } = WAYS_TO_PAY[method_code]
    // Below those that the site has.
    const position = PROVIDER_METHODS.length + index
    return { site_id, method_code, title, instructions, enabled: false, position }
  })
  await db
    .insertInto('organization_payment_providers')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['site_id', 'method_code']).doNothing())
    .execute()
}

// A subquery for each site couldn't be answered by several nodes.
const lookForMissingWays: Look = (db) =>
  db
    .selectFrom('sites as s')
    .select('s.id as site_id')
    .where('s.id', '>', 0)
    .where('s.id', 'not in', ({ selectFrom }) =>
      selectFrom('organization_payment_providers as p')
        .select('p.site_id')
        .where('p.method_code', 'in', PROVIDER_METHODS)
        .groupBy('p.site_id')
        .having(({ fn }) => fn.countAll(), '=', PROVIDER_METHODS.length),
    )

/** The ways to pay of a site, without what opens them. */
export async function listOfficeProviders(
  db: Db,
  { keys: { dataSeal }, gateway }: Pick<Kit, 'keys' | 'gateway'>,
  siteId: number,
): Promise<z.input<typeof OfficePaymentProvider>[]> {
  const rows = await providersOf(db, siteId).execute()
  return rows.map((row) => {
    const { id, version, method_code, title, instructions, enabled } = row
    const told = { id, version, method_code, title, instructions, enabled }
    if (isHostedPage(method_code)) {
      const merchant = openMerchantAccount(dataSeal, siteId, method_code, row.settings_sealed)
      const merchant_id = merchant?.merchantId ?? ''
      const is_connected = gateway.pageUrl !== undefined
      return { ...told, is_connected, is_set_up: merchant !== undefined, merchant_id, lines: null }
    }
    const { lines } = openRemitTo(dataSeal, siteId, method_code, row.settings_sealed)
    return { ...told, is_connected: true, is_set_up: lines.length > 0, merchant_id: null, lines }
  })
}

/**
 * Changes a payment method. An empty secret stays; the audit log has the changes, but never a secret's value.
 *
 * @throws {Refusal} `not_found`, `changed`, `validation_failed` at the field
 */
export function changeProvider(
  { pool, keys, now }: Pick<Kit, 'pool' | 'keys' | 'now'>,
  actor: Staff,
  id: number,
  change: Change,
): Promise<void> {
  const { siteId } = actor
  return inSite(pool, siteId, async (db) => {
    const row = await providersOf(db, siteId).where('id', '=', id).forUpdate().executeTakeFirst()
    if (row === undefined) throw new Refusal('not_found')
    if (row.version !== change.seen_version) throw new Refusal('changed')
    const method = row.method_code
    const sealed = newSettings(keys.dataSeal, siteId, row, change)
    const next = {
      title: change.title ?? row.title,
      instructions: change.instructions ?? row.instructions,
      enabled: change.enabled ?? row.enabled,
    }
    if (next.enabled && isHostedPage(method) && (sealed ?? row.settings_sealed) === '') {
      throw problem('enabled', 'Enter the merchant account first.')
    }
    await db
      .updateTable('organization_payment_providers')
      .set({ ...next, ...(sealed !== undefined && { settings_sealed: sealed }), version: row.version + 1 })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .execute()
    const facts = {
      ...changedFacts({ title: row.title, instructions: row.instructions, enabled: row.enabled }, next),
      ...(sealed !== undefined && { settings: 'changed' }),
    }
    if (Object.keys(facts).length > 0) {
      const subject = `payment_provider:${method}`
      record(db, siteId, { actor: actor.by, event: 'payment_provider.changed', subject, facts, at: now() })
    }
  })
}

function newSettings(
  dataSeal: Buffer,
  siteId: number,
  row: ProviderRow,
  { merchant, lines }: Change,
): string | undefined {
  const method = row.method_code
  if (!isHostedPage(method)) return lines && sealProviderSettings(dataSeal, siteId, method, { lines })
  if (merchant === undefined) return undefined
  const before = openMerchantAccount(dataSeal, siteId, method, row.settings_sealed)
  const userId = merchant.user_id || (before?.userId ?? '')
  const pin = merchant.pin || (before?.pin ?? '')
  if (userId === '') throw problem('merchant.userId', 'This field is required')
  if (pin === '') throw problem('merchant.pin', 'This field is required')
  return sealProviderSettings(dataSeal, siteId, method, { merchantId: merchant.merchant_id, userId, pin })
}

function problem(field: string, message: string): Refusal {
  return new Refusal('validation_failed', {}, [{ field, code: 'wrong', message }])
}
