import { randomInt } from 'node:crypto'
import { isSameName, MAX_ORDER_FIELDS, type OrderField } from '@laurel/domain/order-fields'
import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { changeCompany, noteChange } from './change-company.ts'
import type { InCompany } from './companies.repo.ts'
import { orderFieldsOf } from './own-companies.ts'

type FieldKit = Pick<Kit, 'pool' | 'now'>
type Given = Omit<OrderField, 'id'>
type Changed = { [Key in keyof Given]?: Given[Key] | undefined } & { position?: number | undefined }

export function listFields(
  { pool }: Pick<Kit, 'pool'>,
  { siteId, company }: Customer,
): Promise<OrderField[]> {
  return inSite(pool, siteId, async (db) => {
    const found = await orderFieldsOf(db, { siteId, companyId: company?.id ?? null }).executeTakeFirst()
    return found?.order_fields ?? []
  })
}

/** @throws {Refusal} `not_allowed`; `validation_failed` if another field has the name; `limit_exceeded` */
export function addField(kit: FieldKit, actor: Customer, given: Given): Promise<OrderField> {
  return change(kit, actor, async (db, own, fields) => {
    if (fields.length >= MAX_ORDER_FIELDS) {
      throw new Refusal('limit_exceeded', { limit: MAX_ORDER_FIELDS, of: /*i18n*/ '{limit, number} fields' })
    }
    const field = tidied({ ...given, id: newId(fields) })
    assertOwnName(fields, field)
    await save(db, own, [...fields, field])
    noteChange(db, kit, own, 'company.field_added', { name: field.name })
    return field
  })
}

/** @throws {Refusal} `not_allowed`; `not_found`; `validation_failed` if another field has the name */
export function changeField(
  kit: FieldKit,
  actor: Customer,
  id: number,
  { position, ...changed }: Changed,
): Promise<OrderField> {
  return change(kit, actor, async (db, own, fields) => {
    const { field: before, index } = find(fields, id)
    const { name = before.name, required = before.required, values = before.values } = changed
    const field = tidied({ id, name, required, values })
    const others = fields.filter((one) => one.id !== id)
    assertOwnName(others, field)
    await save(db, own, others.toSpliced(position ?? index, 0, field))
    noteChange(db, kit, own, 'company.field_changed', {
      ...(name === before.name ? { name } : { name_old: before.name, name_new: field.name }),
    })
    return field
  })
}

/** @throws {Refusal} `not_allowed`; `not_found` */
export function removeField(kit: FieldKit, actor: Customer, id: number): Promise<void> {
  return change(kit, actor, async (db, own, fields) => {
    const { field } = find(fields, id)
    await save(
      db,
      own,
      fields.filter((one) => one !== field),
    )
    noteChange(db, kit, own, 'company.field_removed', { name: field.name })
  })
}

function change<T>(
  kit: FieldKit,
  actor: Customer,
  work: (db: Db, own: InCompany, fields: readonly OrderField[]) => Promise<T>,
): Promise<T> {
  return changeCompany(kit, actor, 'rules.manage', async (db, own) => {
    const of = { siteId: own.siteId, companyId: own.company.id }
    const { order_fields: fields } = await orderFieldsOf(db, of).executeTakeFirstOrThrow()
    return work(db, own, fields)
  })
}

async function save(db: Db, { siteId, company }: InCompany, fields: readonly OrderField[]): Promise<void> {
  await db
    .updateTable('companies')
    .set({ order_fields: json(fields) })
    .where('site_id', '=', siteId)
    .where('id', '=', company.id)
    .execute()
}

function find(fields: readonly OrderField[], id: number): { field: OrderField; index: number } {
  const index = fields.findIndex((one) => one.id === id)
  const field = fields[index]
  if (field === undefined) throw new Refusal('not_found')
  return { field, index }
}

/** Random: a cart may have been filled in for another company, whose fields must not be taken for these. */
function newId(fields: readonly OrderField[]): number {
  const id = randomInt(1, 2 ** 47)
  return fields.some((one) => one.id === id) ? newId(fields) : id
}

function tidied(field: OrderField): OrderField {
  return { ...field, values: [...new Set(field.values)] }
}

function assertOwnName(others: readonly OrderField[], { name }: OrderField) {
  if (!others.some((other) => isSameName(other.name, name))) return
  const message = `Your company already has a field “${name}”.`
  throw new Refusal('validation_failed', {}, [{ field: 'name', code: 'taken', message }])
}
