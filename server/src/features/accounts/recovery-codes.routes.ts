import { getRecoveryCodes, makeRecoveryCodes } from '@laurel/contract/recovery-codes'
import { Refusal } from '@laurel/domain/refusal'
import type { Identity } from '@laurel/identity'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Serve } from '../../http/serve.ts'
import { readCustomerRow } from '../customers/customers.repo.ts'

type Codes = Pick<Identity, 'makeRecoveryCodes' | 'countRecoveryCodes'>

/** @param identity undefined where a user pool elsewhere keeps the accounts: Cognito has no recovery codes */
export function recoveryCodeRoutes(serve: Serve, pool: Pool, identity: Codes | undefined) {
  const subjectOf = (actor: Customer) =>
    inSite(pool, actor.siteId, async (db) => (await readCustomerRow(db, actor)).identity_subject)

  serve(getRecoveryCodes, async ({ actor }) => {
    if (!identity) throw new Refusal('not_found')
    return { remaining: await identity.countRecoveryCodes(await subjectOf(actor)) }
  })
  serve(makeRecoveryCodes, async ({ actor, ip }) => {
    if (!identity) throw new Refusal('not_found')
    const codes = await identity.makeRecoveryCodes(await subjectOf(actor), ip)
    if (!codes) throw new Refusal('authenticator_missing')
    return { codes }
  })
}
