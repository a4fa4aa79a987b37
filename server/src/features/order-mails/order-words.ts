import { KEY_FIRST_NAME } from '@laurel/domain/company-api-keys'
import { dueWords } from '@laurel/domain/company-terms'
import { formatCents } from '@laurel/domain/money'
import { isUnplaced } from '@laurel/domain/order-status'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { remittanceLabel } from '@laurel/domain/remittance-words'
import type { Texts } from '@laurel/domain/texts'
import type * as z from 'zod'
import type { DocumentKind } from '../documents/documents.service.ts'
import type { OrderDocument } from '../documents/order-document.ts'
import type { MailContent, MailPart } from '../mail/mail-page.ts'
import type { OrderMailPayload, orderMail } from '../mail/order-mail.jobs.ts'
import { ownTexts } from '../mail/own-texts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { OrderToTell } from './order-mails.repo.ts'

/** All of them have the same reason, and are in the customer's language. */
type OrderContent = Omit<MailContent, 'i18n' | 'reason'> & {
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
  write: (
    i18n: Texts,
    order: OrderToTell,
    document: OrderDocument,
    payload: Payload,
  ) => OrderContent | undefined,
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
function placed(i18n: Texts, order: OrderToTell, document: OrderDocument): OrderContent {
  const { number } = order
  const total = formatCents(order.total_cents)
  const next = whatNext(i18n, order, document)
  const own = ownTexts(i18n, document.site, 'placed', { ...orderValues(order), total, 'next step': next })
  const text = [i18n.t('The total is {total}.', { total }), next, i18n.t('The invoice is attached.')].join(
    ' ',
  )
  return {
    subject: own?.subject ?? i18n.t('We have your order {number}', { number }),
    title: own?.heading ?? greeting(order, i18n.t('we have your order {number}.', { number })),
    button: own?.button,
    parts: [
      { kind: 'text', text: own?.text ?? text },
      ...(order.status === 'pending_payment' || document.terms ? remittanceParts(i18n, document) : []),
    ],
  }
}

function whatNext(i18n: Texts, { status }: OrderToTell, { clearing, terms }: OrderDocument): string {
  if (terms !== null) {
    return i18n.t('It’s on invoice, due {day}. We’ll review your order next, then issue your cards.', {
      day: dueWords(terms.dueOn, i18n.locale),
    })
  }
  if (status !== 'pending_payment') {
    return i18n.t('It’s paid. We’ll review your order next, then issue your cards.')
  }
  return clearing === 'bank_debit'
    ? i18n.t(
        'Your bank debit is clearing, which takes about 4 business days. You don’t need to do anything. We’ll email you when it clears and start on your cards then.',
      )
    : i18n.t('We’ll start on your cards when your payment arrives.')
}

/** All of an order's money is here, or more. */
function received(i18n: Texts, order: OrderToTell, document: OrderDocument): OrderContent {
  const { number } = order
  const surplusCents = Math.max(0, -document.balanceCents)
  const credited = document.terms ? document.refundedCents : 0
  const amount = formatCents(document.totalCents - credited + surplusCents)
  const surplus = formatCents(surplusCents)
  const sentences = [
    i18n.t('We received {amount} for order {number}.', { amount, number }),
    ...(surplusCents > 0
      ? [i18n.t('That’s {surplus} more than the order costs, so we’ll refund the difference.', { surplus })]
      : []),
    ...(document.terms ? [] : [i18n.t('We’ll review your order next, then issue your cards.')]),
    i18n.t('The receipt is attached.'),
  ]
  return {
    subject: i18n.t('Payment received for order {number}', { number }),
    title: greeting(order, i18n.t('we received your payment.')),
    parts: [{ kind: 'text', text: sentences.join(' ') }],
  }
}

function declined(i18n: Texts, order: OrderToTell): OrderContent {
  const { number, decline_reason: reason } = order
  return {
    subject: i18n.t('We can’t fill order {number}', { number }),
    title: greeting(order, i18n.t('we can’t fill order {number}.', { number })),
    parts: [
      ...(reason === '' ? [] : [{ kind: 'text' as const, text: i18n.t('Reason: {reason}', { reason }) }]),
      {
        kind: 'text',
        text: i18n.t('We’ll refund anything you paid for it. Contact us with any questions.'),
      },
    ],
  }
}

/** Money came in for a payment page that its customer had left. */
export function strayRefunded(
  i18n: Texts,
  site: SiteRow,
  order: OrderToTell,
  stray: { amount_cents: number | null; masked_account: string },
): MailContent {
  const amount = formatCents(stray.amount_cents ?? 0)
  const { number } = order
  const account = stray.masked_account
  const why = i18n.t('It was made on a payment page you’d already left, so we didn’t use it.')
  const where =
    account === ''
      ? i18n.t('The refund goes to the account it came from.')
      : i18n.t('The refund goes to {account}.', { account })
  const wait = i18n.t('Your bank may take a few days to show it. You don’t need to do anything.')
  return {
    i18n,
    subject: i18n.t('We’re refunding your payment of {amount}', { amount }),
    title: greeting(order, i18n.t('we’re refunding your payment of {amount}.', { amount })),
    parts: [
      { kind: 'text', text: `${why} ${where} ${wait}` },
      {
        kind: 'text',
        text: isUnplaced(order.status)
          ? i18n.t('Your cart is unchanged, and you can still pay for it.')
          : i18n.t('Order {number} isn’t affected.', { number }),
      },
    ],
    reason: i18n.t('You got this email because you paid {siteName}.', { siteName: site.name }),
  }
}

/** What staff wrote. Replies go to the site's support address, as from any of its mails. */
export function message(i18n: Texts, order: OrderToTell, text: string, organization: string): OrderContent {
  const { number } = order
  return {
    subject: i18n.t('A message about order {number}', { number }),
    title: greeting(order, i18n.t('we have a message about order {number}.', { number })),
    parts: [{ kind: 'quote', text, from: organization }],
  }
}

/** For accounts payable, who may not know the order. */
export function copied(i18n: Texts, document: OrderDocument, kind: 'invoice' | 'receipt'): MailContent {
  const { number, billTo, site, balanceCents, terms } = document
  const who = [billTo.person, billTo.business].filter(Boolean).join(', ')
  const isInvoice = kind === 'invoice'
  const isDue = balanceCents > 0 && document.clearing === null
  const amount = formatCents(balanceCents)
  const asked = isInvoice
    ? i18n.t('{who} asked us to send you this invoice.', { who })
    : i18n.t('{who} asked us to send you this receipt.', { who })
  return {
    i18n,
    subject: isInvoice
      ? i18n.t('Invoice {number} from {siteName}', { number, siteName: site.name })
      : i18n.t('Receipt for order {number} from {siteName}', { number, siteName: site.name }),
    title: isInvoice
      ? i18n.t('Invoice {number}', { number })
      : i18n.t('Receipt for order {number}', { number }),
    parts: [
      {
        kind: 'text',
        text: `${asked} ${isDue ? amountDue(i18n, amount, terms) : i18n.t('You don’t need to pay anything.')}`,
      },
      {
        kind: 'rows',
        rows: [
          { label: i18n.t('Order'), value: number },
          ...(document.poNumber === '' ? [] : [{ label: i18n.t('PO number'), value: document.poNumber }]),
          { label: i18n.t('Total'), value: formatCents(document.totalCents) },
        ],
      },
      ...(isDue ? remittanceParts(i18n, document) : []),
    ],
    reason: i18n.t('You got this email because {who} entered this address for invoices.', { who }),
  }
}

function amountDue(i18n: Texts, amount: string, terms: OrderDocument['terms']): string {
  return terms
    ? i18n.t('The amount due is {amount}, by {day}.', { amount, day: dueWords(terms.dueOn, i18n.locale) })
    : i18n.t('The amount due is {amount}.', { amount })
}

/** A check or transfer came in that doesn't cover its order. */
function partReceived(
  i18n: Texts,
  order: OrderToTell,
  document: OrderDocument,
  { receivedCents }: PayloadOf<'partReceived'>,
): OrderContent | undefined {
  if (!isDue(document)) return undefined
  const { number } = order
  const [received, due] = [formatCents(receivedCents), formatCents(document.balanceCents)]
  const total = formatCents(document.totalCents)
  const day = document.terms ? dueWords(document.terms.dueOn, i18n.locale) : ''
  return {
    subject: i18n.t('We received {received} for order {number}; {due} is due', { received, number, due }),
    title: greeting(order, i18n.t('we received {received} for order {number}.', { received, number })),
    parts: [
      {
        kind: 'text',
        text: document.terms
          ? i18n.t('The order costs {total}, so {due} is still due by {day}.', { total, due, day })
          : i18n.t(
              'The order costs {total}, so {due} is still due. We’ll start on your cards when it arrives.',
              { total, due },
            ),
      },
      ...remittanceParts(i18n, document),
    ],
  }
}

/** Another check or transfer came in. If it was undone or refunded by now, nothing is left to say. */
function overpaid(
  i18n: Texts,
  order: OrderToTell,
  { balanceCents }: OrderDocument,
  { receivedCents }: PayloadOf<'overpaid'>,
): OrderContent | undefined {
  if (balanceCents >= 0) return undefined
  const { number } = order
  const [amount, surplus] = [formatCents(receivedCents), formatCents(-balanceCents)]
  return {
    subject: i18n.t('We received another {amount} for order {number}', { amount, number }),
    title: greeting(order, i18n.t('we received another {amount} for order {number}.', { amount, number })),
    parts: [
      {
        kind: 'text',
        text: i18n.t(
          'The order was already paid. {surplus} is more than it costs, so we’ll refund the difference. You don’t need to do anything. The receipt is attached.',
          { surplus },
        ),
      },
    ],
  }
}

/** A promised check or transfer hasn't arrived, or only in part. */
function reminded(i18n: Texts, order: OrderToTell, document: OrderDocument): OrderContent | undefined {
  if (!isDue(document)) return undefined
  const { number } = order
  const due = formatCents(document.balanceCents)
  const receivedCents = document.totalCents - document.balanceCents
  const received = formatCents(receivedCents)
  const sentences = [
    ...(receivedCents > 0 ? [i18n.t('We received {received}.', { received })] : []),
    i18n.t(
      '{due} is still due. We’ll start on your cards when it arrives. If it’s already on its way, you don’t need to do anything.',
      { due },
    ),
  ]
  return {
    subject: i18n.t('{due} is due for order {number}', { due, number }),
    title: greeting(
      order,
      document.promised === null
        ? i18n.t('order {number} is waiting for your payment.', { number })
        : i18n.t('order {number} is waiting for your {what}.', {
            number,
            what: i18n.t(WAYS_TO_PAY[document.promised.method].noun),
          }),
    ),
    parts: [{ kind: 'text', text: sentences.join(' ') }, ...remittanceParts(i18n, document)],
  }
}

/** Whether a check or transfer is outstanding, or an invoice open. The rest may have come, which has a mail of its own. */
function isDue({ promised, terms, balanceCents }: OrderDocument): boolean {
  return (promised !== null || terms !== null) && balanceCents > 0
}

export function reasonOf(i18n: Texts, { number }: OrderToTell): string {
  return i18n.t('You got this email because you placed order {number}.', { number })
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
function remittanceParts(i18n: Texts, { promised, terms, balanceCents }: OrderDocument): MailPart[] {
  const remittance = promised ?? terms?.remittance ?? null
  if (remittance === null) return []
  const rows = remittance.lines.map(({ label, value }) => ({
    label: remittanceLabel(i18n, label),
    value: label === 'Amount' ? formatCents(balanceCents) : value,
  }))
  return [
    ...(remittance.note === '' ? [] : [{ kind: 'text' as const, text: i18n.t(remittance.note) }]),
    { kind: 'rows', rows },
  ]
}
