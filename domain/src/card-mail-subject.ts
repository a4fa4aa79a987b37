import { MERGE_FIELDS, type MessageRecipient, mergeMessage, unknownFields } from './message-merge.ts'
import { formatCents } from './money.ts'
import type { Texts } from './texts.ts'

/** Mail programs cut longer subjects. */
export const CARD_MAIL_SUBJECT_MAX = 120

/** The default subject, until staff write their own. */
export const CARD_MAIL_SUBJECT = '{first name}, a {amount} card is waiting for you'

/**
 * The subject of the mail with a recipient's card. Without a name, the part before the comma is dropped.
 *
 * @param template as the site wrote it, with fields in braces
 * @example cardMailSubject('{first name}, a {amount} card is waiting for you', unnamed) // 'A $50.00 card …'
 */
export function cardMailSubject(template: string, recipient: MessageRecipient): string {
  const merged = mergeMessage(template, recipient)
    .replace(/^[\s,]+/, '')
    .trim()
  return merged === '' ? 'A card is waiting for you' : merged[0]!.toUpperCase() + merged.slice(1)
}

/** The problem with a subject, as a sentence for its field; undefined if there's none. */
export function cardMailSubjectProblem(template: string): string | undefined {
  const [unknown] = unknownFields(template)
  if (unknown === undefined) return undefined
  return `${unknown} isn’t a merge field. Use ${MERGE_FIELDS[0]}, ${MERGE_FIELDS[1]}, or ${MERGE_FIELDS[3]}.`
}

/**
 * The subject in the recipient's language: the one staff wrote, if it's in that language, else the standard one.
 *
 * @param template undefined for a recipient whose language isn't the site's
 */
export function recipientSubject(
  i18n: Texts,
  template: string | undefined,
  recipient: MessageRecipient,
): string {
  if (template !== undefined && template !== CARD_MAIL_SUBJECT) return cardMailSubject(template, recipient)
  const { firstName } = recipient
  const amount = formatCents(recipient.amountCents)
  return firstName === ''
    ? i18n.t('A {amount} card is waiting for you', { amount })
    : i18n.t('{firstName}, a {amount} card is waiting for you', { firstName, amount })
}
