import { randomBytes } from 'node:crypto'
import type { CompanyRoleInfo } from '@laurel/contract/company-roles'
import { type CompanyCapability, MAX_CUSTOM_ROLES } from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { assertMayGive, type Changing, changeCompany, noteChange } from './change-company.ts'
import { tellPeopleChanged } from './companies.repo.ts'
import {
  type CompanyRoleRow,
  deleteRole,
  insertRole,
  isRoleUsed,
  listRoles,
  readRole,
  replaceRole,
  updateRole,
} from './roles.repo.ts'

type RolesKit = Pick<Kit, 'pool' | 'now'>
type RoleWire = z.input<typeof CompanyRoleInfo>

/** @throws {Refusal} `not_allowed`; `role_above_own`; `limit_exceeded`; `validation_failed` for a name in use */
export function addRole(
  kit: RolesKit,
  actor: Customer,
  { name, capabilities }: { name: string; capabilities: readonly CompanyCapability[] },
): Promise<RoleWire> {
  return changeCompany(kit, actor, 'rules.manage', async (db, own) => {
    const roles = await listRoles(db, own)
    if (roles.filter(({ isCustom }) => isCustom).length >= MAX_CUSTOM_ROLES) {
      throw new Refusal('limit_exceeded', {
        limit: MAX_CUSTOM_ROLES,
        of: /*i18n*/ '{limit, number} custom roles',
      })
    }
    const key = `custom-${randomBytes(6).toString('hex')}`
    const role = { role: key, name, capabilities: inOrder(capabilities), isCustom: true }
    assertMayGive(own.role, role)
    assertNameFree(roles, role)
    await insertRole(db, own, { key, name, capabilities: role.capabilities })
    noteChange(db, kit, own, 'company.role_added', { name, scopes: role.capabilities.join(', ') })
    return roleWire(role)
  })
}

/** @throws {Refusal} `not_allowed`; `not_found`; `role_above_own`; `validation_failed` for a name in use */
export function changeRoleOfCompany(
  kit: RolesKit,
  actor: Customer,
  key: string,
  given: { name?: string | undefined; capabilities?: readonly CompanyCapability[] | undefined },
): Promise<RoleWire> {
  return changeCompany(kit, actor, 'rules.manage', async (db, own) => {
    const { roles, role: before } = await readCustom(db, own, key)
    const after = {
      ...before,
      name: given.name ?? before.name,
      capabilities: given.capabilities === undefined ? before.capabilities : inOrder(given.capabilities),
    }
    assertMayGive(own.role, after)
    assertNameFree(roles, after)
    await updateRole(db, own, { key, name: after.name, capabilities: after.capabilities })
    await tellPeopleChanged(db, own, kit)
    noteChange(db, kit, own, 'company.role_edited', {
      name_old: before.name,
      name_new: after.name,
      scopes_old: before.capabilities.join(', '),
      scopes_new: after.capabilities.join(', '),
    })
    return roleWire(after)
  })
}

/**
 * Removes a role of the company's own. Everyone who has it gets the replacement in the same transaction.
 *
 * @throws {Refusal} `not_allowed`; `not_found`; `role_above_own`; `role_in_use` without a replacement
 */
export function removeRole(
  kit: RolesKit,
  actor: Customer,
  key: string,
  replacementKey: string | undefined,
): Promise<void> {
  return changeCompany(kit, actor, 'rules.manage', async (db, own) => {
    const { role } = await readCustom(db, own, key)
    if (await isRoleUsed(db, own, key)) {
      if (replacementKey === undefined || replacementKey === key) throw new Refusal('role_in_use')
      const replacement = await readRole(db, own, replacementKey, 'replacement')
      assertMayGive(own.role, replacement)
      await replaceRole(db, own, key, replacement.role)
      noteChange(db, kit, own, 'company.role_removed', { name: role.name, replaced_by: replacement.name })
    } else {
      noteChange(db, kit, own, 'company.role_removed', { name: role.name })
    }
    await deleteRole(db, own, key)
    await tellPeopleChanged(db, own, kit)
  })
}

/** @throws {Refusal} `not_found`, for a built-in role too; `role_above_own` */
async function readCustom(db: Db, own: Changing, key: string) {
  const roles = await listRoles(db, own)
  const role = roles.find((one) => one.isCustom && one.role === key)
  if (role === undefined) throw new Refusal('not_found')
  assertMayGive(own.role, role)
  return { roles, role }
}

/** Two roles of one name couldn't be told apart where a role is chosen. */
function assertNameFree(roles: readonly CompanyRoleRow[], { role, name }: CompanyRoleRow): void {
  const isTaken = roles.some((one) => one.role !== role && one.name.toLowerCase() === name.toLowerCase())
  if (!isTaken) return
  const message = 'Another role has this name.'
  throw new Refusal('validation_failed', {}, [{ field: 'name', code: 'wrong', message }])
}

function inOrder(capabilities: readonly CompanyCapability[]): readonly CompanyCapability[] {
  return [...new Set(capabilities)].toSorted()
}

export function roleWire({ role, name, capabilities, isCustom }: CompanyRoleRow): RoleWire {
  return { key: role, name, capabilities: [...capabilities], is_custom: isCustom }
}
