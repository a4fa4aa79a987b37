import { type Identity, mountIdentity, openIdentity } from '@laurel/identity'
import type { FastifyInstance } from 'fastify'
import type { Kit } from '../../kit.ts'
import { deliverCode } from '../mail/mail.jobs.ts'
import { hearAccounts } from './account-events.ts'

/**
 * Opens the embedded accounts service, with its mail, text messages, notices, and audit log. It's mounted
 * unless an external user pool has the customers' accounts: then it only signs staff in.
 */
export function openOwnAccounts(app: FastifyInstance, kit: Omit<Kit, 'staffPools'>): Promise<Identity> {
  const { pool, jobs, keys, config, now } = kit
  const options = {
    db: pool,
    origin: config.publicOrigin,
    secrets: { pepper: keys.pepper, sealKey: keys.identitySeal },
    deliver: deliverCode({ jobs, keys, now }),
    ...hearAccounts(kit),
    notDelivering: [...(config.mail ? [] : ['EMAIL' as const]), ...(config.sms ? [] : ['SMS' as const])],
    social: kit.social.ofPool,
    admin: config.staffKey,
    now,
  }
  return config.cognito === undefined ? mountIdentity(app, options) : openIdentity(options)
}
