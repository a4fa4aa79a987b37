import type { OfficeOrder } from '@laurel/contract/office-orders'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'

type CustomerWire = z.input<typeof OfficeOrder>['customer']

export function listCustomersOf(db: Db, siteId: number, ids: readonly number[]) {
  return db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name', 'legal_business_name', 'email', 'phone'])
    .where('site_id', '=', siteId)
    .where('id', 'in', ids.length === 0 ? [0] : [...ids])
    .execute()
}

export type Person = Awaited<ReturnType<typeof listCustomersOf>>[number]

export function customerWire(people: readonly Person[], id: number): CustomerWire {
  const person = people.find((one) => one.id === id)!
  const { first_name, last_name, legal_business_name: company, email, phone } = person
  return { id, name: `${first_name} ${last_name}`.trim(), company, email, phone }
}
