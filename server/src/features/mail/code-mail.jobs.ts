import { randomUUID } from 'node:crypto'
import type { CodeMessage } from '@laurel/identity'
import * as z from 'zod'
import type { Db, Pool } from '../../database/database.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { seal, unseal } from '../../secrets/sealed.ts'
import { listSites, type SiteRow } from '../sites/sites.repo.ts'
import { type MailContent, mailHtml, mailText } from './mail-page.ts'
import type { Mailer } from './mailer.ts'

const SEAL_CONTEXT = 'mail-code'

const Purpose = z.enum(['sign-up', 'reset-password', 'verify-attribute', 'sign-in'])
const SealedCode = z.object({
  destination: z.string(),
  code: z.string(),
  purpose: Purpose,
  poolId: z.string(),
})

/** A code opens an account, so its promise is kept sealed while it waits. */
export const mailCode = job({
  name: 'mail.code',
  payload: z.object({ sealed: z.string(), key: z.string() }),
  retries: 5,
  seconds: 60,
})

/**
 * How the accounts service has a code delivered: as a promise in the transaction that made the code.
 */
export function deliverCode(jobs: Kit['jobs'], keys: Kit['keys']) {
  return async (tx: unknown, message: CodeMessage): Promise<void> => {
    if (message.medium !== 'EMAIL') throw new Error(`no way to send a code by ${message.medium}`)
    const { destination, code, purpose, poolId } = message
    const told: z.infer<typeof SealedCode> = { destination, code, purpose, poolId }
    const sealed = seal(keys.dataSeal, SEAL_CONTEXT, JSON.stringify(told))
    await jobs.enqueue(tx as Db, mailCode, { sealed, key: `code-${randomUUID()}` })
  }
}

export function codeMailHandler(kit: Pick<Kit, 'pool' | 'keys'>, mailer: Mailer): JobHandler {
  return handles(mailCode, async ({ sealed, key }) => {
    const told = SealedCode.parse(JSON.parse(unseal(kit.keys.dataSeal, SEAL_CONTEXT, sealed)))
    const site = await readSiteOfPool(kit.pool, told.poolId)
    const content = codeContent(site, told.purpose, told.code)
    await mailer.send({
      fromName: site.name,
      to: told.destination,
      subject: content.subject,
      text: mailText(site, content),
      html: mailHtml(site, content),
      key,
    })
  })
}

async function readSiteOfPool(pool: Pool, poolId: string): Promise<SiteRow> {
  const site = (await listSites(pool)).find((one) => one.accounts.user_pool_id === poolId)
  if (site === undefined) throw new Error(`no site has the pool ${poolId}`)
  return site
}

/** The code is not in the subject: that shows on locked screens. */
function codeContent(site: SiteRow, purpose: z.infer<typeof Purpose>, code: string): MailContent {
  const [subject, title, sentence] = WORDS[purpose]
  return {
    subject: `${subject} for ${site.name}`,
    title,
    parts: [
      { kind: 'text', text: sentence },
      { kind: 'code', code },
      { kind: 'text', text: 'Did you not ask for it? Then leave this email alone, and nothing happens.' },
    ],
  }
}

const WORDS: Record<z.infer<typeof Purpose>, [subject: string, title: string, sentence: string]> = {
  'sign-up': ['Your code', 'Confirm your email', 'Type this code where you signed up.'],
  'reset-password': [
    'Your password code',
    'Set a new password',
    'Type this code where you asked for a new password.',
  ],
  'verify-attribute': ['Your code', 'Confirm your email', 'Type this code in your account.'],
  'sign-in': ['Your sign-in code', 'Sign in', 'Type this code where you are signing in.'],
}
