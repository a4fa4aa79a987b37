import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@laurel/domain/staff-roles'
import type { FastifyInstance } from 'fastify'
import { asOwner } from '../../database/as-owner.ts'
import { inSite } from '../../database/in-site.ts'
import { addMember } from '../../features/staff/people.repo.ts'
import type { Laurel } from '../../laurel.ts'
import { demoPassword } from '../demo-password.ts'
import type { DemoSite } from '../demo-sites.ts'
import type { BuyerOfPast } from './demo-businesses.ts'

/** Staff sign in anew after this long: a decision about money needs a fresh session. */
const SESSION_MS = 5 * 60_000

/** The contract has checked the answer; a caller names the fields that it reads. */
export type Call = <Answer = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: Record<string, unknown>,
) => Promise<Answer>

/** Calls the API of a site. @throws {Error} for anything but success, because the demo's stories are all allowed */
function callsTo(app: FastifyInstance, host: string, headersOf: () => Promise<Record<string, string>>): Call {
  return async <Answer>(
    method: Parameters<Call>[0],
    path: string,
    body?: Record<string, unknown>,
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { host, 'idempotency-key': randomUUID(), ...(await headersOf()) },
      ...(body && { payload: body }),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
    return answer.json<Answer>()
  }
}

export function visitorOf({ app }: Laurel, { hosts }: DemoSite): Call {
  return callsTo(app, hosts[0], async () => ({}))
}

/** Opens the buyer's account unless the demo has it, signs in, and completes the registration. */
export async function signInBuyer(laurel: Laurel, site: DemoSite, buyer: BuyerOfPast): Promise<Call> {
  const { app, identity, kit } = laurel
  const { email, profile, taxNumber } = buyer
  const password = demoPassword(kit.keys.pepper, email)
  const isNew = email !== site.customer.email
  if (isNew) {
    await identity!.createUser({
      poolId: site.accounts.user_pool_id,
      email,
      password,
      attributes: { given_name: profile.first_name, family_name: profile.last_name },
      confirmed: true,
    })
  }
  const answer = await app.inject({
    method: 'POST',
    url: '/identity/',
    headers: {
      host: site.hosts[0],
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    payload: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: site.accounts.client_id,
      AuthParameters: { USERNAME: `${email}#${site.slug}`, PASSWORD: password },
    }),
  })
  const token: string = answer.json().AuthenticationResult.IdToken
  const call = callsTo(app, site.hosts[0], async () => ({ authorization: `Bearer ${token}` }))
  if (isNew) await call('PUT', 'actual_user/', { ...profile, tax_number: taxNumber })
  return call
}

/** Adds a colleague of the demo's owner, or finds the owner. Calls are theirs, under `office/`. */
export async function hireStaff(
  laurel: Laurel,
  site: DemoSite,
  member: { email: string; name: string; role: StaffRole },
): Promise<Call> {
  const { app, kit } = laurel
  const { id: siteId } = await kit.sites.readByHost(site.hosts[0])
  const kept = await kit.staffPools.hashPassword(demoPassword(kit.keys.pepper, member.email))
  const sub = await inSite(kit.pool, siteId, async (db) => {
    const added = await addMember(db, kit.staffPools, siteId, { ...member, kept, isTemporary: false })
    if (added !== undefined) return added.identity_subject!
    const { identity_subject } = await db
      .selectFrom('staff_accounts')
      .select('identity_subject')
      .where('site_id', '=', siteId)
      .where('email', '=', member.email)
      .executeTakeFirstOrThrow()
    return identity_subject!
  })
  let session: { token: string; at: number } | undefined
  const call = callsTo(app, site.hosts[0], async () => {
    const at = kit.now().getTime()
    if (session === undefined || at - session.at > SESSION_MS) {
      const open = (db: Parameters<Parameters<typeof inSite>[2]>[0]) => kit.staffPools.openSession(db, sub)
      session = { token: await inSite(kit.pool, siteId, (db) => asOwner(db, () => open(db))), at }
    }
    return { cookie: `sessionid=${session.token}` }
  })
  return (method, path, body) => call(method, `office/${path}`, body)
}
