import type { getNotificationSettings, getUnsubscribe } from '@laurel/contract/notices'
import {
  canChoose,
  hearsOf,
  isNotificationKind,
  NOTIFICATION_KINDS,
  NOTIFICATION_SPECS,
  type NotificationChoice,
  type NotificationKind,
} from '@laurel/domain/notification-kinds'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { listOwnCompanies } from '../companies/companies.repo.ts'
import { type Person, readChoices, saveChoice } from '../mail/notification-choice.ts'
import { readUnsubscribing, type Unsubscribing } from '../mail/unsubscribe.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { nextDigest, timeZoneOf } from './digests.repo.ts'

type SettingsKit = Pick<Kit, 'pool' | 'now'>
type SettingsWire = z.input<typeof getNotificationSettings.response>

export function readSettings(
  { pool }: SettingsKit,
  site: SiteRow,
  { customerId }: Customer,
): Promise<SettingsWire> {
  return inSite(pool, site.id, (db) => settingsOf(db, site, customerId))
}

async function settingsOf(db: Db, site: SiteRow, customerId: number): Promise<SettingsWire> {
  const [choices, companies, { zone }] = await Promise.all([
    readChoices(db, { siteId: site.id, customerId }),
    listOwnCompanies(db, site, customerId),
    db
      .selectFrom('customers as c')
      .select(({ ref }) => timeZoneOf(site, ref('c.id')).as('zone'))
      .where('c.site_id', '=', site.id)
      .where('c.id', '=', customerId)
      .executeTakeFirstOrThrow(),
  ])
  const heard = NOTIFICATION_KINDS.filter((kind) => hearsOf(kind, companies))
  return { settings: heard.map((kind) => ({ kind, ...choices[kind] })), daily_time_zone: zone }
}

/** @throws {Refusal} `not_found` for an unknown kind; `validation_failed` for what can't be turned off */
export function changeSetting(
  { pool, now }: SettingsKit,
  site: SiteRow,
  { customerId }: Customer,
  kind: string,
  { app, mail }: { [Part in keyof NotificationChoice]?: NotificationChoice[Part] | undefined },
): Promise<SettingsWire> {
  if (!isNotificationKind(kind)) throw new Refusal('not_found')
  const asked = { ...(app !== undefined && { app }), ...(mail !== undefined && { mail }) }
  if (!canChoose(kind, asked)) {
    const message = NOTIFICATION_SPECS[kind].fixed?.because ?? 'Choose another one.'
    throw new Refusal('validation_failed', {}, [{ field: 'mail', code: 'fixed', message }])
  }
  return inSite(pool, site.id, async (db) => {
    const person = { siteId: site.id, customerId }
    await choose(db, site, person, kind, { ...(await readChoices(db, person))[kind], ...asked }, now())
    return settingsOf(db, site, customerId)
  })
}

async function choose(
  db: Db,
  site: SiteRow,
  person: Person,
  kind: NotificationKind,
  choice: NotificationChoice,
  at: Date,
) {
  const isDigest = kind === 'activity' && choice.mail === 'daily'
  await saveChoice(db, person, kind, choice, isDigest ? await digestAt(db, site, person, at) : null)
}

async function digestAt(db: Db, site: SiteRow, { customerId }: Person, at: Date): Promise<Date> {
  const { due } = await db
    .selectFrom('customers as c')
    .select(({ ref }) => nextDigest(site, ref('c.id'), at).as('due'))
    .where('c.site_id', '=', site.id)
    .where('c.id', '=', customerId)
    .executeTakeFirstOrThrow()
  return due
}

type UnsubscribeKit = SettingsKit & Pick<Kit, 'keys'>

/** @throws {Refusal} `not_found` */
export async function readUnsubscribe(
  kit: UnsubscribeKit,
  siteId: number,
  token: string,
): Promise<z.input<typeof getUnsubscribe.response>> {
  return { mails: labelsOf(readUnsubscribing(kit, siteId, token)) }
}

function labelsOf({ kinds }: Unsubscribing): string[] {
  return kinds === 'daily' ? ['Daily summary'] : kinds.map((kind) => NOTIFICATION_SPECS[kind].label)
}

/**
 * Stops the mails that a link is about. What's mandatory can't be in one. Repeating it changes nothing.
 *
 * @throws {Refusal} `not_found`
 */
export async function stopMails(kit: UnsubscribeKit, site: SiteRow, token: string): Promise<undefined> {
  const { customerId, kinds } = readUnsubscribing(kit, site.id, token)
  await inSite(kit.pool, site.id, async (db) => {
    const person = { siteId: site.id, customerId }
    // An erased customer has no settings to change.
    const customer = await db
      .selectFrom('customers')
      .select('id')
      .where('site_id', '=', site.id)
      .where('id', '=', customerId)
      .executeTakeFirst()
    if (customer === undefined) return
    const choices = await readChoices(db, person)
    const stopped =
      kinds === 'daily' ? NOTIFICATION_KINDS.filter((kind) => choices[kind].mail === 'daily') : kinds
    for (const kind of stopped) {
      if (!canChoose(kind, { mail: 'never' })) continue
      await choose(db, site, person, kind, { ...choices[kind], mail: 'never' }, kit.now())
    }
  })
  return undefined
}
