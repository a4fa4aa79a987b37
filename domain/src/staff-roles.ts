/** The roles of the organization's staff, from full access to view-only. */
export const STAFF_ROLES = ['owner', 'fulfillment', 'finance', 'support', 'viewer'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** One thing staff can do; each office endpoint names the one it needs. */
export const CAPABILITIES = [
  'orders.read',
  'orders.review',
  'orders.note',
  'money.read',
  'money.record',
  'money.refund',
  'money.refund_large',
  'terms.edit',
  'deliveries.read',
  'deliveries.work',
  'cards.print',
  'customers.read',
  'customers.help',
  'companies.read',
  'companies.edit',
  'catalog.edit',
  'site.edit',
  'staff.manage',
  'reports.read',
  'audit.read',
  'system.read',
  'system.retry',
  'events.read',
] as const
export type Capability = (typeof CAPABILITIES)[number]

const LOOKING_ON = ['orders.read', 'deliveries.read', 'customers.read', 'companies.read'] as const

/** The one table of permissions. */
const ROLES: Readonly<Record<StaffRole, readonly Capability[]>> = {
  owner: CAPABILITIES,
  fulfillment: [
    ...LOOKING_ON,
    'orders.review',
    'orders.note',
    'deliveries.work',
    'cards.print',
    'system.read',
    'system.retry',
  ],
  finance: [
    ...LOOKING_ON,
    'orders.review',
    'orders.note',
    'money.read',
    'money.record',
    'money.refund',
    'money.refund_large',
    'companies.edit',
    'terms.edit',
    'reports.read',
    'audit.read',
  ],
  support: [
    ...LOOKING_ON,
    'orders.note',
    'money.read',
    'customers.help',
    'companies.edit',
    'deliveries.work',
  ],
  viewer: LOOKING_ON,
}

export function isStaffRole(value: unknown): value is StaffRole {
  return STAFF_ROLES.some((role) => role === value)
}

export function capabilitiesOf(role: StaffRole): readonly Capability[] {
  return ROLES[role]
}

/** Can staff with this role do this? An unknown role can do nothing. */
export function mayStaff(role: string, capability: Capability): boolean {
  return isStaffRole(role) && ROLES[role].includes(capability)
}
