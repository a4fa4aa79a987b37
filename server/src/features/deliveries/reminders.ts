import type { NotNull } from 'kysely'
import type { Db } from '../../database/database.ts'
import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { literals } from '../../database/sql.ts'
import { type Sweep, sweeps } from '../../jobs/jobs.ts'
import { siteMail } from '../mail/mail-page.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { CARD_CID, reminderMail, senderOf } from './card-mail.ts'
import { claimToken, claimUrl } from './claim-links.ts'
import { remindRecipients } from './fulfillment-jobs.ts'
import type { SendParts } from './send-block.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 100
/** The most reminders a site sends in a day; the rest follow the next day, still in time. */
const MOST_A_DAY = 20_000

/** Reminds every recipient, once, whose digital card expires soon and whose number wasn't viewed. */
export function remindingOfUnclaimed(parts: SendParts): Sweep {
  const { pool, now, log, config } = parts.kit
  return sweeps(
    remindRecipients,
    async () =>
      config.mail === undefined
        ? []
        : findDueSites(pool, (db) => unclaimed(db, now()).select('d.site_id').distinct()),
    async (siteId) => {
      const site = await findSite(pool, siteId)
      if (site === undefined || site.remind_before_days === 0) return
      for (let reminded = 0; reminded < MOST_A_DAY; ) {
        const people = await inSite(pool, siteId, (db) => takeToRemind(db, site, now()))
        if (people.length === 0) break
        reminded += people.length
        await Promise.all(
          people.map((person) =>
            remindOne(parts, site, person).catch((cause) =>
              log.warn({ err: cause, delivery_id: person.id }, 'a reminder could not be mailed'),
            ),
          ),
        )
      }
    },
  )
}

/** Cards whose number wasn't viewed, whenever they expire. */
function unclaimed(reader: Pick<Db, 'selectFrom'>, at: Date) {
  return reader
    .selectFrom('deliveries as d')
    .where('d.status', 'in', literals('sent', 'opened'))
    .where('d.reminded_at', 'is', null)
    .where((eb) => eb.not('d.reminders_off'))
    .where('d.expires_at', '>', at)
}

/** Marks them as reminded before any mail leaves: no reminder is better than two. */
async function takeToRemind(db: Db, site: SiteRow, at: Date) {
  const until = new Date(at.getTime() + site.remind_before_days * DAY_MS)
  return (
    db
      .with('due', (ctes) =>
        unclaimed(ctes, at)
          .innerJoin('orders as o', (join) =>
            join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
          )
          .select('d.id')
          .where('d.site_id', '=', site.id)
          .where('d.expires_at', '<=', until)
          .where('o.held_at', 'is', null)
          .orderBy('d.expires_at')
          .orderBy('d.id')
          .limit(AT_ONCE)
          .forUpdate('d')
          .skipLocked(),
      )
      .with('marked', (ctes) =>
        ctes
          .updateTable('deliveries as d')
          .from('due')
          .set({ reminded_at: at })
          .where('d.site_id', '=', site.id)
          .whereRef('d.id', '=', 'due.id')
          .returningAll('d'),
      )
      .with('written', (ctes) =>
        ctes
          .insertInto('delivery_events')
          .columns(['site_id', 'delivery_id', 'order_id', 'event', 'actor', 'at'])
          .expression((eb) =>
            eb
              .selectFrom('marked')
              .select(['site_id', 'id', 'order_id', eb.val('reminded').as('event')])
              .select([eb.val('system').as('actor'), eb.val(at).as('at')]),
          ),
      )
      .selectFrom('marked as m')
      .leftJoin('card_recipient_details as r', (join) =>
        join.on('r.site_id', '=', site.id).onRef('r.id', '=', 'm.recipient_id'),
      )
      .select(['m.id', 'm.order_id', 'm.card_item_id', 'm.first_name', 'm.last_name', 'm.email'])
      .select(['m.value_cents', 'm.link_attempt', 'm.expires_at'])
      .select(({ fn, val }) => fn.coalesce('r.language', val('')).as('language'))
      // Only a parcel has no card item, and only cards that expire are due.
      .$narrowType<{ card_item_id: NotNull; expires_at: NotNull }>()
      .execute()
  )
}

type ToRemind = Awaited<ReturnType<typeof takeToRemind>>[number]

async function remindOne({ kit, mailer, pictures }: SendParts, site: SiteRow, person: ToRemind) {
  const design = await pictures.designOf(site.id, person.card_item_id)
  const { first_name, last_name, value_cents } = person
  const token = claimToken(kit.keys.claimLink, { ...person, site_id: site.id })
  const content = reminderMail(site, {
    ...{ first_name, last_name, value_cents },
    message: '',
    language: person.language,
    sender: senderOf(site, design.item),
    reward_name: design.item.reward_name,
    url: claimUrl(kit.config.publicOrigin, site, token),
    expires_at: person.expires_at,
  })
  await mailer.send({
    ...siteMail(site, content),
    to: person.email,
    key: `card-reminder-${site.id}-${person.id}`,
    pictures: [
      {
        cid: CARD_CID,
        bytes: await pictures.paint(site, design, { first_name, last_name, amount_cents: value_cents }),
      },
    ],
  })
}
