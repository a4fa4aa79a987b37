import { unlinkService } from '@laurel/contract/linked-services'
import { Refusal } from '@laurel/domain/refusal'
import type { Identity } from '@laurel/identity'
import type { Pool } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Serve } from '../../http/serve.ts'
import { readCustomerRow } from '../customers/customers.repo.ts'

/** @param identity undefined where a user pool elsewhere keeps the accounts: at Cognito only staff can unlink */
export function linkedServiceRoutes(
  serve: Serve,
  pool: Pool,
  identity: Pick<Identity, 'unlinkService'> | undefined,
) {
  serve(unlinkService, async ({ actor, ip, params }) => {
    if (!identity) throw new Refusal('not_found')
    const { identity_subject } = await inSite(pool, actor.siteId, (db) => readCustomerRow(db, actor))
    const outcome = await identity.unlinkService(identity_subject, params.service, ip)
    if (outcome === 'not_linked') throw new Refusal('not_found')
    if (outcome === 'last') throw new Refusal('last_sign_in_method')
    return undefined
  })
}
