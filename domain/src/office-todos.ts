import type { Capability } from './staff-roles.ts'

/** The office's to-dos, and the capability needed to see each. */
export const TODOS = {
  review: 'orders.read',
  /** The orders to review that tripped one of the site's rules. */
  flagged: 'orders.read',
  held: 'orders.read',
  unmatched_payments: 'money.read',
  discrepancies: 'money.read',
  /** Checks and transfers above the order's total. */
  overpaid: 'money.read',
  refunds_to_agree: 'money.read',
  refunds_to_finish: 'money.read',
  long_outstanding: 'money.read',
  overdue_invoices: 'money.read',
  /** Merges of companies, and their undos, that wait for a second person. */
  merges_to_agree: 'companies.edit',
  batches_failed: 'deliveries.read',
  unanswered_labels: 'deliveries.read',
  letters_to_batch: 'deliveries.read',
  parcels_to_batch: 'deliveries.read',
  batches_to_print: 'deliveries.read',
  batches_to_mail: 'deliveries.read',
  bounced: 'deliveries.read',
  returned: 'deliveries.read',
  /** Mail that waits because no mail server is set. */
  mail_off: 'system.read',
  /** While the mail server is down, all waiting mails; otherwise those waiting for a retry. */
  mail_down: 'system.read',
  mails_to_retry: 'system.read',
  failed_jobs: 'system.read',
} as const satisfies Readonly<Record<string, Capability>>

export type TodoKind = keyof typeof TODOS

/** In display order. */
export const TODO_KINDS = Object.keys(TODOS) as TodoKind[]

/** How many to-dos there are: flagged orders are already among those to review. */
export function countTodos(todos: readonly { kind: TodoKind; count: number }[]): number {
  return todos.reduce((sum, { kind, count }) => (kind === 'flagged' ? sum : sum + count), 0)
}
