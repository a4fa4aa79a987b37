import { COMPANY_CAPABILITIES, COMPANY_ROLES, MAX_CUSTOM_ROLES } from '@laurel/domain/company-roles'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { lineText } from './fields.ts'
import { api } from './routes.ts'

/** A built-in role, or the key of one of the company's own. */
export const RoleKey = z
  .string()
  .regex(new RegExp(`^(${COMPANY_ROLES.join('|')}|custom-[0-9a-f]{12})$`), /*i18n*/ 'Choose a role.')

export const Capabilities = z.array(
  z.enum(COMPANY_CAPABILITIES, { error: /*i18n*/ 'Choose permissions from the list.' }),
)

/** A role that people of the company can have. */
export const CompanyRoleInfo = z.object({
  key: RoleKey,
  name: z.string(),
  capabilities: Capabilities,
  is_custom: z.boolean(),
})

const RoleName = lineText(40).min(1, 'This field is required')
const Chosen = Capabilities.max(COMPANY_CAPABILITIES.length)
const KeyParams = z.object({ key: RoleKey })
const managing = { access: 'customer', companyNeeds: 'rules.manage' } as const

export const createCompanyRole = endpoint(api.createCompanyRole, {
  ...managing,
  summary: `Add a role to the current company, ${MAX_CUSTOM_ROLES} at most. It can’t have permissions that you don’t have.`,
  body: z.object({ name: RoleName, capabilities: Chosen }),
  response: CompanyRoleInfo,
  idempotent: true,
  refusals: ['role_above_own', 'limit_exceeded'],
})

export const patchCompanyRole = endpoint(api.patchCompanyRole, {
  ...managing,
  summary: 'Rename a custom role, or change its permissions',
  params: KeyParams,
  body: z.object({ name: RoleName.optional(), capabilities: Chosen.optional() }),
  response: CompanyRoleInfo,
  refusals: ['not_found', 'role_above_own'],
})

export const removeCompanyRole = endpoint(api.removeCompanyRole, {
  ...managing,
  summary: 'Remove a custom role. Its people and invitations get the replacement role.',
  params: KeyParams,
  body: z.object({ replacement: RoleKey.optional() }),
  response: 'nothing',
  refusals: ['not_found', 'role_above_own', 'role_in_use'],
})
