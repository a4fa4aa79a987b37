import { CAPABILITIES, type Capability } from './staff-roles.ts'

/** Only for people: a program that manages staff or the site could give itself every other scope. */
const PEOPLE_ONLY = ['staff.manage', 'site.edit'] as const satisfies readonly Capability[]

/** What a program can be allowed: read the catalog, and each office capability separately. */
export const API_SCOPES = ['catalog', ...CAPABILITIES.filter(isForPrograms)] as const
export type ApiScope = (typeof API_SCOPES)[number]

function isForPrograms(
  capability: Capability,
): capability is Exclude<Capability, (typeof PEOPLE_ONLY)[number]> {
  return !PEOPLE_ONLY.some((one) => one === capability)
}

/** Can a credential with these scopes use this part of the API? Each office endpoint then checks its own capability. */
export function mayAccess(scopes: readonly string[], access: 'catalog' | 'staff'): boolean {
  if (access === 'catalog') return scopes.includes('catalog')
  return scopes.some((scope) => scope !== 'catalog' && API_SCOPES.some((known) => known === scope))
}

/** Can a program with these scopes do this? */
export function mayProgram(scopes: readonly string[], capability: Capability): boolean {
  return isForPrograms(capability) && scopes.includes(capability)
}
