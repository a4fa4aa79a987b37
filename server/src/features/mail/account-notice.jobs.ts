import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '@laurel/identity'
import * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { type Change, changeOf, noticeContent } from './account-notice-words.ts'
import { mailHtml, mailText } from './mail-page.ts'
import type { Mailer } from './mailer.ts'
import { readSiteOfPool, siteOrigin } from './pool-site.ts'

const SEAL_CONTEXT = 'account-notice'

const SealedNotice = z.object({
  to: z.string(),
  // Promises of an earlier version knew the kind alone.
  change: z.preprocess(
    (change) => (typeof change === 'string' ? { kind: change === 'deleted' ? 'closed' : change } : change),
    z.custom<Change>(),
  ),
  poolId: z.string(),
})

/** The address of somebody who may have left since is kept sealed while it waits. */
export const mailAccountNotice = job({
  name: 'mail.account-notice',
  // The pool says whose failure it is; promises of an earlier version do not.
  payload: z.object({ sealed: z.string(), key: z.string(), poolId: z.string().optional() }),
  retries: 8,
  seconds: 60,
})

/**
 * Promises a notice when something changed that opens an account, to the address the account had
 * before: whoever took an account over cannot hold it back.
 */
export async function promiseNotice(
  tx: Db,
  { jobs, keys }: Pick<Kit, 'jobs' | 'keys'>,
  event: AuditEvent,
): Promise<void> {
  const change = changeOf(event.name, event.about)
  if (change === undefined || event.email === undefined) return
  const told: z.input<typeof SealedNotice> = { to: event.email, change, poolId: event.poolId }
  const sealed = seal(keys.dataSeal, SEAL_CONTEXT, JSON.stringify(told))
  const { poolId } = event
  await jobs.enqueue(tx, mailAccountNotice, { sealed, poolId, key: `notice-${randomUUID()}` })
}

export function accountNoticeHandler(kit: Pick<Kit, 'config' | 'pool' | 'keys'>, mailer: Mailer): JobHandler {
  return handles(mailAccountNotice, async ({ sealed, key }) => {
    const { to, change, poolId } = SealedNotice.parse(
      JSON.parse(unseal(kit.keys.dataSeal, SEAL_CONTEXT, sealed)),
    )
    const site = await readSiteOfPool(kit.pool, poolId)
    const content = noticeContent(site, siteOrigin(kit.config.publicOrigin, site), to, change)
    await mailer.send({
      siteId: site.id,
      fromName: site.name,
      to,
      subject: content.subject,
      text: mailText(site, content),
      html: mailHtml(site, content),
      key,
    })
  })
}
