import { type Identity, mountIdentity } from '@laurel/identity'
import type { FastifyInstance } from 'fastify'
import type { Kit } from '../../kit.ts'
import { deliverCode } from '../mail/mail.jobs.ts'
import { hearAccounts } from './account-events.ts'

/** Mounts the embedded accounts service, with its mail, text messages, notices and audit trail. */
export function mountOwnAccounts(app: FastifyInstance, kit: Kit): Promise<Identity> {
  const { pool, jobs, keys, config, now } = kit
  return mountIdentity(app, {
    db: pool,
    origin: config.publicOrigin,
    secrets: { pepper: keys.pepper, sealKey: keys.identitySeal },
    deliver: deliverCode({ jobs, keys, now }),
    audit: hearAccounts(kit),
    social: kit.social.ofPool,
    admin: config.staffKey,
    now,
  })
}
