import type { reportDeliveries } from '@laurel/contract/deliveries'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { isEmail } from '@laurel/domain/email'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { anyOf, literal } from '../../database/sql.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { moveDeliveries } from './delivery-moves.ts'
import {
  type DeliveryReport,
  type ReportedRecipient,
  readDeliveryReport,
  splitMailbox,
} from './delivery-report.ts'
import { wordsOfStatus } from './mail-outcome.ts'
import { readMessageId } from './message-key.ts'

type Told = z.input<typeof reportDeliveries.response>
type Line = Told['lines'][number]
type Reported = { report: string; addresses: readonly string[] }
type ReportKit = Pick<Kit, 'pool' | 'now' | 'keys'>

const BY_HAND = 'Email to this address bounced. Check the spelling.'

/**
 * Processes bounced mails, as the mail server's reports or as addresses. Reports about earlier sends, or about
 * cards viewed since, change nothing.
 *
 * @returns each one's result, and how many deliveries are now bounced
 */
export async function takeReports(
  { pool, now, keys }: ReportKit,
  actor: Staff,
  { report, addresses }: Reported,
): Promise<Told> {
  const at = now()
  const by = { ...actor, key: keys.claimLink }
  const lines: Line[] = []
  let recognized = 0
  for (const [index, raw] of splitMailbox(report).entries()) {
    const report = await readDeliveryReport(raw)
    const line = await inSite(pool, actor.siteId, (db) => takeMail(db, by, report, index + 1, at))
    if (line.deliveries.length > 0) recognized += 1
    lines.push(line)
  }
  if (addresses.length > 0) {
    const named = await inSite(pool, actor.siteId, (db) => takeAddresses(db, actor, addresses, at))
    recognized += named.filter(({ deliveries }) => deliveries.length > 0).length
    lines.push(...named)
  }
  const bounced = lines
    .filter(({ outcome }) => outcome === 'bounced')
    .reduce((sum, { deliveries }) => sum + deliveries.length, 0)
  const facts = { lines: lines.length, recognized, bounced }
  await inSite(pool, actor.siteId, async (db) =>
    record(db, actor.siteId, { actor: actor.by, event: 'deliveries.reported', subject: '', facts, at }),
  )
  return { recognized, bounced, lines }
}

type Found = {
  id: number
  status: DeliveryStatus
  attempt: number
  email: string
  order_number: string
  first_name: string
  last_name: string
}

async function takeMail(
  db: Db,
  { siteId, by, key }: Pick<Staff, 'siteId' | 'by'> & { key: Buffer },
  report: DeliveryReport | undefined,
  place: number,
  at: Date,
): Promise<Line> {
  if (report === undefined) {
    const words = 'This isn’t a bounce report from a mail server. Enter the address instead.'
    return { about: `Mail ${place}`, outcome: 'unreadable', words, deliveries: [] }
  }
  const about = report.recipients[0]?.recipient || `Mail ${place}`
  const sending = readMessageId(key, report.messageId ?? '')
  const [found] = sending?.site_id === siteId ? await lockDigital(db, siteId, [sending.id]) : []
  if (sending === undefined || found === undefined) {
    const words = 'This report isn’t about one of your card emails.'
    return { about, outcome: 'not_found', words, deliveries: [] }
  }
  const line = { about, deliveries: [wireOf(found)] }
  const failure = report.recipients.find(({ action }) => action === 'failed')
  if (found.attempt !== sending.attempt) {
    const words = 'This report is about an earlier email. The card has been sent again since.'
    return { ...line, outcome: 'unchanged', words, deliveries: [] }
  }
  if (failure === undefined) {
    const isLate = report.recipients.some(({ action }) => action === 'delayed')
    const words = isLate ? 'The mail server is still trying.' : 'The mail server hasn’t given up yet.'
    return { ...line, outcome: 'unchanged', words }
  }
  const { code, words } = problemOf(failure)
  if (found.status !== 'sent' && found.status !== 'sending') {
    return { ...line, outcome: 'unchanged', words: wordsOfStanding(found.status) }
  }
  const about1 = { ids: [found.id], from: found.status, code, words, at }
  await bounce(db, siteId, { ...about1, actor: 'mail server', facts: { code, reported: true, by } })
  return { ...line, outcome: 'bounced', words }
}

function problemOf({ status, diagnostic }: ReportedRecipient): { code: string; words: string } {
  const replyCode = Number(/^\d{3}/.exec(diagnostic)?.[0] ?? 550)
  return { code: status === '' ? String(replyCode) : status, words: wordsOfStatus(status, replyCode) }
}

/** Marks everything sent to these addresses and not viewed as bounced. */
async function takeAddresses(
  db: Db,
  { siteId, by }: Staff,
  given: readonly string[],
  at: Date,
): Promise<Line[]> {
  const asked = new Map(given.map((text) => [addressIn(text).toLowerCase(), text.trim()]))
  const emails = [...asked.keys()].filter(isEmail)
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('site_id', '=', siteId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', anyOf(emails)))
    .where('email', '<>', literal(''))
    .where('reward_type', '=', 'digital')
    .execute()
  const all = await lockDigital(
    db,
    siteId,
    rows.map(({ id }) => id),
  )
  const isSent = ({ status }: Found) => status === 'sent'
  await bounce(db, siteId, {
    ids: all.filter(isSent).map(({ id }) => id),
    ...{ from: 'sent', code: '', words: BY_HAND, at },
    ...{ actor: by, facts: { by_hand: true } },
  })
  const byEmail = Map.groupBy(all, ({ email }) => email.toLowerCase())
  return [...asked].map(([email, text]): Line => {
    if (!isEmail(email)) {
      return { about: text, outcome: 'unreadable', words: 'This isn’t an email address.', deliveries: [] }
    }
    const found = byEmail.get(email) ?? []
    if (found.length === 0) {
      const words = 'No card was sent to this address.'
      return { about: email, outcome: 'not_found', words, deliveries: [] }
    }
    const sent = found.filter(isSent)
    return sent.length > 0
      ? { about: email, outcome: 'bounced', words: BY_HAND, deliveries: sent.map(wireOf) }
      : {
          about: email,
          outcome: 'unchanged',
          words: wordsOfStanding(found.at(-1)!.status),
          deliveries: found.map(wireOf),
        }
  })
}

/** `Ana Ruiz <ana@example.com>` is ana@example.com. */
function addressIn(text: string): string {
  return (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim()
}

/** Locked in order of their IDs, like everywhere, which prevents deadlocks. */
async function lockDigital(db: Db, siteId: number, ids: readonly number[]): Promise<Found[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .select(['d.id', 'd.status', 'd.attempt', 'd.email', 'd.first_name', 'd.last_name'])
    .select((eb) => eb.fn.coalesce('o.number', eb.val('')).as('order_number'))
    .where('d.site_id', '=', siteId)
    .where('d.id', '=', anyOf(ids))
    .where('d.reward_type', '=', 'digital')
    .orderBy('d.id')
    .forUpdate('d')
    .$narrowType<{ status: DeliveryStatus }>()
    .execute()
}

type Bounce = {
  ids: readonly number[]
  from: DeliveryStatus
  code: string
  words: string
  actor: string
  facts: Readonly<Record<string, string | boolean>>
  at: Date
}

async function bounce(db: Db, siteId: number, { code, words, ...move }: Bounce): Promise<void> {
  await moveDeliveries(db, siteId, {
    ...move,
    type: 'digital',
    to: 'bounced',
    set: { problem_code: code, problem: words, bounced_at: move.at },
  })
}

/** Why a delivery that isn't waiting to be viewed stays as it is. */
function wordsOfStanding(status: DeliveryStatus): string {
  switch (status) {
    case 'bounced':
      return 'It’s already marked as bounced.'
    case 'opened':
    case 'claimed':
      return 'The recipient opened the card, so it arrived.'
    case 'queued':
    case 'sending':
      return 'The card hasn’t been sent yet, or is being sent again now.'
    default:
      return 'The card was replaced or canceled.'
  }
}

function wireOf({ id, order_number, first_name, last_name }: Found): Line['deliveries'][number] {
  return { id, order_number, first_name, last_name }
}
