import { Refusal } from '@laurel/domain/refusal'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { asMemberships, foundCompany, type Membership, membershipsOf } from '../companies/own-companies.ts'
import type { Claims } from './id-tokens.ts'

const COLUMNS = [
  'id',
  'email',
  'email_verified',
  'registration_complete',
  'closed_at',
  'disabled_at',
] as const

/** A customer with all companies they belong to, the one they joined first first. */
export type KnownCustomer = Omit<Customer, 'company'> & { companies: readonly Membership[] }

/**
 * The customer of a verified token. The first visit creates the record, and a new address in the token changes
 * it. A token issued earlier doesn't restore an old address.
 *
 * @throws {Refusal} `sign_in_required` when the account was deleted or disabled
 */
export function findOrMakeCustomer(pool: Pool, siteId: number, claims: Claims): Promise<KnownCustomer> {
  return inSite(pool, siteId, async (db) => {
    const found = await db
      .selectFrom('customers')
      .select([...COLUMNS, membershipsOf.as('companies')])
      .where('site_id', '=', siteId)
      .where('identity_subject', '=', claims.subject)
      .executeTakeFirst()
    const isKnown =
      found !== undefined && found.email === claims.email && found.email_verified === claims.emailVerified
    const changed = isKnown
      ? found
      : await db
          .insertInto('customers')
          .values({
            site_id: siteId,
            identity_subject: claims.subject,
            email: claims.email,
            email_verified: claims.emailVerified,
            phone: claims.phone,
            claims_issued_at: claims.issuedAt,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['site_id', 'identity_subject'])
              .doUpdateSet({
                email: claims.email,
                email_verified: claims.emailVerified,
                claims_issued_at: claims.issuedAt,
              })
              .where('customers.closed_at', 'is', null)
              .where(({ eb, or }) =>
                or([
                  eb('customers.claims_issued_at', 'is', null),
                  eb('customers.claims_issued_at', '<=', claims.issuedAt),
                ]),
              ),
          )
          .returning(COLUMNS)
          .executeTakeFirst()
    const row = changed ?? found
    const isShut = row === undefined || row.closed_at !== null || row.disabled_at !== null
    if (isShut) throw new Refusal('sign_in_required')
    const companies = asMemberships(found?.companies ?? [])
    const isAlone = row.registration_complete && companies.length === 0
    return {
      siteId,
      customerId: row.id,
      email: row.email,
      emailVerified: row.email_verified,
      registrationComplete: row.registration_complete,
      companies: isAlone ? await foundCompany(db, siteId, row.id) : companies,
    }
  })
}
