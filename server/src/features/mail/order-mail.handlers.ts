import { formatCents } from '@laurel/domain/money'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { paymentWire } from '../payments/payment-view.ts'
import { listPayments, listProviders, type PaymentRow, type ProviderRow } from '../payments/payments.repo.ts'
import { listSites } from '../sites/sites.repo.ts'
import { type MailContent, type MailPart, mailHtml, mailText } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { mailOrderDeclined, mailOrderPlaced, mailPaymentReceived } from './order-mail.jobs.ts'
import { type OrderToTell, readOrderToTell } from './order-mail.repo.ts'
import { siteOrigin } from './pool-site.ts'

export type OrderMailKit = Pick<Kit, 'config' | 'pool' | 'keys' | 'gateway' | 'now'>

/** The mails a customer gets about an order, in the organization's own name. */
export function orderMailHandlers(kit: OrderMailKit, mailer: Mailer): JobHandler[] {
  const tell =
    (kind: string, write: (order: OrderToTell, more: MailPart[]) => MailContent) =>
    async ({ siteId, orderId }: { siteId: number; orderId: number }) => {
      const site = (await listSites(kit.pool)).find((one) => one.id === siteId)
      if (site === undefined) return
      const [order, payments, providers] = await inSite(kit.pool, siteId, (db) =>
        Promise.all([
          readOrderToTell(db, siteId, orderId),
          listPayments(db, siteId, [orderId]),
          listProviders(db, siteId),
        ]),
      )
      const content = write(order, remittanceParts(kit, order, payments, providers))
      content.parts.push({
        kind: 'link',
        label: `See order ${order.number}`,
        url: `${siteOrigin(kit.config.publicOrigin, site)}/my-rewards`,
      })
      await mailer.send({
        fromName: site.name,
        to: order.email,
        subject: content.subject,
        text: mailText(site, content),
        html: mailHtml(site, content),
        key: `${kind}-${siteId}-${orderId}`,
      })
    }
  return [
    handles(mailOrderPlaced, tell('order-placed', placed)),
    handles(mailPaymentReceived, tell('payment-received', received)),
    handles(mailOrderDeclined, tell('order-declined', declined)),
  ]
}

function placed(order: OrderToTell, remittance: MailPart[]): MailContent {
  const awaited = order.status === 'pending_payment'
  const total = formatCents(order.total_cents)
  return {
    subject: `We have your order ${order.number}`,
    title: greeting(order, `we have your order ${order.number}.`),
    parts: [
      {
        kind: 'text',
        text: awaited
          ? `It comes to ${total}. We start on your cards when the money has arrived.`
          : `It comes to ${total} and is paid. We review it next, then make your cards.`,
      },
      ...(awaited ? remittance : []),
    ],
  }
}

function received(order: OrderToTell): MailContent {
  return {
    subject: `The money for order ${order.number} is here`,
    title: greeting(order, 'your payment has arrived.'),
    parts: [
      {
        kind: 'text',
        text: `We received ${formatCents(order.total_cents)} for order ${order.number}. We review it next, then make your cards.`,
      },
    ],
  }
}

function declined(order: OrderToTell): MailContent {
  return {
    subject: `We cannot fill order ${order.number}`,
    title: greeting(order, `we cannot fill order ${order.number}.`),
    parts: [
      ...(order.decline_reason === ''
        ? []
        : [{ kind: 'text' as const, text: `The reason: ${order.decline_reason}` }]),
      { kind: 'text', text: 'Money you paid for it goes back to you. Write to us with any question.' },
    ],
  }
}

function greeting({ first_name }: OrderToTell, sentence: string): string {
  return first_name === '' ? sentence[0]!.toUpperCase() + sentence.slice(1) : `${first_name}, ${sentence}`
}

/** Where a check or a transfer goes, for an order that waits for one. */
function remittanceParts(
  kit: OrderMailKit,
  { number }: OrderToTell,
  payments: readonly PaymentRow[],
  providers: readonly ProviderRow[],
): MailPart[] {
  const remittance = payments
    .map((payment) => paymentWire(kit, payment, number, providers).remittance)
    .find((one) => one !== null)
  if (!remittance) return []
  return [
    ...(remittance.note === '' ? [] : [{ kind: 'text' as const, text: remittance.note }]),
    { kind: 'rows', rows: remittance.lines },
  ]
}
