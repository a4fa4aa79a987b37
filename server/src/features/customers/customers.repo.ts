import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Customers } from '../../database/generated/tables.ts'
import { now } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

export type CustomerRow = Selectable<Customers>

/** The actor's own record. It exists: signing in made it. */
export function readCustomerRow(db: Db, actor: Customer): Promise<CustomerRow> {
  return own(db, actor).executeTakeFirstOrThrow()
}

/** Like {@link readCustomerRow}, and locks the row until the transaction ends. */
export function lockCustomerRow(db: Db, actor: Customer): Promise<CustomerRow> {
  return own(db, actor).forUpdate().executeTakeFirstOrThrow()
}

function own(db: Db, actor: Customer) {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('site_id', '=', actor.siteId)
    .where('id', '=', actor.customerId)
}

export function updateCustomerRow(
  db: Db,
  actor: Customer,
  values: Updateable<Customers>,
): Promise<CustomerRow> {
  return db
    .updateTable('customers')
    .set({ ...values, updated_at: now })
    .where('site_id', '=', actor.siteId)
    .where('id', '=', actor.customerId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
