import { type ByHandMethod, isByHand, PAYMENT_METHODS, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { Db } from '../database/database.ts'
import { json } from '../database/json.ts'
import { type ProviderSettings, sealProviderSettings } from '../features/payments/provider-settings.ts'
import {
  AMOUNTS_CENTS,
  HEARD_ABOUT_OPTIONS,
  MESSAGES,
  REWARD_INFOS,
  REWARDS,
  SHIPPING_OPTIONS,
} from './demo-catalog.ts'
import type { DemoSite } from './demo-sites.ts'

/** Adds what a site offers: rewards, templates, texts, deliveries, ways to pay. */
export async function insertCatalog(db: Db, dataSeal: Buffer, siteId: number, site: DemoSite): Promise<void> {
  const inOrder = <T extends object>(rows: readonly T[]) =>
    rows.map((row, position) => ({ ...row, site_id: siteId, position }))

  await db.insertInto('rewards').values(inOrder(REWARDS)).execute()
  await db
    .insertInto('reward_infos')
    .values(REWARD_INFOS.map((info) => ({ ...info, site_id: siteId })))
    .execute()
  await db
    .insertInto('reward_card_templates')
    .values(
      inOrder(site.templates).map((template) => ({
        ...template,
        background: json(template.background),
        gradient: json(template.gradient),
        fulfillment_layout: json(template.fulfillment_layout),
        user_layout: json(template.user_layout),
      })),
    )
    .execute()
  await db
    .insertInto('predefined_amounts')
    .values(AMOUNTS_CENTS.map((value_cents) => ({ site_id: siteId, value_cents })))
    .execute()
  await db
    .insertInto('predefined_messages')
    .values(inOrder(MESSAGES.map(([occasion, text]) => ({ occasion, text }))))
    .execute()
  await db
    .insertInto('heard_about_options')
    .values(inOrder(HEARD_ABOUT_OPTIONS.map((name) => ({ name }))))
    .execute()
  await db.insertInto('shipping_options').values(inOrder(SHIPPING_OPTIONS)).execute()
  await db
    .insertInto('landing_components')
    .values(
      inOrder(Object.entries(site.landing).map(([kind, content]) => ({ kind, content: json(content) }))),
    )
    .execute()
  await db
    .insertInto('organization_payment_providers')
    .values(inOrder(waysToPay(dataSeal, siteId, site)))
    .execute()
}

/** A method that the demo has no settings for is added at start, turned off. */
function waysToPay(dataSeal: Buffer, siteId: number, { merchant, remit }: DemoSite) {
  type Line = ProviderSettings[ByHandMethod]['lines'][number]
  const remitTo: Partial<Record<ByHandMethod, { lines: readonly Line[] }>> = remit
  return PAYMENT_METHODS.toReversed().flatMap((method_code) => {
    const { title, instructions } = WAYS_TO_PAY[method_code]
    const lines = isByHand(method_code) && remitTo[method_code]?.lines
    if (lines === undefined) return []
    const settings = lines ? { lines: [...lines] } : merchant
    const settings_sealed = sealProviderSettings(dataSeal, siteId, method_code, settings)
    return [{ method_code, title, instructions, settings_sealed }]
  })
}
