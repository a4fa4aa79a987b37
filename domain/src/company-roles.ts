/** What a person can be in their company, from full access to view-only. */
export const COMPANY_ROLES = ['admin', 'buyer', 'approver', 'finance', 'viewer'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

/** One thing people of a company can do; an endpoint names the one it needs. */
export const COMPANY_CAPABILITIES = ['orders.place', 'people.manage'] as const
export type CompanyCapability = (typeof COMPANY_CAPABILITIES)[number]

/** The one table of permissions. Every role sees the company's orders and people. */
const ROLES: Readonly<Record<CompanyRole, readonly CompanyCapability[]>> = {
  admin: COMPANY_CAPABILITIES,
  buyer: ['orders.place'],
  approver: ['orders.place'],
  finance: [],
  viewer: [],
}

/** How each role is shown, and what it may do. */
export const COMPANY_ROLE_WORDS: Readonly<Record<CompanyRole, { label: string; says: string }>> = {
  admin: { label: 'Admin', says: 'Places orders, and manages people.' },
  buyer: { label: 'Buyer', says: 'Designs cards and places orders.' },
  approver: { label: 'Approver', says: 'Designs cards and places orders.' },
  finance: { label: 'Finance', says: 'Sees orders and their documents.' },
  viewer: { label: 'Viewer', says: 'Sees orders.' },
}

export function isCompanyRole(value: unknown): value is CompanyRole {
  return COMPANY_ROLES.some((role) => role === value)
}

/** Can a person with this role do this? An unknown role can do nothing. */
export function mayInCompany(role: string, capability: CompanyCapability): boolean {
  return isCompanyRole(role) && ROLES[role].includes(capability)
}

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7

/** How many people one request invites. */
export const MAX_INVITED = 50
