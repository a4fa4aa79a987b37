import { KEY_FIRST_NAME } from '@laurel/domain/company-api-keys'
import { dueWords } from '@laurel/domain/company-terms'
import { formatCents } from '@laurel/domain/money'
import { isUnplaced } from '@laurel/domain/order-status'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type * as z from 'zod'
import type { DocumentKind } from '../documents/documents.service.ts'
import type { OrderDocument } from '../documents/order-document.ts'
import type { MailContent, MailPart } from '../mail/mail-page.ts'
import type { OrderMailPayload, orderMail } from '../mail/order-mail.jobs.ts'
import { ownTexts } from '../mail/own-texts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { OrderToTell } from './order-mails.repo.ts'

/** All of them have the same reason. */
type OrderContent = Omit<MailContent, 'reason'> & {
  /** The site's own label of the link to the order. */
  button?: string | undefined
}

/**
 * Makes the handler of a mail to an order's customer. Its content gets a link to the order.
 *
 * @param key unique to the mail within its order, so that a retry is recognized
 * @param write undefined if the news is out of date: nothing is sent
 * @param shows the order's cards with pictures, deliveries, and amounts
 */
export type MailAbout = <Payload extends OrderMailPayload>(
  key: string | ((payload: Payload) => string),
  documents: readonly DocumentKind[],
  write: (order: OrderToTell, document: OrderDocument, payload: Payload) => OrderContent | undefined,
  shows?: 'cards',
) => (payload: Payload) => Promise<void>

type PayloadOf<Mail extends keyof typeof orderMail> = z.output<(typeof orderMail)[Mail]['payload']>

/** The mails of `orderMail` that are about an order and what it costs. */
export const mailsAboutOrders = (about: MailAbout) => ({
  placed: about('order-placed', ['invoice'], placed, 'cards'),
  received: about('payment-received', ['receipt'], received, 'cards'),
  declined: about('order-declined', [], declined),
  partReceived: about(
    ({ fundsId }: PayloadOf<'partReceived'>) => `part-received-${fundsId}`,
    ['remittance_slip'],
    partReceived,
  ),
  overpaid: about(({ fundsId }: PayloadOf<'overpaid'>) => `overpaid-${fundsId}`, ['receipt'], overpaid),
  reminded: about(
    ({ nth }: PayloadOf<'reminded'>) => `payment-reminder-${nth}`,
    ['invoice', 'remittance_slip'],
    reminded,
  ),
})

/** An order was placed: what it costs, and where to send an outstanding payment. */
function placed(order: OrderToTell, document: OrderDocument): OrderContent {
  const total = formatCents(order.total_cents)
  const next = whatNext(order, document)
  const own = ownTexts(document.site, 'placed', { ...orderValues(order), total, 'next step': next })
  return {
    subject: own?.subject ?? `We have your order ${order.number}`,
    title: own?.heading ?? greeting(order, `we have your order ${order.number}.`),
    button: own?.button,
    parts: [
      { kind: 'text', text: own?.text ?? `The total is ${total}. ${next} The invoice is attached.` },
      ...(order.status === 'pending_payment' || document.terms ? remittanceParts(document) : []),
    ],
  }
}

function whatNext({ status }: OrderToTell, { clearing, terms }: OrderDocument): string {
  if (terms !== null) {
    return `It’s on invoice, due ${dueWords(terms.dueOn)}. We’ll review your order next, then issue your cards.`
  }
  if (status !== 'pending_payment') return 'It’s paid. We’ll review your order next, then issue your cards.'
  return clearing === 'bank_debit'
    ? 'Your bank is moving the money, which takes about 4 business days. You don’t need to do anything. We’ll email you when it clears and start on your cards then.'
    : 'We’ll start on your cards when your payment arrives.'
}

/** All of an order's money is here, or more. */
function received(order: OrderToTell, document: OrderDocument): OrderContent {
  const surplusCents = Math.max(0, -document.balanceCents)
  const credited = document.terms ? document.refundedCents : 0
  const receivedCents = document.totalCents - credited + surplusCents
  const next = document.terms ? '' : 'We’ll review your order next, then issue your cards. '
  const surplus = `That’s ${formatCents(surplusCents)} more than the order costs, so we’ll refund the difference. `
  return {
    subject: `Payment received for order ${order.number}`,
    title: greeting(order, 'we received your payment.'),
    parts: [
      {
        kind: 'text',
        text: `We received ${formatCents(receivedCents)} for order ${order.number}. ${surplusCents > 0 ? surplus : ''}${next}The receipt is attached.`,
      },
    ],
  }
}

function declined(order: OrderToTell): OrderContent {
  return {
    subject: `We can’t fill order ${order.number}`,
    title: greeting(order, `we can’t fill order ${order.number}.`),
    parts: [
      ...(order.decline_reason === ''
        ? []
        : [{ kind: 'text' as const, text: `Reason: ${order.decline_reason}` }]),
      { kind: 'text', text: 'We’ll refund anything you paid for it. Contact us with any questions.' },
    ],
  }
}

/** Money came in for a payment page that its customer had left. */
export function strayRefunded(
  site: SiteRow,
  order: OrderToTell,
  stray: { amount_cents: number | null; masked_account: string },
): MailContent {
  const amount = formatCents(stray.amount_cents ?? 0)
  const account = stray.masked_account === '' ? 'the account it came from' : stray.masked_account
  const isOrdered = !isUnplaced(order.status)
  return {
    subject: `We’re refunding your payment of ${amount}`,
    title: greeting(order, `we’re refunding your payment of ${amount}.`),
    parts: [
      {
        kind: 'text',
        text: `It was made on a payment page you’d already left, so we didn’t use it. The refund goes to ${account}. Your bank may take a few days to show it. You don’t need to do anything.`,
      },
      {
        kind: 'text',
        text: isOrdered
          ? `Order ${order.number} isn’t affected.`
          : 'Your cart is unchanged, and you can still pay for it.',
      },
    ],
    reason: `You got this email because you paid ${site.name}.`,
  }
}

/** What staff wrote. Replies go to the site's support address, as from any of its mails. */
export function message(order: OrderToTell, text: string, organization: string): OrderContent {
  return {
    subject: `A message about order ${order.number}`,
    title: greeting(order, `we have a message about order ${order.number}.`),
    parts: [{ kind: 'quote', text, from: organization }],
  }
}

/** For accounts payable, who may not know the order. */
export function copied(document: OrderDocument, kind: 'invoice' | 'receipt'): MailContent {
  const { number, billTo, site, balanceCents } = document
  const who = [billTo.person, billTo.business].filter(Boolean).join(', ')
  const title = kind === 'invoice' ? `Invoice ${number}` : `Receipt for order ${number}`
  const due = balanceCents > 0 && document.clearing === null
  return {
    subject: `${title} from ${site.name}`,
    title,
    parts: [
      {
        kind: 'text',
        text: `${who} asked us to send you this ${kind}. ${due ? `The amount due is ${formatCents(balanceCents)}${document.terms ? `, by ${dueWords(document.terms.dueOn)}` : ''}.` : 'You don’t need to pay anything.'}`,
      },
      {
        kind: 'rows',
        rows: [
          { label: 'Order', value: number },
          ...(document.poNumber === '' ? [] : [{ label: 'PO number', value: document.poNumber }]),
          { label: 'Total', value: formatCents(document.totalCents) },
        ],
      },
      ...(due ? remittanceParts(document) : []),
    ],
    reason: `You got this email because ${who} entered this address for invoices.`,
  }
}

/** A check or transfer came in that doesn't cover its order. */
function partReceived(
  order: OrderToTell,
  document: OrderDocument,
  { receivedCents }: PayloadOf<'partReceived'>,
): OrderContent | undefined {
  if (!isDue(document)) return undefined
  const [received, due] = [formatCents(receivedCents), formatCents(document.balanceCents)]
  return {
    subject: `We received ${received} for order ${order.number}; ${due} is due`,
    title: greeting(order, `we received ${received} for order ${order.number}.`),
    parts: [
      {
        kind: 'text',
        text: `The order costs ${formatCents(document.totalCents)}, so ${due} is still due${document.terms ? ` by ${dueWords(document.terms.dueOn)}` : ''}.${document.terms ? '' : ' We’ll start on your cards when it arrives.'}`,
      },
      ...remittanceParts(document),
    ],
  }
}

/** Another check or transfer came in. If it was undone or refunded by now, nothing is left to say. */
function overpaid(
  order: OrderToTell,
  { balanceCents }: OrderDocument,
  { receivedCents }: PayloadOf<'overpaid'>,
): OrderContent | undefined {
  if (balanceCents >= 0) return undefined
  const amount = formatCents(receivedCents)
  return {
    subject: `We received another ${amount} for order ${order.number}`,
    title: greeting(order, `we received another ${amount} for order ${order.number}.`),
    parts: [
      {
        kind: 'text',
        text: `The order was already paid. ${formatCents(-balanceCents)} is more than it costs, so we’ll refund the difference. You don’t need to do anything. The receipt is attached.`,
      },
    ],
  }
}

/** A promised check or transfer hasn't arrived, or only in part. */
function reminded(order: OrderToTell, document: OrderDocument): OrderContent | undefined {
  if (!isDue(document)) return undefined
  const left = formatCents(document.balanceCents)
  const what = document.promised === null ? 'payment' : WAYS_TO_PAY[document.promised.method].noun
  const here = document.totalCents - document.balanceCents
  return {
    subject: `${left} is due for order ${order.number}`,
    title: greeting(order, `order ${order.number} is waiting for your ${what}.`),
    parts: [
      {
        kind: 'text',
        text: `${here > 0 ? `We received ${formatCents(here)}. ` : ''}${left} is still due. We’ll start on your cards when it arrives. If it’s already on its way, you don’t need to do anything.`,
      },
      ...remittanceParts(document),
    ],
  }
}

/** Whether a check or transfer is outstanding, or an invoice open. The rest may have come, which has a mail of its own. */
function isDue({ promised, terms, balanceCents }: OrderDocument): boolean {
  return (promised !== null || terms !== null) && balanceCents > 0
}

/** Values for merge fields about an order. */
export function orderValues(order: OrderToTell) {
  return {
    'first name': order.first_name === KEY_FIRST_NAME ? '' : order.first_name,
    company: order.bill_to?.legal_business_name ?? '',
    'order number': order.number,
  }
}

/** A mail's title: the sentence, with the name if it's a known person's. */
export function greeting({ first_name }: OrderToTell, sentence: string): string {
  return first_name === '' || first_name === KEY_FIRST_NAME
    ? sentence[0]!.toUpperCase() + sentence.slice(1)
    : `${first_name}, ${sentence}`
}

/** Where to send a check or transfer, also for an invoice, with the amount due. */
function remittanceParts({ promised, terms, balanceCents }: OrderDocument): MailPart[] {
  const remittance = promised ?? terms?.remittance ?? null
  if (remittance === null) return []
  const rows = remittance.lines.map(({ label, value }) => ({
    label,
    value: label === 'Amount' ? formatCents(balanceCents) : value,
  }))
  return [
    ...(remittance.note === '' ? [] : [{ kind: 'text' as const, text: remittance.note }]),
    { kind: 'rows', rows },
  ]
}
