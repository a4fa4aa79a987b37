import { randomUUID } from 'node:crypto'
import type { sendMailTextTest } from '@laurel/contract/office-site'
import { cardMailSubject, cardMailSubjectProblem } from '@laurel/domain/card-mail-subject'
import { MAIL_KINDS, MAIL_TEXT_PARTS, MAILS, mailTextProblems } from '@laurel/domain/mail-texts'
import { mergeMailText } from '@laurel/domain/merge-mail-text'
import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Staff } from '../../http/actor.ts'
import { handles, type JobHandler, job } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { CARD_CID } from '../deliveries/card-mail.ts'
import type { CardPictures } from '../deliveries/card-pictures.ts'
import { assertFewUses } from '../deliveries/use-counters.ts'
import { type MailContent, siteMail } from '../mail/mail-page.ts'
import type { Mailer } from '../mail/mailer.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { findSite } from '../sites/sites.repo.ts'

type Tested = z.output<typeof sendMailTextTest.body>

/** Mails a staff member texts that may not be saved yet, with example data. */
export const mailTextTest = job({
  name: 'mail.text-test',
  payload: z.object({
    siteId: z.number(),
    staffId: z.number(),
    kind: z.enum(MAIL_KINDS),
    texts: z.record(z.enum(MAIL_TEXT_PARTS), z.string()),
    key: z.string(),
  }),
  retries: 3,
  seconds: 60,
  needs: 'mail',
})

/** Tests to one staff member. */
const TESTS = { uses: 30, withinMs: 3_600_000 }

/**
 * @returns the staff member's address, where the test is sent
 * @throws {Refusal} `validation_failed` at the texts; `not_allowed` for an integrator, who has no mailbox;
 * `too_many_requests`
 */
export async function sendTextTest(
  { pool, jobs, now }: Pick<Kit, 'pool' | 'jobs' | 'now'>,
  { siteId, staffId }: Staff,
  { kind, texts }: Tested,
): Promise<{ email: string }> {
  if (staffId === undefined) throw new Refusal('not_allowed')
  const ofCard = kind === 'card' ? cardMailSubjectProblem(texts.subject) : undefined
  assertNoProblems([
    ...(ofCard ? [{ field: 'texts.subject', code: 'wrong', message: ofCard }] : []),
    ...mailTextProblems(kind, texts, 'texts'),
  ])
  return inSite(pool, siteId, async (db) => {
    await assertFewUses(db, siteId, `text-test:${staffId}`, TESTS, now())
    await jobs.enqueue(db, mailTextTest, { siteId, staffId, kind, texts, key: `text-test-${randomUUID()}` })
    return db
      .selectFrom('staff_accounts')
      .select('email')
      .where('site_id', '=', siteId)
      .where('id', '=', staffId)
      .executeTakeFirstOrThrow()
  })
}

export function mailTextTestHandler(
  kit: Pick<Kit, 'pool' | 'config'>,
  pictures: Pick<CardPictures, 'paintSite'>,
  mailer: Mailer,
): JobHandler {
  return handles(mailTextTest, async ({ siteId, staffId, key, ...tested }) => {
    const site = await findSite(kit.pool, siteId)
    const to = await inSite(kit.pool, siteId, (db) =>
      db
        .selectFrom('staff_accounts')
        .select('email')
        .where('site_id', '=', siteId)
        .where('id', '=', staffId)
        .where('active', '=', true)
        .executeTakeFirst(),
    )
    if (site === undefined || to === undefined) return
    const content = testContent(tested, siteOrigin(kit.config.publicOrigin, site))
    const pictured = [{ cid: CARD_CID, bytes: await pictures.paintSite(site) }]
    await mailer.send({ ...siteMail(site, content), to: to.email, pictures: pictured, key })
  })
}

const EXAMPLE = { firstName: 'Maya', lastName: 'Okafor', amountCents: 5_000 }

/** The texts as a mail with example data. */
function testContent({ kind, texts }: Tested, url: string): MailContent {
  const merged = (part: keyof typeof texts) => mergeMailText(texts[part], MAILS[kind].fields)
  const text = merged('text')
  const written = text === '' ? [] : [{ kind: kind === 'card' ? 'note' : 'text', text } as const]
  const picture = { kind: 'picture', cid: CARD_CID, alt: 'A card' } as const
  const link = { kind: 'link', label: merged('button'), url } as const
  return {
    subject: kind === 'card' ? cardMailSubject(texts.subject, EXAMPLE) : merged('subject'),
    title: merged('heading'),
    parts: kind === 'card' ? [picture, link, ...written] : [...written, picture, link],
    reason: 'You got this email because you sent yourself a test.',
  }
}
