import { formatCents } from './money.ts'
import type { FieldProblem } from './refusal.ts'
import type { RewardType } from './reward-type.ts'

/** The longest message that fits the card's letter. */
export const MESSAGE_MAX = 500

/** What a message may leave to be filled in for each recipient, as it is typed. */
export const MERGE_FIELDS = ['{first name}', '{last name}', '{name}', '{amount}', '{card value}'] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

/** Who the message is for. `amountCents` is what their card holds. */
export type MessageRecipient = { firstName: string; lastName: string; amountCents: number }

/** One name in braces; no brace or line break inside, so a stray brace stays a brace. */
const FIELD = /\{[^{}\n]{1,40}\}/g

/**
 * The message as one recipient reads it. Case and blanks inside braces do not matter; unknown
 * fields stay as they are, and what is filled in is never read as a field again.
 */
export function mergeMessage(text: string, recipient: MessageRecipient): string {
  return text.replace(FIELD, (typed) => {
    const field = readField(typed)
    return field ? wordsFor(field, recipient) : typed
  })
}

/** Words in braces that name nothing we can fill in, each once, as typed. */
export function unknownFields(text: string): string[] {
  const typed = text.match(FIELD) ?? []
  return [...new Set(typed.filter((each) => !readField(each)))]
}

/** Does the message speak to each recipient by name? Then it needs recipients. */
export function namesRecipient(text: string): boolean {
  return (text.match(FIELD) ?? []).some((typed) => {
    const field = readField(typed)
    return field === '{first name}' || field === '{last name}' || field === '{name}'
  })
}

/** A message of nothing but unknown fields is told by the first of them. */
const UNKNOWN_TOLD = 3

/** What is wrong with a message, as sentences beside the field. An empty message is fine. */
export function messageProblems(text: string, rewardType: RewardType, field = 'message'): FieldProblem[] {
  if (text.length > MESSAGE_MAX) {
    const message = `A message holds ${MESSAGE_MAX} characters. This one has ${text.length}.`
    return [{ field, code: 'too_long', message }]
  }
  const problems: FieldProblem[] = []
  for (const unknown of unknownFields(text).slice(0, UNKNOWN_TOLD)) {
    const message = `${unknown} is not something we can fill in. Use ${MERGE_FIELDS[0]}, ${MERGE_FIELDS[1]} or ${MERGE_FIELDS[4]}.`
    problems.push({ field, code: 'unknown_field', message })
  }
  if (rewardType === 'bulk' && namesRecipient(text)) {
    const message = 'Bulk cards go to one location without names, so the message cannot name a recipient.'
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
