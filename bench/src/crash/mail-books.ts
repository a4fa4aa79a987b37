import type { Query } from '../database-beside.ts'
import type { SunkMail } from '../mail-sink.ts'

/** The legal moves of an emailed card, written independently. Each begins as `planned`. */
const LEGAL = new Set(
  [
    ['planned', 'sending'],
    ['queued', 'sending'],
    ['sending', 'sent'],
    ['sending', 'bounced'],
    ['sending', 'queued'],
  ].map(([from, to]) => `${from} ${to}`),
)

/** What must hold at every moment, after any crash. @returns every broken rule, in words */
export async function findBroken(query: Query, mails: readonly SunkMail[]): Promise<string[]> {
  const broken: string[] = []
  const none = async (words: string, sql: string) => {
    const rows = await query(sql)
    if (rows.length > 0) broken.push(`${words}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  await none(
    'a planned order lacks someone, or has someone twice',
    `select o.id from orders o where o.planned_at is not null and
      (select count(*) from deliveries d where d.site_id = o.site_id and d.order_id = o.id) <>
      (select count(*) from card_items i join card_recipient_details r
        on r.site_id = i.site_id and r.card_item_id = i.id where i.site_id = o.site_id and i.order_id = o.id)`,
  )
  await none(
    'a delivery has more than one card',
    'select delivery_id from issued_cards group by 1 having count(*) > 1',
  )
  await none(
    'a card went out that was never issued',
    `select d.id from deliveries d where d.status in ('sent', 'bounced') and d.reward_type = 'digital'
      and not exists (select from issued_cards c where c.site_id = d.site_id and c.delivery_id = d.id)`,
  )
  await none(
    'a card is worth something else than was ordered',
    `select c.id from issued_cards c join deliveries d on d.site_id = c.site_id and d.id = c.delivery_id
      where c.value_cents <> d.value_cents`,
  )
  await none(
    'our card and the issuer’s differ',
    `select c.id from issued_cards c where not exists (select from issuer_cards i
      where i.site_id = c.site_id and i.key = c.delivery_id || ':' || c.position
        and i.number_digest = c.number_digest and i.value_cents = c.value_cents)`,
  )
  await none(
    'an order is fulfilled while a card of it waits',
    `select o.id from orders o where o.status = 'fulfilled' and exists (select from deliveries d
      where d.site_id = o.site_id and d.order_id = o.id and d.status in ('queued', 'sending'))`,
  )
  const moves = await query(
    `select previous, event, count(*) as times from (
      select e.event, lag(e.event) over (partition by e.delivery_id order by e.id) as previous
      from delivery_events e join deliveries d on d.site_id = e.site_id and d.id = e.delivery_id
      where d.reward_type = 'digital') e where previous is not null group by 1, 2`,
  )
  for (const { previous, event, times } of moves) {
    if (!LEGAL.has(`${previous} ${event}`))
      broken.push(`${times} deliveries went from ${previous} to ${event}`)
  }
  broken.push(...(await findBrokenMail(query, mails)))
  return broken
}

/** Compares what the mail server has with what the database says. */
async function findBrokenMail(query: Query, mails: readonly SunkMail[]): Promise<string[]> {
  const broken: string[] = []
  const known = new Map<string, SunkMail>()
  for (const mail of mails) {
    const first = known.get(mail.messageId) ?? mail
    known.set(mail.messageId, first)
    if (first.to !== mail.to) broken.push(`${mail.messageId} went to ${first.to} and to ${mail.to}`)
    if (first.token !== mail.token) broken.push(`${mail.messageId} carried two links`)
    if (mail.token === '') broken.push(`${mail.messageId} carried no link`)
  }
  const rows = await query(
    `select site_id, id, attempt, status, lower(email) as email from deliveries
      where reward_type = 'digital' and (status <> 'queued' or tries > 0)`,
  )
  const byName = new Map(rows.map((row) => [`card-${row.site_id}-${row.id}-${row.attempt}`, row]))
  for (const [messageId, mail] of known) {
    const row = byName.get(nameOf(messageId))
    // Released untouched or never claimed: then it has no mail, unless its answer was lost.
    if (row === undefined) continue
    if (row.email !== mail.to.toLowerCase())
      broken.push(`${messageId} went to ${mail.to}, not to ${row.email}`)
    if (row.status === 'bounced') broken.push(`${messageId} was taken, and stands as bounced`)
  }
  const names = new Set([...known.keys()].map(nameOf))
  for (const [name, row] of byName) {
    if (row.status === 'sent' && !names.has(name)) broken.push(`${name} stands as sent and never came`)
    if (row.status === 'sent' && row.email.startsWith('bounce'))
      broken.push(`${name} stands as sent and was refused`)
  }
  return broken.slice(0, 10)
}

/** `card-1-17-1-<signature>@host` is the first send of delivery 17. */
function nameOf(messageId: string): string {
  return /^card-\d+-\d+-\d+/.exec(messageId)?.[0] ?? messageId
}

/** What must hold once a healthy server has had time. */
export async function findUnfinished(query: Query): Promise<string[]> {
  const rows = await query(
    `select status, count(*)::int as count from deliveries
      where reward_type = 'digital' and not (status = 'sent' and email not like 'bounce%' or status = 'bounced' and email like 'bounce%') group by 1`,
  )
  const words = rows.map(({ status, count }) => `${count} deliveries are still ${status}`)
  const orders = await query(
    `select id, status from orders where planned_at is not null and status <> 'fulfilled'`,
  )
  words.push(...orders.map(({ id, status }) => `order ${id} is still ${status}`))
  const odd = await query(
    `select (select count(*) from issuer_cards)::int as issued, (select count(*) from issued_cards)::int as kept,
      (select count(*) from deliveries)::int as deliveries`,
  )
  const { issued, kept, deliveries } = odd[0]
  if (issued !== kept || kept !== deliveries) {
    words.push(`${deliveries} deliveries, ${kept} cards, ${issued} at the issuer`)
  }
  return words
}
