import { type MessageRecipient, mergeMessage } from '@laurel/domain/message-merge'

/** The message as one person reads it, by paragraphs: an empty line parts two. */
export function messageParagraphs(text: string, person: MessageRecipient): string[] {
  return mergeMessage(text, person)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
