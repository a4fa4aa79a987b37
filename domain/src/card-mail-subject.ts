import { MERGE_FIELDS, type MessageRecipient, mergeMessage, unknownFields } from './message-merge.ts'

/** Longer ones are cut by mail programs. */
export const CARD_MAIL_SUBJECT_MAX = 120

/**
 * What one recipient reads above the mail with their card. It reads well without a name too: what stood
 * before the comma falls away.
 *
 * @param template as the site has written it, with fields in braces
 * @example cardMailSubject('{first name}, a {amount} card is waiting for you', nobody) // 'A $50.00 card …'
 */
export function cardMailSubject(template: string, recipient: MessageRecipient): string {
  const merged = mergeMessage(template, recipient)
    .replace(/^[\s,]+/, '')
    .trim()
  return merged === '' ? 'A card is waiting for you' : merged[0]!.toUpperCase() + merged.slice(1)
}

/** What is wrong with a subject, as a sentence beside its field; undefined when nothing is. */
export function cardMailSubjectProblem(template: string): string | undefined {
  const [unknown] = unknownFields(template)
  if (unknown === undefined) return undefined
  return `${unknown} is not something we can fill in. Use ${MERGE_FIELDS[0]}, ${MERGE_FIELDS[1]} or ${MERGE_FIELDS[3]}.`
}
