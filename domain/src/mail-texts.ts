import { CARD_MAIL_SUBJECT } from './card-mail-subject.ts'
import { fieldName } from './merge-mail-text.ts'
import type { FieldProblem } from './refusal.ts'

/** Mails that a site can write its own texts for. */
export const MAIL_KINDS = ['card', 'reminder', 'placed', 'shipped', 'delivered'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const MAIL_TEXT_PARTS = ['subject', 'heading', 'text', 'button'] as const
export type MailTextPart = (typeof MAIL_TEXT_PARTS)[number]

/** A mail's texts, with merge fields in braces. The card's subject is a setting of its own. */
export type MailTexts = Record<MailTextPart, string>

/** A site's own texts; null for mails with the original ones. */
export type OwnMailTexts = {
  [Kind in MailKind]: (Kind extends 'card' ? Omit<MailTexts, 'subject'> : MailTexts) | null
}

/** The parts of a mail that are stored together. */
export function partsOf(kind: MailKind): readonly MailTextPart[] {
  return kind === 'card' ? MAIL_TEXT_PARTS.filter((part) => part !== 'subject') : MAIL_TEXT_PARTS
}

/** Each mail has its original texts. */
export const NO_OWN_TEXTS = {
  card: null,
  reminder: null,
  placed: null,
  shipped: null,
  delivered: null,
} satisfies OwnMailTexts

/** A text's name in the audit log. */
export function mailTextFact<Kind extends MailKind, Part extends MailTextPart>(kind: Kind, part: Part) {
  return `mail_${kind}_${part}` as const
}

/** The longest texts, with their merge fields as typed. Mail programs cut longer subjects. */
export const MAIL_TEXT_MAX: Readonly<Record<MailTextPart, number>> = {
  subject: 120,
  heading: 120,
  text: 1_000,
  button: 40,
}

export const MAIL_TEXT_WORDS: Readonly<Record<MailTextPart, string>> = {
  subject: 'Subject',
  heading: 'Heading',
  text: 'Text',
  button: 'Button',
}

type Facts = {
  title: string
  /** When it's sent. */
  sent: string
  /** What can be filled in, with examples. */
  fields: Readonly<Record<string, string>>
  /** Required: at least one of these fields in this part. */
  required: Readonly<Partial<Record<MailTextPart, readonly string[]>>>
  original: MailTexts
}

const ORDER = { 'first name': 'Dana', company: 'Halden Tools', 'order number': '10482' }
const CARD = {
  'first name': 'Maya',
  'last name': 'Okafor',
  sender: 'Halden Tools',
  amount: '$50.00',
  card: 'Meridian Prepaid card',
  'last day': 'November 24, 2027',
}

export const MAILS: Readonly<Record<MailKind, Facts>> = {
  card: {
    title: 'Card',
    sent: 'To a recipient, with the link to their card.',
    fields: CARD,
    required: { heading: ['sender'], text: ['last day'] },
    original: {
      subject: CARD_MAIL_SUBJECT,
      heading: '{first name}, {sender} sent you {amount}.',
      text: 'Your {card} has {amount} on it. The link shows its number and PIN, so keep it to yourself. Open your card by {last day}. The money on it doesn’t expire.',
      button: 'See your card',
    },
  },
  reminder: {
    title: 'Card reminder',
    sent: 'Once, to a recipient who hasn’t viewed their card and whose link expires soon.',
    fields: CARD,
    required: { text: ['last day'] },
    original: {
      subject: '{amount} is still waiting for you, until {last day}',
      heading: '{first name}, {amount} is still waiting for you.',
      text: '{sender} sent you a card with {amount} on it, and you haven’t opened it yet. Open your card by {last day}. The money on it doesn’t expire. This is your only reminder.',
      button: 'See your card',
    },
  },
  placed: {
    title: 'Order placed',
    sent: 'To the customer, with the invoice.',
    fields: {
      ...ORDER,
      total: '$1,250.00',
      'next step': 'It’s paid. We’ll review your order next, then issue your cards.',
    },
    required: { subject: ['order number'], text: ['next step'] },
    original: {
      subject: 'We have your order {order number}',
      heading: '{first name}, we have your order {order number}.',
      text: 'The total is {total}. {next step} The invoice is attached.',
      button: 'See order {order number}',
    },
  },
  shipped: {
    title: 'Order shipped',
    sent: 'To the customer, when cards are emailed or mailed, or the parcel ships.',
    fields: {
      ...ORDER,
      news: '240 cards from order 10482 are in the mail',
      details: 'Your order shows where each letter is.',
    },
    required: { subject: ['order number', 'news'] },
    original: {
      subject: '{news}',
      heading: '{first name}, {news}.',
      text: '{details}',
      button: 'See order {order number}',
    },
  },
  delivered: {
    title: 'Order delivered',
    sent: 'To the customer, when the parcel or the whole order has arrived.',
    fields: { ...ORDER, news: 'everything in order 10482 has arrived' },
    required: { subject: ['order number', 'news'] },
    original: {
      subject: '{news}',
      heading: '{first name}, {news}.',
      text: '',
      button: 'See order {order number}',
    },
  },
}

/** A name in braces; no brace or line break inside, so a stray brace stays a brace. */
const FIELD = /\{([^{}\n]{1,40})\}/g

/** What is wrong with a text, as a sentence for its field; undefined if nothing is. */
export function mailTextProblem(kind: MailKind, part: MailTextPart, text: string): string | undefined {
  const { fields, required } = MAILS[kind]
  // Mails whose news is complete without a text may omit it.
  if (text.trim() === '') return part === 'text' && !required.text ? undefined : 'This field is required'
  if (text.length > MAIL_TEXT_MAX[part]) {
    return `Use at most ${MAIL_TEXT_MAX[part].toLocaleString('en-US')} characters. This text has ${text.length.toLocaleString('en-US')}.`
  }
  if (part !== 'text' && /[\r\n\t]/.test(text)) return 'Use a single line.'
  const used = [...text.matchAll(FIELD)].map(([typed, name = '']) => ({ typed, name: fieldName(name) }))
  const unknown = used.find(({ name }) => !Object.hasOwn(fields, name))
  if (unknown)
    return `${unknown.typed} isn’t a merge field in this email. Use ${listed(Object.keys(fields))}.`
  const needed = required[part]
  if (needed && !used.some(({ name }) => needed.includes(name))) return `Include ${listed(needed)}.`
  return undefined
}

/** The problems with a site's own texts of a mail. @param path of the texts in the form */
export function mailTextProblems(kind: MailKind, texts: Partial<MailTexts>, path: string): FieldProblem[] {
  return partsOf(kind).flatMap((part) => {
    const message = mailTextProblem(kind, part, texts[part] ?? '')
    return message === undefined ? [] : [{ field: `${path}.${part}`, code: 'wrong', message }]
  })
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names.map((name) => `{${name}}`))
}
