import { CAPABILITIES, type Capability } from './staff-roles.ts'

/** What stays with people: whoever manages staff or the site could give themselves anything else. */
const PEOPLE_ONLY = ['staff.manage', 'site.edit'] as const satisfies readonly Capability[]

/** What a program may be let do: read the catalog, and each thing of the office by itself. */
export const API_SCOPES = ['catalog', ...CAPABILITIES.filter(isForPrograms)] as const
export type ApiScope = (typeof API_SCOPES)[number]

function isForPrograms(
  capability: Capability,
): capability is Exclude<Capability, (typeof PEOPLE_ONLY)[number]> {
  return !PEOPLE_ONLY.some((one) => one === capability)
}

/**
 * Does a credential with these scopes get through a door of this kind? What it may do behind the
 * office's door is asked of each endpoint again.
 */
export function opensDoor(scopes: readonly string[], access: 'catalog' | 'staff'): boolean {
  if (access === 'catalog') return scopes.includes('catalog')
  return scopes.some((scope) => scope !== 'catalog' && API_SCOPES.some((known) => known === scope))
}

/** May a program with these scopes do that? */
export function mayProgram(scopes: readonly string[], capability: Capability): boolean {
  return isForPrograms(capability) && scopes.includes(capability)
}
