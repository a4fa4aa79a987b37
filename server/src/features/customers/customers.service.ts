import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Claims } from './id-tokens.ts'

/** The customer of a verified token; the first visit makes the record. */
export function findOrMakeCustomer(pool: Pool, siteId: number, claims: Claims): Promise<Customer> {
  return inSite(pool, siteId, async (db) => {
    const found = await db
      .selectFrom('customers')
      .select(['id', 'email', 'email_verified', 'registration_complete'])
      .where('site_id', '=', siteId)
      .where('identity_subject', '=', claims.subject)
      .executeTakeFirst()
    const current =
      found !== undefined && found.email === claims.email && found.email_verified === claims.emailVerified
    const row = current
      ? found
      : await db
          .insertInto('customers')
          .values({
            site_id: siteId,
            identity_subject: claims.subject,
            email: claims.email,
            email_verified: claims.emailVerified,
            phone: claims.phone,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['site_id', 'identity_subject'])
              .doUpdateSet({ email: claims.email, email_verified: claims.emailVerified }),
          )
          .returning(['id', 'email', 'email_verified', 'registration_complete'])
          .executeTakeFirstOrThrow()
    return {
      siteId,
      customerId: row.id,
      email: row.email,
      emailVerified: row.email_verified,
      registrationComplete: row.registration_complete,
    }
  })
}
