import type { Config } from '../../config.ts'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { testCarrierAccount } from '../carriers/carrier-accounts.service.ts'
import { type MailContent, siteMail } from '../mail/mail-page.ts'
import { checkMailSender } from '../mail/mail-sender.service.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ResolveTxt } from '../mail/sender-records.ts'
import { checkHost } from '../platform/host-check.ts'
import type { CreateSiteKit } from '../setup/create-site.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { ResolveHost } from '../webhooks/guarded-requests.ts'
import type { ReadFacts } from './go-live-facts.ts'
import type { SiteCheck } from './site-checks.repo.ts'

export type CheckKit = Pick<Kit, 'pool' | 'keys' | 'now' | 'gateway' | 'carriers' | 'sites' | 'files'> &
  CreateSiteKit & {
    config: Config
    /** With the sender's address and key as they are now. */
    mailer: Mailer
    resolveHost: ResolveHost
    resolveTxt: ResolveTxt
  }

const DNS_TIMEOUT_MS = 5_000
const MAIL_TIMEOUT_MS = 30_000
const MAX_WORDS = 300

type Result = Omit<SiteCheck, 'at'>

/** Where each of the site's addresses points. */
export function checkHosts(kit: CheckKit, { hosts }: Pick<SiteRow, 'hosts'>): Promise<Result[]> {
  return Promise.all(
    hosts.map(async (host) => {
      // Names for this machine (RFC 6761), which its DNS may not know.
      if (/(^|\.)localhost$/.test(host))
        return { name: `host:${host}`, tested: '', works: true, words: 'here' }
      const resolve: ResolveHost = (name) => within(DNS_TIMEOUT_MS, kit.resolveHost(name))
      const { points } = await checkHost(kit, host, resolve)
      const words = points === 'unknown' ? 'silent' : points
      return { name: `host:${host}`, tested: '', works: words === 'here', words }
    }),
  )
}

/** Asks the card provider about an account of each method that uses it. */
export async function checkPayments(kit: CheckKit, { payments }: ReadFacts): Promise<Result[]> {
  const { merchants, tested } = payments
  const answers = await Promise.all(merchants.map((merchant) => kit.gateway.check(merchant)))
  const answer = answers.find(({ outcome }) => outcome !== 'right') ?? answers[0]
  if (answer === undefined) return []
  return [{ name: 'payments', tested, works: answer.outcome === 'right', words: answer.words }]
}

/** Signs in at each carrier that is on, and asks for a price. */
export function checkCarriers(
  kit: CheckKit,
  site: SiteRow,
  actor: Staff,
  { carriers }: ReadFacts,
): Promise<Result[]> {
  return Promise.all(
    carriers
      .filter(({ isEnabled }) => isEnabled)
      .map(async ({ carrier, tested }) => {
        const { works, steps } = await testCarrierAccount(kit, site, actor, carrier)
        const words = steps.find(({ outcome }) => outcome !== 'right')?.words ?? ''
        return { name: carrier, tested, works, words }
      }),
  )
}

/** Looks the sender's DNS records up; they are kept with the sender. */
export async function checkMailRecords(kit: CheckKit, actor: Staff, { mail }: ReadFacts): Promise<void> {
  if (mail.sender !== null) await checkMailSender(kit, actor)
}

/** Sends the staff member a mail, and waits for the mail server's answer. */
export async function sendTestMail(
  kit: CheckKit,
  site: SiteRow,
  { staffId }: Staff,
  { mail }: ReadFacts,
): Promise<Result> {
  const { email } = await inSite(kit.pool, site.id, (db) =>
    db
      .selectFrom('staff_accounts')
      .select('email')
      .where('site_id', '=', site.id)
      .where('id', '=', staffId!)
      .executeTakeFirstOrThrow(),
  )
  const key = `go-live-${site.id}-${kit.now().getTime()}`
  const told = { name: 'test_mail', tested: mail.tested }
  try {
    await within(MAIL_TIMEOUT_MS, kit.mailer.send({ ...siteMail(site, testMail(site)), to: email, key }))
    return { ...told, works: true, words: '' }
  } catch (cause) {
    const said = (cause as Error).message.replaceAll(/\s+/g, ' ').slice(0, MAX_WORDS)
    return { ...told, works: false, words: `Your test email wasn’t sent. ${whyNot(cause, said)}` }
  }
}

/** A refusal is in the mail server's own words, after its number (RFC 5321). */
function whyNot(cause: unknown, said: string): string {
  if (cause instanceof Late) return 'The mail server didn’t answer.'
  if (/(^|\s)[45]\d\d[ -]/.test(said)) return `The mail server said: ${said}`
  return `We couldn’t reach the mail server: ${said}`
}

function testMail({ name }: SiteRow): MailContent {
  return {
    subject: `Test email from ${name}`,
    title: 'Mail works',
    parts: [
      {
        kind: 'text',
        text: 'You sent yourself this test from the go-live checklist. If it was in your spam folder, check the SPF, DKIM, and DMARC records there.',
      },
    ],
    reason: 'You got this email because you sent yourself a test.',
  }
}

class Late extends Error {
  override readonly name = 'Late'
}

async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  let bell: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    bell = setTimeout(() => reject(new Late(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(bell)
  }
}
