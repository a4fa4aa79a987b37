import { sql } from 'kysely'
import { inSite } from '../../database/in-site.ts'
import { mailHtml, mailText } from '../mail/mail-page.ts'
import { forEverySite } from '../sites/every-site.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { CARD_CID, giverOf, reminderMail } from './card-mail.ts'
import { claimToken, claimUrl } from './claim-links.ts'
import type { SendParts } from './send-block.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 100
/** A day's reminders of one site: what is over that comes tomorrow, still in time. */
const MOST_A_DAY = 20_000

type ToRemind = {
  id: number
  order_id: number
  card_item_id: number
  first_name: string
  last_name: string
  email: string
  value_cents: number
  link_attempt: number
  expires_at: Date
  message: string
}

/** Reminds every recipient, once, whose digital card expires soon and whose number wasn't viewed. */
export async function remindAll(parts: SendParts): Promise<void> {
  await forEverySite(parts.kit.pool, async (site) => {
    if (site.remind_before_days === 0) return
    for (let reminded = 0; reminded < MOST_A_DAY; ) {
      const people = await inSite(parts.kit.pool, site.id, (db) => takeToRemind(db, site, parts.kit.now()))
      if (people.length === 0) break
      reminded += people.length
      await Promise.all(
        people.map((person) =>
          remindOne(parts, site, person).catch((cause) =>
            parts.kit.log.warn({ err: cause, delivery_id: person.id }, 'a reminder could not be mailed'),
          ),
        ),
      )
    }
  })
}

/**
 * Marks them as reminded before any mail leaves: of a reminder none is better than two, and the card
 * itself is with them already.
 */
async function takeToRemind(db: Parameters<Parameters<typeof inSite>[2]>[0], site: SiteRow, at: Date) {
  const until = new Date(at.getTime() + site.remind_before_days * DAY_MS).toISOString()
  const moment = sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql<ToRemind>`
    with due as (
      select d.id from deliveries d join orders o on o.site_id = d.site_id and o.id = d.order_id
      where d.site_id = ${site.id} and d.status in ('sent', 'opened') and d.reminded_at is null
        and not d.reminders_off and d.expires_at > ${moment} and d.expires_at <= ${until}::timestamptz
        and o.held_at is null
      order by d.expires_at, d.id limit ${AT_ONCE} for update of d skip locked
    ), marked as (
      update deliveries d set reminded_at = ${moment} from due
      where d.site_id = ${site.id} and d.id = due.id returning d.*
    ), written as (
      insert into delivery_events (site_id, delivery_id, order_id, event, actor, at)
      select site_id, id, order_id, 'reminded', 'system', ${moment} from marked
    )
    select m.id::int as id, m.order_id::int as order_id, m.card_item_id::int as card_item_id, m.first_name,
      m.last_name, m.email, m.value_cents::float8 as value_cents, m.link_attempt, m.expires_at,
      coalesce(r.message, '') as message
    from marked m left join card_recipient_details r on r.site_id = m.site_id and r.id = m.recipient_id`.execute(
    db,
  )
  return rows
}

async function remindOne({ kit, mailer, pictures }: SendParts, site: SiteRow, person: ToRemind) {
  const design = await pictures.designOf(site.id, person.card_item_id)
  const { first_name, last_name, value_cents } = person
  const token = claimToken(kit.keys.claimLink, { ...person, site_id: site.id })
  const content = reminderMail(site, {
    ...{ first_name, last_name, value_cents },
    message: '',
    giver: giverOf(site, design.item),
    reward_name: design.item.reward_name,
    url: claimUrl(kit.config.publicOrigin, site, token),
    expires_at: new Date(person.expires_at),
  })
  await mailer.send({
    siteId: site.id,
    fromName: site.name,
    to: person.email,
    subject: content.subject,
    text: mailText(site, content),
    html: mailHtml(site, content),
    key: `card-reminder-${site.id}-${person.id}`,
    picture: {
      cid: CARD_CID,
      bytes: await pictures.paint(site, design, { first_name, last_name, amount_cents: value_cents }),
    },
  })
}
