import type { Db } from '../database/database.ts'
import { json } from '../database/json.ts'
import { sealProviderSettings } from '../features/payments/provider-settings.ts'
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

function waysToPay(dataSeal: Buffer, siteId: number, { merchant, remit }: DemoSite) {
  const { self_hosted_bank: bank, self_hosted_check: check } = remit
  return [
    {
      method_code: 'elavon_ach',
      title: 'Bank account (ACH)',
      instructions: 'We start on your cards when the money arrives, in about 4 business days',
      settings_sealed: sealProviderSettings(dataSeal, siteId, 'elavon_ach', merchant),
    },
    {
      method_code: 'elavon_cc',
      title: 'Credit or debit card',
      instructions: 'We start on your cards after review, usually the same day',
      settings_sealed: sealProviderSettings(dataSeal, siteId, 'elavon_cc', merchant),
    },
    {
      method_code: 'self_hosted_bank',
      title: 'Bank transfer',
      instructions: 'We show you our account and a reference to quote',
      settings_sealed: sealProviderSettings(dataSeal, siteId, 'self_hosted_bank', remitTo(bank)),
    },
    {
      method_code: 'self_hosted_check',
      title: 'Check',
      instructions: 'Print a slip, mail it with your check',
      settings_sealed: sealProviderSettings(dataSeal, siteId, 'self_hosted_check', remitTo(check)),
    },
  ]
}

function remitTo({ lines }: { lines: readonly { label: string; value: string }[] }) {
  return { lines: [...lines] }
}
