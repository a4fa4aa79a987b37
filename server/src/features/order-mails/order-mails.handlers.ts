import { Refusal } from '@laurel/domain/refusal'
import type { Texts } from '@laurel/domain/texts'
import { inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import { handleEach, type JobHandler } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { languageFor, textsOf } from '../../texts.ts'
import { type DocumentKind, drawnDocument } from '../documents/documents.service.ts'
import { readOrderDocument } from '../documents/order-document.repo.ts'
import type { OrderDocument } from '../documents/order-document.ts'
import { type MailContent, type MailPart, siteMail } from '../mail/mail-page.ts'
import type { Attachment, Mail, Mailer } from '../mail/mailer.ts'
import { orderMail } from '../mail/order-mail.jobs.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { findDiscrepancy } from '../payments/discrepancies.repo.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import {
  amountParts,
  arrivalOfOrdered,
  cardParts,
  type PictureKit,
  paintOrderCards,
  readOrderCards,
} from './order-cards.ts'
import { type OrderToTell, readMessage, readOrderToTell } from './order-mails.repo.ts'
import { copied, type MailAbout, mailsAboutOrders, message, reasonOf, strayRefunded } from './order-words.ts'
import { sendOrderNews } from './send-order-news.ts'

export type OrderMailKit = Pick<Kit, 'config' | 'pool' | 'keys' | 'gateway' | 'now' | 'files'> & PictureKit

/** The mails a customer gets about an order, in the organization's own name. */
export function orderMailHandlers(kit: OrderMailKit, mailer: Mailer): JobHandler[] {
  const mailAbout: MailAbout = (key, documents, write, shows) => async (payload) => {
    const { siteId, orderId } = payload
    const facts = await readMailFacts(kit, siteId, orderId, shows)
    if (facts === undefined) return
    const { site, order, document, cards } = facts
    const i18n = textsOf(document.language)
    const content = write(i18n, order, document, payload)
    if (content === undefined) return
    const pictures = cards ? await paintOrderCards(kit, site, cards) : []
    if (cards) {
      const arrives = arrivalOfOrdered(i18n, site, kit.now(), order, document)
      content.parts.push(...cardParts(i18n, cards, pictures, arrives), ...amountParts(i18n, document))
    }
    content.parts.push(linkTo(kit, i18n, site, order, content.button))
    const attachments = await attach(kit, document, documents)
    const ofOrder = typeof key === 'string' ? key : key(payload)
    await send(mailer, site, {
      to: order.email,
      content: { ...content, i18n, reason: reasonOf(i18n, order) },
      key: `${ofOrder}-${siteId}-${orderId}`,
      attachments,
      pictures,
    })
  }
  return handleEach(orderMail, {
    ...mailsAboutOrders(mailAbout),
    async strayRefunded({ siteId, orderId, discrepancyId }) {
      const site = await findSite(kit.pool, siteId)
      if (site === undefined) return
      const [order, stray] = await inSite(kit.pool, siteId, (db) =>
        Promise.all([readOrderToTell(db, siteId, orderId), findDiscrepancy(db, siteId, discrepancyId)]),
      )
      if (order === undefined || stray === undefined) return
      const key = `stray-refunded-${siteId}-${discrepancyId}`
      const i18n = textsOf(languageFor(site, order.language))
      const content = strayRefunded(i18n, site, order, stray)
      await send(mailer, site, { to: order.email, content, key, attachments: [] })
    },
    async copied({ siteId, orderId, kind, position }) {
      const facts = await readMailFacts(kit, siteId, orderId)
      const to = facts?.order.invoice_emails[position]
      if (facts === undefined || to === undefined) return
      const attachments = await attach(kit, facts.document, [kind])
      if (attachments.length === 0) return
      const content = copied(textsOf(facts.document.language), facts.document, kind)
      const key = `${kind}-copy-${siteId}-${orderId}-${position}`
      await send(mailer, facts.site, { to, content, key, attachments })
    },
    async message({ siteId, orderId, noteId }) {
      const site = await findSite(kit.pool, siteId)
      if (site === undefined) return
      const [order, text] = await inSite(kit.pool, siteId, (db) =>
        Promise.all([readOrderToTell(db, siteId, orderId), readMessage(db, { siteId, orderId, noteId })]),
      )
      if (order === undefined || text === undefined) return
      const i18n = textsOf(languageFor(site, order.language))
      const content = message(i18n, order, text, site.name)
      content.parts.push(linkTo(kit, i18n, site, order))
      await send(mailer, site, {
        to: order.email,
        content: { ...content, i18n, reason: reasonOf(i18n, order) },
        key: `order-message-${siteId}-${noteId}`,
        attachments: [],
      })
    },
    news: (payload) => sendOrderNews(kit, mailer, payload),
  })
}

function linkTo(
  { config }: OrderMailKit,
  i18n: Texts,
  site: SiteRow,
  { id, number }: OrderToTell,
  own?: string,
): MailPart {
  return {
    kind: 'link',
    label: own ?? i18n.t('See order {number}', { number }),
    url: `${siteOrigin(config.publicOrigin, site)}/my-rewards?openDetails=${id}`,
  }
}

async function readMailFacts(kit: OrderMailKit, siteId: number, orderId: number, shows?: 'cards') {
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) return undefined
  return inSite(kit.pool, siteId, async (db) => {
    const order = await readOrderToTell(db, siteId, orderId)
    if (order === undefined) return undefined
    const cards = shows && (await readOrderCards(db, siteId, order))
    return endWith(async () => {
      const document = await readOrderDocument(db, kit, site, order, order)
      return document && { site, order, document, cards }
    })
  })
}

/** A document that can't be made (the check bounced) is left out; the mail is sent anyway. */
async function attach(
  kit: OrderMailKit,
  order: OrderDocument,
  documents: readonly DocumentKind[],
): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  for (const kind of documents) {
    try {
      attachments.push(await drawnDocument(kit, order, kind))
    } catch (cause) {
      if (!(cause instanceof Refusal && cause.code === 'paper_not_available')) throw cause
    }
  }
  return attachments
}

type Letter = Pick<Mail, 'to' | 'key' | 'attachments' | 'pictures'> & { content: MailContent }

function send(mailer: Mailer, site: SiteRow, { content, ...letter }: Letter): Promise<void> {
  return mailer.send({ ...letter, ...siteMail(site, content) })
}
