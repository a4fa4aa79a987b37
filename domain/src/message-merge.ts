import { LINE1_MAX } from './card-design.ts'
import { formatCents } from './money.ts'
import { unprintableSentence } from './printable-text.ts'
import type { FieldProblem } from './refusal.ts'
import type { RewardType } from './reward-type.ts'

/** The longest message that fits the card's letter. */
export const MESSAGE_MAX = 500
/** The longest name that signs a letter on one line. */
export const SENDER_MAX = 60

/** What can be filled in for each recipient, as typed. */
export const MERGE_FIELDS = ['{first name}', '{last name}', '{name}', '{amount}', '{card value}'] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

/** The recipient of a message. `amountCents` is the value of their card. */
export type MessageRecipient = { firstName: string; lastName: string; amountCents: number }

/** A name in braces; no brace or line break inside, so a stray brace stays a brace. */
const FIELD = /\{[^{}\n]{1,40}\}/g

/**
 * The message as one recipient reads it. Case and spaces inside braces don't matter; unknown fields stay, and
 * inserted text is never parsed for fields.
 */
export function mergeMessage(text: string, recipient: MessageRecipient): string {
  return text.replace(FIELD, (typed) => {
    const field = readField(typed)
    return field ? wordsFor(field, recipient) : typed
  })
}

/** Unknown names in braces, each once, as typed. */
export function unknownFields(text: string): string[] {
  const typed = text.match(FIELD) ?? []
  return [...new Set(typed.filter((each) => !readField(each)))]
}

/** Does the message have anything to fill in? */
export function hasMergeField(text: string): boolean {
  return (text.match(FIELD) ?? []).some((typed) => readField(typed) !== undefined)
}

/** Does the message use the recipient's name? Then it needs recipients. */
export function namesRecipient(text: string): boolean {
  return (text.match(FIELD) ?? []).some((typed) => {
    const field = readField(typed)
    return field === '{first name}' || field === '{last name}' || field === '{name}'
  })
}

/** How many unknown fields an error names. */
const UNKNOWN_TOLD = 3

/**
 * The problems with a message, as sentences for the field. An empty message is fine. Messages of mailed and
 * shipped cards are printed, so they can only have letters in our fonts.
 */
export function messageProblems(text: string, rewardType: RewardType): FieldProblem[] {
  if (text.length > MESSAGE_MAX) {
    const message = `Use at most ${MESSAGE_MAX} characters. This message has ${text.length}.`
    return [{ field: 'message', code: 'too_long', message }]
  }
  return [
    ...fieldProblems(text, rewardType, 'message'),
    ...(rewardType === 'digital' ? [] : printProblems(text, 'message')),
  ]
}

/** The problems with a line on the card, which is drawn for every kind of card. */
export function cardLineProblems(text: string, rewardType: RewardType, field: string): FieldProblem[] {
  const { length } = text.trim()
  if (length > LINE1_MAX) {
    const message = `Use at most ${LINE1_MAX} characters. This line has ${length}.`
    return [{ field, code: 'too_long', message }]
  }
  return [...fieldProblems(text, rewardType, field), ...printProblems(text, field)]
}

/** The problems with the sender's name, which signs the letter. */
export function senderProblems(name: string, rewardType: RewardType): FieldProblem[] {
  const { length } = name.trim()
  if (length > SENDER_MAX) {
    const message = `Use at most ${SENDER_MAX} characters. This name has ${length}.`
    return [{ field: 'senderName', code: 'too_long', message }]
  }
  return rewardType === 'digital' ? [] : printProblems(name, 'senderName')
}

function printProblems(text: string, field: string): FieldProblem[] {
  const message = unprintableSentence(text)
  return message === undefined ? [] : [{ field, code: 'unprintable', message }]
}

function fieldProblems(text: string, rewardType: RewardType, field: string): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const unknown of unknownFields(text).slice(0, UNKNOWN_TOLD)) {
    const message = `${unknown} isn’t a merge field. Use ${MERGE_FIELDS[0]}, ${MERGE_FIELDS[1]}, or ${MERGE_FIELDS[4]}.`
    problems.push({ field, code: 'unknown_field', message })
  }
  if (rewardType === 'bulk' && namesRecipient(text)) {
    const message = 'Bulk cards don’t have names. Remove the name.'
    problems.push({ field, code: 'no_recipient', message })
  }
  return problems
}

function readField(typed: string): MergeField | undefined {
  const plain = `{${typed.slice(1, -1).trim().replace(/\s+/g, ' ').toLowerCase()}}`
  return MERGE_FIELDS.find((field) => field === plain)
}

function wordsFor(field: MergeField, recipient: MessageRecipient): string {
  switch (field) {
    case '{first name}':
      return recipient.firstName
    case '{last name}':
      return recipient.lastName
    case '{name}':
      return `${recipient.firstName} ${recipient.lastName}`.trim()
    case '{amount}':
    case '{card value}':
      return formatCents(recipient.amountCents)
  }
}
