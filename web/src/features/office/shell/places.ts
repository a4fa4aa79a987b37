import type { TodoKind } from '@laurel/domain/office-todos'
import type { Capability } from '@laurel/domain/staff-roles'
import {
  Activity,
  Building2,
  ChartColumn,
  CircleAlert,
  HandCoins,
  History,
  House,
  LayoutGrid,
  type LucideIcon,
  Palette,
  Printer,
  ReceiptText,
  Send,
  Undo2,
  UserCog,
  UserSearch,
  Users,
  Webhook,
} from 'lucide-react'

export type PlaceId =
  | 'today'
  | 'orders'
  | 'fulfillment'
  | 'deliveries'
  | 'receivedPayments'
  | 'discrepancies'
  | 'refunds'
  | 'reports'
  | 'staff'
  | 'webhooks'
  | 'audit'
  | 'system'
  | 'customers'
  | 'companies'
  | 'privacy'
  | 'catalog'
  | 'site'

export type Place = {
  id: PlaceId
  to:
    | '/office'
    | '/office/orders'
    | '/office/fulfillment'
    | '/office/deliveries'
    | '/office/received-payments'
    | '/office/payments'
    | '/office/refunds'
    | '/office/reports'
    | '/office/staff'
    | '/office/site'
    | '/office/catalog'
    | '/office/customers'
    | '/office/companies'
    | '/office/privacy'
    | '/office/system'
    | '/office/webhooks'
    | '/office/audit'
  label: string
  icon: LucideIcon
  /** Hidden from staff without this capability. */
  needs?: Capability
  /** The to-dos that are counted beside its name. */
  waits?: readonly TodoKind[]
  /** The key after `G` that opens it. */
  key?: string
}

export const PLACES: readonly Place[] = [
  { id: 'today', to: '/office', label: 'Today', icon: House, key: 't' },
  {
    id: 'orders',
    to: '/office/orders',
    label: 'Orders',
    icon: ReceiptText,
    key: 'o',
    needs: 'orders.read',
    waits: ['review', 'held'],
  },
  {
    id: 'fulfillment',
    to: '/office/fulfillment',
    label: 'Fulfillment',
    icon: Printer,
    key: 'f',
    needs: 'deliveries.read',
    waits: [
      'letters_to_batch',
      'parcels_to_batch',
      'batches_failed',
      'batches_to_print',
      'batches_to_mail',
      'unanswered_labels',
    ],
  },
  {
    id: 'deliveries',
    to: '/office/deliveries',
    label: 'Deliveries',
    icon: Send,
    key: 'd',
    needs: 'deliveries.read',
    waits: ['bounced', 'returned'],
  },
  {
    id: 'receivedPayments',
    to: '/office/received-payments',
    label: 'Payments received',
    icon: HandCoins,
    key: 'p',
    needs: 'money.read',
    waits: ['unmatched_payments', 'long_outstanding', 'overdue_invoices'],
  },
  {
    id: 'discrepancies',
    to: '/office/payments',
    label: 'Payments',
    icon: CircleAlert,
    needs: 'money.read',
    waits: ['discrepancies'],
  },
  {
    id: 'refunds',
    to: '/office/refunds',
    label: 'Refunds',
    icon: Undo2,
    key: 'r',
    needs: 'money.read',
    waits: ['refunds_to_agree', 'refunds_to_finish'],
  },
  {
    id: 'customers',
    to: '/office/customers',
    label: 'Customers',
    icon: Users,
    key: 'c',
    needs: 'customers.read',
  },
  {
    id: 'companies',
    to: '/office/companies',
    label: 'Companies',
    icon: Building2,
    key: 'm',
    needs: 'companies.read',
    waits: ['merges_to_agree'],
  },
  { id: 'reports', to: '/office/reports', label: 'Reports', icon: ChartColumn, needs: 'reports.read' },
  { id: 'privacy', to: '/office/privacy', label: 'Privacy', icon: UserSearch, needs: 'customers.help' },
  { id: 'catalog', to: '/office/catalog', label: 'Catalog', icon: LayoutGrid, needs: 'catalog.edit' },
  { id: 'site', to: '/office/site', label: 'Site', icon: Palette, key: 's', needs: 'site.edit' },
  { id: 'staff', to: '/office/staff', label: 'Staff', icon: UserCog, needs: 'staff.manage' },
  { id: 'webhooks', to: '/office/webhooks', label: 'Webhooks', icon: Webhook, needs: 'site.edit' },
  { id: 'audit', to: '/office/audit', label: 'Audit log', icon: History, needs: 'audit.read' },
  {
    id: 'system',
    to: '/office/system',
    label: 'System',
    icon: Activity,
    needs: 'system.read',
    waits: ['mail_off', 'mail_down', 'mails_to_retry', 'failed_jobs'],
  },
]

/** The place that a screen belongs to. Every screen's path begins with that of Today, so only its own counts. */
export function placeAt(pathname: string): Place | undefined {
  return PLACES.find(({ id, to }) => pathname === to || (id !== 'today' && pathname.startsWith(`${to}/`)))
}
