import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '@laurel/identity'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { textsOf } from '../../texts.ts'
import { languageOfAccount } from './account-language.ts'
import { type Change, changeOf, noticeContent } from './account-notice-words.ts'
import { siteMail } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { readSiteOfPool, siteOrigin } from './pool-site.ts'

const SEAL_CONTEXT = 'account-notice'

const SealedNotice = z.object({
  to: z.string(),
  // Jobs from an earlier version have only the kind.
  change: z.preprocess(
    (change) => (typeof change === 'string' ? { kind: change === 'deleted' ? 'closed' : change } : change),
    z.custom<Change>(),
  ),
  poolId: z.string(),
  sub: z.string().optional(),
})

/** The address may be a former one, so it's encrypted while the job waits. */
export const mailAccountNotice = job({
  name: 'mail.account-notice',
  // The pool says which site's failure it is; jobs from an earlier version don't.
  payload: z.object({ sealed: z.string(), key: z.string(), poolId: z.string().optional() }),
  retries: 8,
  seconds: 60,
  needs: 'mail',
})

/**
 * Enqueues a notice about a change that affects sign-in, to the account's previous address, so that an account
 * thief can't intercept it.
 */
export async function enqueueNotice(
  tx: Db,
  { jobs, keys }: Pick<Kit, 'jobs' | 'keys'>,
  event: AuditEvent,
): Promise<void> {
  const change = changeOf(event.name, event.about)
  if (change === undefined || event.email === undefined) return
  const told: z.input<typeof SealedNotice> = {
    ...{ to: event.email, change, poolId: event.poolId, sub: event.sub },
  }
  const sealed = seal(keys.dataSeal, SEAL_CONTEXT, JSON.stringify(told))
  const { poolId } = event
  await jobs.enqueue(tx, mailAccountNotice, { sealed, poolId, key: `notice-${randomUUID()}` })
}

export function accountNoticeHandler(kit: Pick<Kit, 'config' | 'pool' | 'keys'>, mailer: Mailer): JobHandler {
  return handles(mailAccountNotice, async ({ sealed, key }) => {
    const { to, change, poolId, sub } = SealedNotice.parse(
      JSON.parse(unseal(kit.keys.dataSeal, SEAL_CONTEXT, sealed)),
    )
    const site = await readSiteOfPool(kit.pool, poolId)
    const i18n = textsOf(await languageOfAccount(kit.pool, site, sub))
    const content = noticeContent(i18n, site, siteOrigin(kit.config.publicOrigin, site), to, change)
    await mailer.send({ ...siteMail(site, content), to, key })
  })
}
