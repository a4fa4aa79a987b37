/** The roles that every company has, from full access to view-only. A company can add its own. */
export const COMPANY_ROLES = ['admin', 'buyer', 'approver', 'finance', 'viewer'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

/** One thing people of a company can do; an endpoint names the one it needs. */
export const COMPANY_CAPABILITIES = [
  'orders.place',
  'approvals.decide',
  'people.manage',
  'rules.manage',
  'api_keys.manage',
  'programs.manage',
  'budgets.manage',
  'billing.manage',
  'money.see',
  'activity.see',
  'reports.see',
  'year_end.manage',
  'balance.top_up',
] as const
export type CompanyCapability = (typeof COMPANY_CAPABILITIES)[number]

/** The one table of permissions. Every role sees the company's orders and people. */
const ROLES: Readonly<Record<CompanyRole, readonly CompanyCapability[]>> = {
  admin: COMPANY_CAPABILITIES,
  buyer: ['orders.place'],
  approver: ['orders.place', 'approvals.decide'],
  finance: [
    'budgets.manage',
    'billing.manage',
    'money.see',
    'activity.see',
    'reports.see',
    'year_end.manage',
    'balance.top_up',
  ],
  viewer: [],
}

/** How each role is shown, and what it may do. */
export const COMPANY_ROLE_WORDS: Readonly<Record<CompanyRole, { label: string; says: string }>> = {
  admin: {
    label: /*i18n*/ 'Admin',
    says: /*i18n*/ 'Places and approves orders, and manages people, the balance, budgets, and settings.',
  },
  buyer: { label: /*i18n*/ 'Buyer', says: /*i18n*/ 'Designs cards and places orders.' },
  approver: {
    label: /*i18n*/ 'Approver',
    says: /*i18n*/ 'Approves others’ orders, designs cards, and places orders.',
  },
  finance: {
    label: /*i18n*/ 'Finance',
    says: /*i18n*/ 'Manages budgets, billing details, and the year end, tops up the balance, and sees reports, statements, orders, documents, and activity.',
  },
  viewer: { label: /*i18n*/ 'Viewer', says: /*i18n*/ 'Sees orders.' },
}

/** Each capability in a list of what a role can do. */
export const COMPANY_CAPABILITY_WORDS: Readonly<Record<CompanyCapability, string>> = {
  'orders.place': /*i18n*/ 'Place orders',
  'approvals.decide': /*i18n*/ 'Approve orders',
  'people.manage': /*i18n*/ 'Manage people',
  'rules.manage': /*i18n*/ 'Change settings',
  'api_keys.manage': /*i18n*/ 'Manage API keys, which can order, and webhooks',
  'programs.manage': /*i18n*/ 'Manage programs, which order for birthdays and anniversaries',
  'budgets.manage': /*i18n*/ 'Manage budgets',
  'billing.manage': /*i18n*/ 'Change billing details',
  'money.see': /*i18n*/ 'See the balance and all budgets',
  'activity.see': /*i18n*/ 'See activity',
  'reports.see': /*i18n*/ 'See, download, and schedule reports, and see the year end',
  'year_end.manage': /*i18n*/ 'Mark employees, track W-9s, and join people at year end',
  'balance.top_up': /*i18n*/ 'Top up the balance',
}

/** The name of a role of the company's own in the API, and in the database. */
export const CUSTOM_ROLE_KEY = /^custom-[0-9a-f]{12}$/

/** How many roles of its own a company can have. */
export const MAX_CUSTOM_ROLES = 20

export function isCompanyRole(value: unknown): value is CompanyRole {
  return COMPANY_ROLES.some((role) => role === value)
}

function isCapability(value: string): value is CompanyCapability {
  return COMPANY_CAPABILITIES.some((one) => one === value)
}

/**
 * What a role can do. An unknown role can do nothing.
 *
 * @param own the capabilities of a role of the company's own
 */
export function capabilitiesIn(role: string, own?: readonly string[] | null): readonly CompanyCapability[] {
  return isCompanyRole(role) ? ROLES[role] : (own ?? []).filter(isCapability)
}

/** A person's role in a company, with what it can do. */
export type RoleInCompany = { role: string; capabilities: readonly CompanyCapability[] }

/** Can a person with this role do this? */
export function mayInCompany(
  { capabilities }: Pick<RoleInCompany, 'capabilities'>,
  capability: CompanyCapability,
): boolean {
  return capabilities.includes(capability)
}

/**
 * Can a person give this role to people, or take it from them? Only if it can do no more than they can. Only an
 * admin makes admins: the role gets every capability that is added later.
 */
export function mayGiveRole(own: RoleInCompany, given: RoleInCompany): boolean {
  if (own.role === 'admin') return true
  return given.role !== 'admin' && given.capabilities.every((one) => own.capabilities.includes(one))
}

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7

/** How many people one request invites. */
export const MAX_INVITED = 50

/** Invitations that a company mails within 24 hours, and while its founder's account is newer than that. */
export const INVITATIONS_A_DAY = 100
export const INVITATIONS_ON_FIRST_DAY = 25

/** A company mails one address again only after this time. */
export const INVITED_AGAIN_AFTER_HOURS = 4
