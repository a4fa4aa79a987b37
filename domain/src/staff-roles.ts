/** What the organization's people do here, from everything to looking on. */
export const STAFF_ROLES = ['owner', 'fulfillment', 'finance', 'support', 'viewer'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** One thing a person of the organization may do; an endpoint of the office names the one it needs. */
export const CAPABILITIES = [
  'orders.read',
  'orders.review',
  'orders.note',
  'money.read',
  'money.record',
  'money.refund',
  'money.refund_large',
  'deliveries.read',
  'deliveries.work',
  'cards.print',
  'customers.read',
  'customers.help',
  'catalog.edit',
  'site.edit',
  'staff.manage',
  'audit.read',
  'system.read',
  'system.retry',
  'events.read',
] as const
export type Capability = (typeof CAPABILITIES)[number]

const LOOKING_ON = ['orders.read', 'deliveries.read', 'customers.read'] as const

/** The one table of who may do what. */
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
    'audit.read',
  ],
  support: [...LOOKING_ON, 'orders.note', 'money.read', 'customers.help', 'deliveries.work'],
  viewer: LOOKING_ON,
}

export function isStaffRole(value: unknown): value is StaffRole {
  return STAFF_ROLES.some((role) => role === value)
}

export function capabilitiesOf(role: StaffRole): readonly Capability[] {
  return ROLES[role]
}

/** May somebody with this role do that? A role nobody knows may do nothing. */
export function mayStaff(role: string, capability: Capability): boolean {
  return isStaffRole(role) && ROLES[role].includes(capability)
}
