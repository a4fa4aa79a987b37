import type { RewardCardTemplate } from '@laurel/contract/catalog'
import type { ShopLink } from '@laurel/contract/conversations'
import type { Slots } from '@laurel/domain/guide/slots'
import type { Texts } from '@laurel/domain/texts'
import type * as z from 'zod'
import type { SiteRow } from '../../sites/sites.repo.ts'
import type { Tools } from '../call-tools.ts'
import type { Block, Kept } from '../conversations.repo.ts'
import type { Proposed } from '../proposals.ts'

export type Link = z.input<typeof ShopLink>
export type Template = z.output<typeof RewardCardTemplate>
type Signed = { token: string; expires_at: string }

/** A message to the guide, and everything needed to answer it. */
export type Question = {
  text: string
  slots: Slots
  /** What the guide understood of the previous message. */
  before: Kept | undefined
  /** Only tools that read. */
  tools: Tools
  i18n: Texts
  site: SiteRow
  now: Date
  /** Adds to the answer. */
  add: (block: Block) => Promise<void>
  sign: (proposed: Omit<Proposed, 'expiresAt' | 'messageId'>) => Signed
}

export function say({ add }: Question, text: string): Promise<void> {
  return add({ type: 'text', text })
}

export function offerLinks({ add }: Question, ...links: Link[]): Promise<void> {
  return add({ type: 'links', links })
}

/** Suggested messages: translated labels, with the English text that a click sends. */
export function ask({ add, i18n }: Question, ...texts: string[]): Promise<void> {
  return add({ type: 'questions', questions: texts.map((text) => ({ label: i18n.t(text), text })) })
}

export const EXAMPLES = {
  plan: /*i18n*/ '50 people, $25, by email on Friday',
  price: /*i18n*/ 'How much would 50 cards at $25 cost?',
  order: /*i18n*/ 'Where’s my order?',
  check: /*i18n*/ 'How do I pay by check?',
  message: /*i18n*/ 'Write a message for a work anniversary',
  help: /*i18n*/ 'What can you do?',
  people: /*i18n*/ '50 people',
} as const
