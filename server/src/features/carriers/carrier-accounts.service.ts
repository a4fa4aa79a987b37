import type {
  CarrierAccount as Contract,
  putCarrierAccount as put,
  testCarrierAccount as test,
} from '@laurel/contract/carriers'
import { formatCents } from '@laurel/domain/money'
import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import type { TrackedCarrier } from '@laurel/domain/tracking-number'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import {
  CARRIER_SERVICES,
  type CarrierAccount,
  type CarrierSettings,
  findStoredAccount,
  isComplete,
  missingFields,
  type StoredAccount,
  storeAccount,
} from './carrier-accounts.ts'
import type { Carriers } from './carriers.ts'
import type { CheckOutcome } from './connection-check.ts'

type CarrierKit = Pick<Kit, 'pool' | 'keys' | 'now'> & { carriers: Carriers }
type Wire = z.input<typeof Contract>
type Given = z.output<(typeof put)['body']>

const SHOWN = 4

/** The site's carrier accounts. Secrets are never returned. */
export async function listCarrierAccounts(kit: CarrierKit, site: SiteRow): Promise<Wire[]> {
  const carriers = ['UPS', 'USPS'] as const
  const accounts = await inSite(kit.pool, site.id, (db) =>
    Promise.all(carriers.map((carrier) => findStoredAccount(db, kit, site.id, carrier))),
  )
  return Promise.all(carriers.map((carrier, at) => wire(kit, carrier, accounts[at]!)))
}

/**
 * Changes the site's account at a carrier. Omitted fields stay, and so does an empty ID, secret, or number.
 *
 * @throws {Refusal} `changed`; `validation_failed` if it's on and something a label needs is missing
 */
export async function changeCarrierAccount(
  kit: CarrierKit,
  site: SiteRow,
  actor: Staff,
  carrier: TrackedCarrier,
  given: Given,
): Promise<Wire> {
  const at = kit.now()
  const { enabled } = given
  const settings = await inSite(kit.pool, site.id, async (db) => {
    const { settings: old, updatedAt } = await findStoredAccount(db, kit, site.id, carrier, true)
    const seen = given.seen_updated_at
    if (seen !== undefined && seen !== (updatedAt?.toISOString() ?? null)) {
      throw new Refusal('changed')
    }
    const settings = changed(old, given, carrier)
    if (enabled) assertWhole(settings, carrier)
    await storeAccount(db, kit, site.id, carrier, { settings, enabled, at })
    record(db, site.id, {
      actor: actor.by,
      event: 'carrier_account.changed',
      subject: `carrier:${carrier}`,
      facts: { enabled, new_secret: given.client_secret !== '', account_end: end(settings.accountNumber) },
      at,
    })
    return settings
  })
  return wire(kit, carrier, { settings, enabled, updatedAt: at })
}

function changed(old: CarrierSettings, given: Given, carrier: TrackedCarrier): CarrierSettings {
  const { sender } = old
  return {
    clientId: given.client_id || old.clientId,
    clientSecret: given.client_secret || old.clientSecret,
    accountNumber: given.account_number || old.accountNumber,
    crid: given.crid ?? old.crid,
    mid: given.mid ?? old.mid,
    manifestMid: given.manifest_mid ?? old.manifestMid,
    services: CARRIER_SERVICES[carrier].filter((one) => (given.services ?? old.services).includes(one)),
    sender: {
      name: given.sender_name ?? sender.name,
      phone: given.sender_phone ?? sender.phone,
      address1: given.sender_address1 ?? sender.address1,
      city: given.sender_city ?? sender.city,
      state: given.sender_state ?? sender.state,
      zip: given.sender_zip ?? sender.zip,
    },
  }
}

/** What is switched on must be able to buy a label: a half account would fail in the print room. */
function assertWhole(settings: CarrierSettings, carrier: TrackedCarrier): void {
  assertNoProblems(
    missingFields(settings, carrier).map((field) => ({
      field,
      code: 'required',
      message: 'Required while the account is on.',
    })),
  )
}

type Tested = z.input<(typeof test)['response']>
type Step = Tested['steps'][number]

/** Signs in with the saved account and asks for a price. Nothing is bought, even if it's on. */
export async function testCarrierAccount(
  kit: CarrierKit,
  site: SiteRow,
  actor: Staff,
  carrier: TrackedCarrier,
): Promise<Tested> {
  const { settings } = await inSite(kit.pool, site.id, (db) => findStoredAccount(db, kit, site.id, carrier))
  const steps = await askCarrier(kit.carriers, { ...settings, siteId: site.id, carrier })
  const works = steps.every(({ outcome }) => outcome === 'right')
  await inSite(kit.pool, site.id, async (db) =>
    record(db, site.id, {
      actor: actor.by,
      event: 'carrier_account.tested',
      subject: `carrier:${carrier}`,
      facts: { works },
      at: kit.now(),
    }),
  )
  return { works, steps }
}

async function askCarrier(carriers: Carriers, account: CarrierAccount): Promise<Step[]> {
  const { carrier, clientId, clientSecret } = account
  const notAsked = (step: Step['step'], words: string): Step => ({ step, outcome: 'not_asked', words })
  if (clientId === '' || clientSecret === '') {
    return [notAsked('sign_in', `Enter the client ID and secret from ${carrier}, and save.`)]
  }
  if (carriers.hosts[carrier] === undefined) {
    return [
      notAsked(
        'sign_in',
        `This server isn’t connected to ${carrier}. Ask your operator to set ${carrier}_URL.`,
      ),
    ]
  }
  const gateway = carrier === 'UPS' ? carriers.ups(account) : carriers.usps(account)
  const entered = stepOf('sign_in', carrier, await gateway.signIn(), `Signed in to ${carrier}.`)
  if (entered.outcome !== 'right') return [entered]
  if (!isComplete(account, carrier)) {
    return [entered, notAsked('account', 'Not tested, because the account isn’t complete yet.')]
  }
  const told = await gateway.checkAccount()
  const price = told.outcome === 'right' ? told.price : undefined
  const words = price
    ? `Account …${end(account.accountNumber)} works. ${price.service} costs ${formatCents(price.cents)} for ${SMALLEST[carrier]}.`
    : `Account …${end(account.accountNumber)} works.`
  return [entered, stepOf('account', carrier, told, words)]
}

const SMALLEST = { UPS: 'the smallest parcel', USPS: 'a letter with one card' } as const

function stepOf(step: Step['step'], carrier: TrackedCarrier, told: CheckOutcome, right: string): Step {
  switch (told.outcome) {
    case 'right':
      return { step, outcome: 'right', words: right }
    case 'refused':
      return { step, outcome: 'refused', words: `${carrier} rejected it: ${told.reason}` }
    case 'silent': {
      const seconds = Math.ceil(told.retryAfterMs / 1_000)
      return { step, outcome: 'silent', words: `${carrier} didn’t answer. Try again in ${seconds} seconds.` }
    }
  }
}

function end(value: string): string {
  return value.length > SHOWN ? value.slice(-SHOWN) : ''
}

async function wire(
  { carriers }: CarrierKit,
  carrier: TrackedCarrier,
  { settings, enabled, updatedAt }: StoredAccount,
): Promise<Wire> {
  const { sender } = settings
  const host = carriers.hosts[carrier]
  return {
    carrier,
    enabled,
    complete: isComplete(settings, carrier),
    client_id_end: end(settings.clientId),
    account_number_end: end(settings.accountNumber),
    has_secret: settings.clientSecret !== '',
    crid: settings.crid,
    mid: settings.mid,
    manifest_mid: settings.manifestMid,
    sender_name: sender.name,
    sender_phone: sender.phone,
    sender_address1: sender.address1,
    sender_city: sender.city,
    sender_state: sender.state,
    sender_zip: sender.zip,
    services: settings.services,
    known_services: [...CARRIER_SERVICES[carrier]],
    host: host === undefined ? '' : new URL(host).host,
    calls_left: await carriers.callsLeft(carrier, settings.clientId),
    updated_at: updatedAt?.toISOString() ?? null,
  }
}
