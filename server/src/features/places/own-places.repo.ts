import type { Db } from '../../database/database.ts'
import { asSearched, isBeginning } from '../../database/sql.ts'
import type { Customer } from '../../http/actor.ts'

const FIELDS = [
  'person.customer_id',
  'person.first_name',
  'person.last_name',
  'person.address1',
  'person.address2',
  'person.city',
  'person.state',
  'person.zip',
] as const

/**
 * Saved people with an address whose street or name begins with a search: the customer's, then those on lists that
 * their company shares. Both use an index, so long address books are fast, too.
 */
export async function findPeopleWithAddress(db: Db, actor: Customer, search: string, most: number) {
  const people = await peopleWithAddress(db, actor, search, most).execute()
  return people.sort(byOwner(actor)).slice(0, most)
}

export function peopleWithAddress(db: Db, actor: Customer, search: string, most: number) {
  const own = (by: Column) => beginning(db, actor, by, search).where('customer_id', '=', actor.customerId)
  const shared = (by: Column) =>
    beginning(db, actor, by, search)
      .where('customer_id', '<>', actor.customerId)
      .where('customer_id', 'in', ({ selectFrom }) =>
        selectFrom('recipient_lists')
          .select('customer_id')
          .where('site_id', '=', actor.siteId)
          .where('company_id', '=', actor.company?.id ?? null),
      )
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('recipient_list_people as member')
            .innerJoin('recipient_lists as list', (join) =>
              join.onRef('list.site_id', '=', 'member.site_id').onRef('list.id', '=', 'member.list_id'),
            )
            .select('list.id')
            .whereRef('member.site_id', '=', 'person.site_id')
            .whereRef('member.person_id', '=', 'person.id')
            .where('list.company_id', '=', actor.company?.id ?? null),
        ),
      )
  const queries = BY.flatMap((by) => (actor.company === undefined ? [own(by)] : [own(by), shared(by)]))
  const [first, ...others] = queries.map((query) =>
    db.selectFrom(query.select(FIELDS).limit(most).as('person')).select(FIELDS),
  )
  return others.reduce((all, one) => all.union(one), first!)
}

const BY = ['find_street', 'find_name', 'find_first'] as const
type Column = (typeof BY)[number]

function beginning(db: Db, { siteId }: Customer, by: Column, search: string) {
  return db
    .selectFrom('saved_people as person')
    .where('person.site_id', '=', siteId)
    .where(({ ref }) => isBeginning(ref(`person.${by}`), asSearched(search)))
    .where('person.address1', '<>', '')
    .orderBy(`person.${by}`)
    .orderBy('person.id')
}

type Person = { customer_id: number; address1: string }

function byOwner({ customerId }: Customer) {
  const isOwn = (person: Person) => Number(person.customer_id === customerId)
  return (a: Person, b: Person) => isOwn(b) - isOwn(a) || a.address1.localeCompare(b.address1, 'en')
}
