import type { GoLiveFacts } from '@laurel/domain/go-live'
import { isHostedPage } from '@laurel/domain/payment-method'
import { isRewardType, type RewardType } from '@laurel/domain/reward-type'
import type { Db } from '../../database/database.ts'
import type { Kit } from '../../kit.ts'
import { findStoredAccount } from '../carriers/carrier-accounts.ts'
import { readMailSender } from '../mail/mail-sender.service.ts'
import { listOfficeProviders } from '../payments/office-providers.service.ts'
import type { MerchantAccount } from '../payments/payment-gateway.ts'
import { listProviders } from '../payments/payments.repo.ts'
import { openMerchantAccount } from '../payments/provider-settings.ts'
import { readSite } from '../site-settings/site-settings.service.ts'
import { shownLogos } from '../sites/site-brand.ts'
import { wasLive } from '../sites/was-live.ts'
import { listMembers } from '../staff/people.repo.ts'
import { countOrders } from './preview-orders.ts'
import { listChecks } from './site-checks.repo.ts'

type FactsKit = Pick<Kit, 'keys' | 'gateway' | 'config' | 'carriers' | 'staffPools'>

/** What the database says about the site; `tested` names the settings that a test's result is about. */
export type ReadFacts = Awaited<ReturnType<typeof readFacts>>

export async function readFacts(db: Db, kit: FactsKit, siteId: number) {
  return {
    site: await readSite(db, siteId),
    catalog: await readCatalog(db, siteId),
    payments: await readPayments(db, kit, siteId),
    carriers: await readCarriers(db, kit, siteId),
    mail: await readMail(db, kit, siteId),
    staff: await listMembers(db, kit.staffPools, siteId),
    checks: await listChecks(db, siteId),
    orders: await countOrders(db, siteId),
    wasLive: await wasLive(db, siteId),
  }
}

async function readCatalog(db: Db, siteId: number): Promise<GoLiveFacts['catalog']> {
  const [rewards, templates, methods] = await Promise.all([
    db
      .selectFrom('rewards')
      .select('reward_types')
      .where('site_id', '=', siteId)
      .where('active', '=', true)
      .execute(),
    db
      .selectFrom('reward_card_templates')
      .select('id')
      .where('site_id', '=', siteId)
      .where('active', '=', true)
      .execute(),
    db
      .selectFrom('shipping_options')
      .select('reward_type')
      .where('site_id', '=', siteId)
      .where('active', '=', true)
      .execute(),
  ])
  const types = new Set(rewards.flatMap(({ reward_types }) => reward_types).filter(isRewardType))
  const delivered = new Set(methods.map(({ reward_type }) => reward_type))
  const withoutDelivery: RewardType[] = [...types].filter((type) => !delivered.has(type))
  return {
    templates: templates.length,
    rewards: rewards.length,
    deliveryMethods: methods.length,
    withoutDelivery,
  }
}

async function readPayments(db: Db, kit: FactsKit, siteId: number) {
  const [told, rows] = await Promise.all([listOfficeProviders(db, kit, siteId), listProviders(db, siteId)])
  const enabled = told.filter(({ enabled }) => enabled)
  const atProvider = rows.flatMap((row) => {
    const { method_code: method, settings_sealed } = row
    if (!isHostedPage(method)) return []
    const merchant = openMerchantAccount(kit.keys.dataSeal, siteId, method, settings_sealed)
    return merchant === undefined ? [] : [{ ...row, merchant }]
  })
  const merchants = new Map<string, MerchantAccount>()
  for (const { merchant } of atProvider) merchants.set(JSON.stringify(merchant), merchant)
  return {
    enabled: enabled.map(({ method_code: method, title, is_set_up, is_connected }) => ({
      ...{ method, title },
      ...{ isSetUp: is_set_up, isConnected: is_connected },
    })),
    /** At the card provider, each once; none while it isn't connected. */
    merchants: kit.gateway.pageUrl === undefined ? [] : [...merchants.values()],
    tested: atProvider.map(({ id, version }) => `${id}:${version}`).join(),
  }
}

function readCarriers(db: Db, kit: FactsKit, siteId: number) {
  return Promise.all(
    (['UPS', 'USPS'] as const).map(async (carrier) => {
      const { enabled: isEnabled, updatedAt } = await findStoredAccount(db, kit, siteId, carrier)
      const isConnected = kit.carriers.hosts[carrier] !== undefined
      return { carrier, isEnabled, isConnected, tested: updatedAt?.toISOString() ?? '' }
    }),
  )
}

async function readMail(db: Db, kit: FactsKit, siteId: number) {
  const sender = await readMailSender(db, kit, siteId)
  // The address that mail comes from; empty for the installation's.
  return { sender, tested: sender?.is_used ? sender.from_address : '' }
}

const TEXTS = {
  terms: 'terms of use',
  privacy: 'privacy policy',
  cardholder: 'cardholder agreement',
} as const
const KINDS = ['terms', 'privacy', 'cardholder'] as const

/** With the last tests, as the domain judges them. */
export function goLiveFacts(read: ReadFacts, { config }: Pick<Kit, 'config'>): GoLiveFacts {
  const { site, catalog, payments, carriers, mail, staff, checks, orders } = read
  const lastOf = (name: string, tested: string) => {
    const check = checks.get(name)
    return check?.tested === tested ? check : undefined
  }
  const { sender } = mail
  const active = staff.filter((member) => member.active)
  const invited = active.filter((member) => member.last_signed_in_at === null).length
  return {
    hosts: site.hosts.map((host) => ({ host, points: pointsOf(lastOf(`host:${host}`, '')?.words) })),
    hasLogo: shownLogos(site).site_logo !== '',
    catalog,
    payments: { enabled: payments.enabled, tested: lastOf('payments', payments.tested) },
    carriers: carriers.map(({ tested, ...one }) => ({ ...one, tested: lastOf(one.carrier, tested) })),
    mail: {
      isConnected: config.mail !== undefined,
      sender: sender
        ? {
            address: sender.from_address,
            isUsed: sender.is_used,
            wrongRecords: sender.records
              .filter(({ state }) => state !== 'right')
              .map(({ name }) => name.toUpperCase()),
          }
        : undefined,
      tested: lastOf('test_mail', mail.tested),
    },
    legalTexts: {
      missing: KINDS.filter(
        (kind) => !site.legal_texts.some((one) => one.kind === kind && one.text.trim() !== ''),
      ).map((kind) => TEXTS[kind]),
    },
    staff: { joined: active.length - invited, invited },
    preview: { orders, isOver: site.live_at !== null || read.wasLive },
  }
}

function pointsOf(words: string | undefined): GoLiveFacts['hosts'][number]['points'] {
  return (['here', 'elsewhere', 'nowhere', 'silent'] as const).find((one) => one === words)
}
