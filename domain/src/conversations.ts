/** Who wrote a message of a conversation. */
export const ROLES = ['user', 'assistant'] as const

/** The state of an answer. Users’ messages are always done. */
export const MESSAGE_STATES = ['answering', 'done', 'stopped', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** What the guide can propose. The customer has to confirm each. */
export const PROPOSAL_KINDS = ['draft', 'cart', 'resend', 'reorder'] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]

/** What an assistant’s call does. Calls that spend or send are only proposed. */
export const TOOL_EFFECTS = ['reads', 'changes', 'spends', 'sends'] as const
export type ToolEffect = (typeof TOOL_EFFECTS)[number]

export const MAX_CONVERSATIONS = 200
export const MAX_MESSAGES = 200
export const MESSAGES_PER_MINUTE = 30
export const KEEP_CONVERSATIONS_DAYS = 90
/** An answer that takes longer is aborted. */
export const MAX_ANSWER_MS = 60_000
export const PROPOSAL_MS = 15 * 60_000

/** The beginning of a text, up to a whole word. */
export function conversationName(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= 60) return line
  const cut = line.slice(0, 60)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 30))}…`
}
