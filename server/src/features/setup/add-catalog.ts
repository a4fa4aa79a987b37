import { isByHand, PROVIDER_METHODS, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { Db } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import { type ProviderSettings, sealProviderSettings } from '../payments/provider-settings.ts'
import {
  AMOUNTS_CENTS,
  HEARD_ABOUT_OPTIONS,
  MESSAGES,
  REWARD_INFOS,
  type Reward,
  SHIPPING_OPTIONS,
  type Template,
} from './starter-catalog.ts'

/** The part of a new site's catalog that differs between sites. */
export type StarterCatalog = {
  rewards: readonly Reward[]
  templates: readonly Template[]
  landing: Readonly<Record<string, object>>
  /** The account with the payment provider; without one, its ways to pay are added turned off. */
  merchant?: ProviderSettings['elavon_cc']
  /** Where checks and transfers go. */
  remit?: Partial<ProviderSettings>
}

/** Adds what a site offers: rewards, templates, texts, deliveries, ways to pay. */
export async function addCatalog(
  db: Db,
  dataSeal: Buffer,
  siteId: number,
  site: StarterCatalog,
): Promise<void> {
  const inOrder = <T extends object>(rows: readonly T[]) =>
    rows.map((row, position) => ({ ...row, site_id: siteId, position }))

  await db.insertInto('rewards').values(inOrder(site.rewards)).execute()
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
  const ways = waysToPay(dataSeal, siteId, site)
  if (ways.length > 0) {
    await db.insertInto('organization_payment_providers').values(inOrder(ways)).execute()
  }
}

/** A method without settings is added at start, turned off. */
function waysToPay(dataSeal: Buffer, siteId: number, { merchant, remit }: StarterCatalog) {
  return PROVIDER_METHODS.toReversed().flatMap((method_code) => {
    const { title, instructions } = WAYS_TO_PAY[method_code]
    const settings = isByHand(method_code) ? remit?.[method_code] : merchant
    if (settings === undefined) return []
    const settings_sealed = sealProviderSettings(dataSeal, siteId, method_code, settings)
    return [{ method_code, title, instructions, settings_sealed }]
  })
}
