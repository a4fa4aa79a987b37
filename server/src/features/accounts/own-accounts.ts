import { type Identity, mountIdentity, openIdentity } from '@laurel/identity'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPreviewed } from '../../http/access.ts'
import type { RequestLimits } from '../../http/request-limits.ts'
import type { Kit } from '../../kit.ts'
import { deliverCode } from '../mail/mail.jobs.ts'
import { findSiteOfPool } from '../sites/sites.repo.ts'
import { hearAccounts } from './account-events.ts'

/**
 * Opens the embedded accounts service, with its mail, text messages, notices, and audit log. It's mounted
 * unless an external user pool has the customers' accounts: then it only signs staff in.
 */
export async function openOwnAccounts(
  app: FastifyInstance,
  kit: Omit<Kit, 'staffPools'>,
  limits: RequestLimits,
): Promise<Identity> {
  const { pool, jobs, keys, config, now } = kit
  /** Of a pool: usually the one whose address the request came by, which is in memory. */
  async function findSite(poolId: string, request: FastifyRequest | undefined) {
    const here = request && (await kit.sites.readByHost(request.hostname).catch(() => undefined))
    return here?.accounts.user_pool_id === poolId ? here : findSiteOfPool(pool, poolId)
  }
  const options = {
    db: pool,
    origin: config.publicOrigin,
    secrets: { pepper: keys.pepper, sealKey: keys.identitySeal },
    deliver: deliverCode({ jobs, keys, now }),
    ...hearAccounts(kit),
    notDelivering: [...(config.mail ? [] : ['EMAIL' as const]), ...(config.sms ? [] : ['SMS' as const])],
    social: kit.social.ofPool,
    admin: config.staffKey,
    maySignUp: async (poolId: string, request: FastifyRequest | undefined): Promise<boolean> => {
      const site = await findSite(poolId, request)
      if (site === undefined || site.live_at !== null) return true
      const { privatePools: staffPools } = identity
      return request !== undefined && isPreviewed({ pool, staffPools, limits }, site, request)
    },
    now,
  }
  const identity: Identity = await (config.cognito === undefined
    ? mountIdentity(app, options)
    : openIdentity(options))
  return identity
}
