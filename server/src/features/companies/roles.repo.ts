import {
  COMPANY_ROLE_WORDS,
  COMPANY_ROLES,
  type CompanyCapability,
  capabilitiesIn,
  isCompanyRole,
  type RoleInCompany,
} from '@laurel/domain/company-roles'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import type { InCompany } from './companies.repo.ts'

/** A role that people of a company can have. */
export type CompanyRoleRow = RoleInCompany & { name: string; isCustom: boolean }

/** @param customName the name of a role of the company's own */
export function roleName(role: string, customName: string | null): string {
  return isCompanyRole(role) ? COMPANY_ROLE_WORDS[role].label : (customName ?? 'No role')
}

/** The built-in roles, then the company's own by name. */
export async function listRoles(db: Db, { siteId, company }: InCompany): Promise<CompanyRoleRow[]> {
  const rows = await db
    .selectFrom('company_roles')
    .select(['key', 'name', 'capabilities'])
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .orderBy('name')
    .orderBy('key')
    .execute()
  return [
    ...COMPANY_ROLES.map((role) => ({
      role,
      capabilities: capabilitiesIn(role),
      name: roleName(role, null),
      isCustom: false,
    })),
    ...rows.map(({ key, name, capabilities }) => ({
      role: key,
      capabilities: capabilitiesIn(key, capabilities),
      name,
      isCustom: true,
    })),
  ]
}

/**
 * A role that a person is to get.
 *
 * @throws {Refusal} `validation_failed` if the company doesn't have it
 */
export async function readRole(db: Db, own: InCompany, key: string, field = 'role'): Promise<CompanyRoleRow> {
  const role = (await listRoles(db, own)).find((one) => one.role === key)
  if (role !== undefined) return role
  throw new Refusal('validation_failed', {}, [{ field, code: 'wrong', message: /*i18n*/ 'Choose a role.' }])
}

type Custom = { key: string; name: string; capabilities: readonly CompanyCapability[] }

export async function insertRole(db: Db, { siteId, company }: InCompany, role: Custom): Promise<void> {
  await db
    .insertInto('company_roles')
    .values({ site_id: siteId, company_id: company.id, ...role, capabilities: [...role.capabilities] })
    .execute()
}

export async function updateRole(db: Db, { siteId, company }: InCompany, role: Custom): Promise<void> {
  await db
    .updateTable('company_roles')
    .set({ name: role.name, capabilities: [...role.capabilities] })
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .where('key', '=', role.key)
    .execute()
}

export async function deleteRole(db: Db, { siteId, company }: InCompany, key: string): Promise<void> {
  await db
    .deleteFrom('company_roles')
    .where('site_id', '=', siteId)
    .where('company_id', '=', company.id)
    .where('key', '=', key)
    .execute()
}

/** Whether people, invitations, or those who join by email domain have or get a role. */
export async function isRoleUsed(db: Db, { siteId, company }: InCompany, key: string): Promise<boolean> {
  const used = await Promise.all([
    ...(['company_members', 'company_invitations'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('role')
        .where('site_id', '=', siteId)
        .where('company_id', '=', company.id)
        .where('role', '=', key)
        .limit(1)
        .executeTakeFirst(),
    ),
    db
      .selectFrom('companies')
      .select('id')
      .where('site_id', '=', siteId)
      .where('id', '=', company.id)
      .where('join_role', '=', key)
      .executeTakeFirst(),
  ])
  return used.some((row) => row !== undefined)
}

/** Gives another role to everyone who has this one or is to get it. */
export async function replaceRole(
  db: Db,
  { siteId, company }: InCompany,
  key: string,
  replacement: string,
): Promise<void> {
  for (const table of ['company_members', 'company_invitations'] as const) {
    await db
      .updateTable(table)
      .set({ role: replacement })
      .where('site_id', '=', siteId)
      .where('company_id', '=', company.id)
      .where('role', '=', key)
      .execute()
  }
  await db
    .updateTable('companies')
    .set({ join_role: replacement })
    .where('site_id', '=', siteId)
    .where('id', '=', company.id)
    .where('join_role', '=', key)
    .execute()
}
