import { MOST_MAIL_TRIES, mailBackoffMs } from '@laurel/domain/mail-backoff'
import type { FastifyBaseLogger } from 'fastify'
import { crashPoint } from '../../crash-points.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf } from '../../database/sql.ts'
import type { Kit } from '../../kit.ts'
import { type IssuingKit, issueCards } from '../issuing/issue-cards.ts'
import { siteMail } from '../mail/mail-page.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { CARD_CID, cardMail, senderOf } from './card-mail.ts'
import type { CardPictures } from './card-pictures.ts'
import { claimUrl } from './claim-links.ts'
import { moveDeliveries } from './delivery-moves.ts'
import { type MailOutcome, readMailFailure } from './mail-outcome.ts'
import { messageKey } from './message-key.ts'
import type { DeliveryToMail } from './sending.repo.ts'

const DAY_MS = 86_400_000
/** Accepted mails are recorded after this many: a crash repeats at most as many. */
const SAVE_EACH = 50
/** The mailer's connections, plus some mails being written. */
const MAILS_AT_ONCE = 10
/** How long to wait after the server doesn't answer, or an order's cards may not be issued. */
const SERVER_REST_MS = 60_000
const ORDER_REST_MS = 5 * 60_000
/** Well within the lease, so that no other worker resumes the block. */
const BLOCK_TAKES_AT_MOST_MS = 3 * 60_000

export type SendKit = IssuingKit &
  Pick<Kit, 'config' | 'jobs'> & { log: Pick<FastifyBaseLogger, 'warn' | 'error'> }
export type SendParts = { kit: SendKit; mailer: Mailer; pictures: CardPictures }

type Told = { delivery: DeliveryToMail; outcome: MailOutcome }

/**
 * Issues the cards of a block, mails them, and records each outcome.
 *
 * @returns whether the mail server is up; if not, the next block needn't be tried
 */
export async function sendBlock(
  { kit, mailer, pictures }: SendParts,
  site: SiteRow,
  block: readonly DeliveryToMail[],
): Promise<{ isServerDown: boolean }> {
  const began = performance.now()
  crashPoint('block.taken')
  const issued = await issueCards(
    kit,
    site.id,
    block.map(({ id }) => id),
  )
  crashPoint('cards.issued')
  const notNow = block.filter(({ id }) => !issued.has(id))
  const waiting = block.filter(({ id }) => issued.has(id))
  const unsaved: Told[] = []
  let isServerDown = false
  let saving: Promise<void> = Promise.resolve()
  const save = (least: number) => {
    if (unsaved.length < least) return
    const told = unsaved.splice(0)
    saving = saving.then(() => saveOutcomes(kit, site, told))
  }
  const work = async () => {
    while (!isServerDown && performance.now() - began < BLOCK_TAKES_AT_MOST_MS) {
      const delivery = waiting.shift()
      if (delivery === undefined) return
      const outcome = await mailOne({ kit, mailer, pictures }, site, delivery)
      if (outcome.kind === 'sent') crashPoint('mail.accepted')
      if (outcome.kind === 'later' && outcome.isServerDown) isServerDown = true
      unsaved.push({ delivery, outcome })
      save(SAVE_EACH)
    }
  }
  try {
    await Promise.all(Array.from({ length: MAILS_AT_ONCE }, work))
  } finally {
    save(1)
    await saving
  }
  crashPoint('block.kept')
  await putBack(kit, site, waiting, SERVER_REST_MS)
  await putBack(kit, site, notNow, ORDER_REST_MS)
  return { isServerDown }
}

async function mailOne(parts: SendParts, site: SiteRow, delivery: DeliveryToMail): Promise<MailOutcome> {
  try {
    await parts.mailer.send(await writeMail(parts, site, delivery))
    return { kind: 'sent' }
  } catch (cause) {
    const outcome = readMailFailure(cause)
    // A mail that can't be created is our fault: logged for operators, and retried.
    if (outcome.kind === 'later' && outcome.code === 'fault') {
      parts.kit.log.error({ err: cause, delivery_id: delivery.id }, 'a card could not be mailed')
    }
    return outcome
  }
}

async function writeMail(
  { kit, pictures }: SendParts,
  site: SiteRow,
  delivery: DeliveryToMail,
): Promise<Mail> {
  const design = await pictures.designOf(site.id, delivery.card_item_id)
  const { item } = design
  const { value_cents, first_name, last_name } = delivery
  const content = cardMail(site, {
    ...{ first_name, last_name, value_cents },
    message: delivery.message === '' ? item.message : delivery.message,
    language: delivery.language,
    sender: senderOf(site, item),
    reward_name: item.reward_name,
    url: claimUrl(kit.config.publicOrigin, site, delivery.token),
    expires_at: expiryOf(site, kit.now()),
  })
  const bytes = await pictures.paint(site, design, { first_name, last_name, amount_cents: value_cents })
  return {
    ...siteMail(site, content),
    to: delivery.email,
    key: messageKey(kit.keys.claimLink, delivery),
    pictures: [{ cid: CARD_CID, bytes }],
    headers: quietHeaders(kit.config.publicOrigin, site, delivery.token),
  }
}

/** One click, and no reminder follows (RFC 8058). The card itself was sent to one person once; it is no list. */
function quietHeaders(publicOrigin: string, site: SiteRow, token: string): Record<string, string> {
  const page = claimUrl(publicOrigin, site, token)
  return {
    'List-Unsubscribe': `<${page.replace('/claim/', '/api/v1/claims/')}/no_reminders/>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  }
}

export function expiryOf(site: Pick<SiteRow, 'claim_within_days'>, from: Date): Date {
  return new Date(from.getTime() + site.claim_within_days * DAY_MS)
}

/** Deliveries that moved in between (declined, or opened before we knew it was sent) stay as they are. */
function saveOutcomes(kit: SendKit, site: SiteRow, told: readonly Told[]): Promise<void> {
  const at = kit.now()
  return inSite(kit.pool, site.id, async (db) => {
    // Locked in the same order as by declining, which prevents deadlocks.
    const ids = told.map(({ delivery }) => delivery.id)
    await db
      .selectFrom('deliveries')
      .where('site_id', '=', site.id)
      .where('id', '=', anyOf(ids))
      .orderBy('id')
      .forUpdate()
      .execute()
    const sent = told.filter(({ outcome }) => outcome.kind === 'sent').map(({ delivery }) => delivery.id)
    await moveDeliveries(db, site.id, {
      ids: sent,
      type: 'digital',
      from: 'sending',
      to: 'sent',
      set: { sent_at: at, tries: 0, problem: '', problem_code: '', expires_at: expiryOf(site, at) },
      actor: 'mail server',
      at,
    })
    for (const alike of Map.groupBy(failed(told), groupOf).values()) await saveFailure(db, site, alike, at)
  })
}

type Failed = { delivery: DeliveryToMail; outcome: Exclude<MailOutcome, { kind: 'sent' }> }

function failed(told: readonly Told[]): Failed[] {
  return told.filter((one): one is Failed => one.outcome.kind !== 'sent').map(givenUp)
}

/** After days of deferral, it counts as bounced for any reason. */
function givenUp(one: Failed): Failed {
  if (one.outcome.kind === 'bounced' || one.delivery.tries + 1 < MOST_MAIL_TRIES) return one
  const words = 'The mail server didn’t accept the email for more than three days.'
  return { ...one, outcome: { kind: 'bounced', code: one.outcome.code, words } }
}

function groupOf({ delivery, outcome }: Failed): string {
  return `${outcome.kind} ${outcome.code} ${outcome.words} ${delivery.tries}`
}

async function saveFailure(db: Db, site: SiteRow, alike: readonly Failed[], at: Date) {
  const [{ delivery, outcome }] = alike as [Failed]
  const ids = alike.map((one) => one.delivery.id)
  const problem = { problem_code: outcome.code, problem: outcome.words }
  const facts = { code: outcome.code }
  const move = { ids, type: 'digital', from: 'sending', facts, actor: 'mail server', at } as const
  if (outcome.kind === 'bounced') {
    const set = { ...problem, bounced_at: at }
    await moveDeliveries(db, site.id, { ...move, to: 'bounced', set })
    return
  }
  const tries = delivery.tries + 1
  const set = { ...problem, tries, due_at: new Date(at.getTime() + mailBackoffMs(tries)) }
  await moveDeliveries(db, site.id, { ...move, to: 'queued', set })
}

/** Not tried, so not counted as a try. */
async function putBack(kit: SendKit, site: SiteRow, untried: readonly DeliveryToMail[], restMs: number) {
  if (untried.length === 0) return
  const at = kit.now()
  await inSite(kit.pool, site.id, (db) =>
    moveDeliveries(db, site.id, {
      ids: untried.map(({ id }) => id),
      type: 'digital',
      from: 'sending',
      to: 'queued',
      set: { due_at: new Date(at.getTime() + restMs) },
      facts: { put_off: true },
      actor: 'system',
      at,
    }),
  )
}
