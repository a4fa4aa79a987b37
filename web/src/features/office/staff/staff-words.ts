import type { ApiScope } from '@laurel/domain/api-scopes'
import type { StaffRole } from '@laurel/domain/staff-roles'

export const ROLES: readonly { value: StaffRole; label: string; detail: string }[] = [
  { value: 'owner', label: 'Owner', detail: 'Everything, including staff and site settings' },
  { value: 'fulfillment', label: 'Fulfillment', detail: 'Reviews orders, prints and ships' },
  { value: 'finance', label: 'Finance', detail: 'Reviews orders, records and refunds payments' },
  { value: 'support', label: 'Support', detail: 'Helps customers, fixes deliveries' },
  { value: 'viewer', label: 'Read only', detail: 'Sees orders, deliveries, and customers' },
]

export function roleWord(role: StaffRole): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

/** What each scope lets a program do. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, string>> = {
  catalog: 'Read the catalog: rewards, templates, shipping options',
  'orders.read': 'Read orders',
  'orders.review': 'Approve and decline orders',
  'orders.note': 'Write notes on orders',
  'money.read': 'View payments and refunds',
  'money.record': 'Record checks and transfers',
  'money.refund': 'Refund payments',
  'money.refund_large': 'Approve large refunds',
  'terms.edit': 'Let companies order on invoice',
  'deliveries.read': 'Read deliveries',
  'deliveries.work': 'Work on deliveries and batches',
  'cards.print': 'Fetch cards and letters to print, with numbers and PINs',
  'customers.read': 'Read customers',
  'customers.help': 'Help customers: disable, enable, notes',
  'companies.read': 'Read companies',
  'companies.edit': 'Change companies’ limits, write notes',
  'catalog.edit': 'Change the catalog',
  'reports.read': 'Read, create, and schedule reports',
  'audit.read': 'Read the audit log',
  'events.read': 'Read the event log',
  'system.read': 'Read jobs and health',
  'system.retry': 'Run failed jobs again',
}
