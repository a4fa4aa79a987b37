import '@laurel/domain/company-sentences'
import { formatCents } from '@laurel/domain/money'
import { isHostedPage } from '@laurel/domain/payment-method'
import { storedSentence } from '@laurel/domain/stored-sentences'
import type { Texts } from '@laurel/domain/texts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { textsOf } from '../../texts.ts'
import { type CompanyNow, nameIn, readCompanyNow } from '../approvals/people.repo.ts'
import { languageOfCustomer } from '../mail/account-language.ts'
import type { MailContent } from '../mail/mail-page.ts'
import { siteMail } from '../mail/mail-page.ts'
import type { Mailer } from '../mail/mailer.ts'
import { wantsMail } from '../mail/notification-choice.ts'
import { siteOrigin } from '../mail/pool-site.ts'
import { unsubscribe } from '../mail/unsubscribe.ts'
import { lockOrderOfSite } from '../orders/orders.repo.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { escalateStep, expireRequest, mailApproval } from './approval-jobs.ts'
import { sealLink } from './approval-links.ts'
import { deciders, tellNew } from './ask.ts'
import { releaseBudgets, tellBuyer } from './decide.service.ts'
import {
  changeRequest,
  changeStep,
  keepPeople,
  listSteps,
  type RequestRow,
  readLocked,
  requests,
  type StepRow,
} from './requests.repo.ts'

type ApprovalKit = Pick<Kit, 'pool' | 'keys' | 'config' | 'now' | 'jobs'>
type News = 'asked' | 'escalated' | 'approved' | 'pay' | 'returned' | 'expired'

export function approvalHandlers(kit: ApprovalKit, mailer: Mailer): JobHandler[] {
  return [
    handles(mailApproval, async ({ siteId, requestId, to, news, position }) => {
      const site = await findSite(kit.pool, siteId)
      if (site === undefined) return
      const isAsking = news === 'asked' || news === 'escalated'
      const kind = isAsking ? 'approvals_asked' : 'approvals_decided'
      const { told, isWanted, language } = await inSite(kit.pool, siteId, async (db) => ({
        language: await languageOfCustomer(db, site, to),
        told: await readTold(db, site, requestId, kit.now()),
        isWanted: await wantsMail(db, { siteId, customerId: to }, kind),
      }))
      if (told === undefined || !isWanted) return
      const { request, steps, company } = told
      const person = company.members.find(({ id }) => id === to)
      if (person === undefined) return
      const step = steps.find((one) => one.position === position)
      const isStillAsked = step && isAsked(request, step, company, to)
      if (isAsking && !isStillAsked) return
      const origin = siteOrigin(kit.config.publicOrigin, site)
      const about = { request: requestId, position, person: to, at: kit.now() }
      const url = isAsking
        ? `${origin}/approve/${sealLink(kit, siteId, about)}`
        : `${origin}/company/approvals?request=${requestId}`
      const stop = unsubscribe(kit, site, { customerId: to, kinds: [kind] })
      await mailer.send({
        ...siteMail(site, {
          ...approvalMail(textsOf(language), news, told, step, url),
          unsubscribeUrl: stop.url,
        }),
        to: person.email,
        headers: stop.headers,
        key: `approval-${siteId}-${requestId}-${news}-${position}-${to}`,
      })
    }),
    handles(escalateStep, async ({ siteId, requestId, position }) => {
      const site = await findSite(kit.pool, siteId)
      if (site === undefined) return
      await changing(kit, siteId, requestId, async (db, request) => {
        const step = (await listSteps(db, siteId, [requestId])).find((one) => one.position === position)
        const at = kit.now()
        if (request.state !== 'open' || step?.state !== 'open' || step.is_escalated) return
        if (step.due_at === null || step.due_at > at) throw new Error('the step isn’t due yet')
        await changeStep(db, step, { is_escalated: true })
        const company = await readCompanyNow(db, site, request.company_id, at)
        await tellNew(db, kit, request, { ...step, is_escalated: true }, company, 'escalated')
      })
    }),
    handles(expireRequest, async ({ siteId, requestId, withoutApprover }) => {
      const site = await findSite(kit.pool, siteId)
      if (site === undefined) return
      await changing(kit, siteId, requestId, async (db, request, order) => {
        const at = kit.now()
        const isLeft = request.state === 'open' || request.state === 'approved'
        if (!isLeft || request.order_status !== 'awaiting_approval') return
        if (withoutApprover) {
          const company = await readCompanyNow(db, site, request.company_id, at)
          const step = (await listSteps(db, siteId, [requestId])).find(({ state }) => state === 'open')
          // Another approver was found in the meantime.
          if (step === undefined || deciders(step, request, company).length > 0) return
        } else if (request.expires_at > at) throw new Error('the request hasn’t expired yet')
        const comment = withoutApprover ? /*i18n*/ 'No one in the company can approve it anymore.' : ''
        await changeRequest(db, request, { state: 'expired', comment, closed_at: at })
        await releaseBudgets(db, order, request, at)
        await tellBuyer(db, kit, request, 'expired')
      })
    }),
  ]
}

async function changing(
  { pool }: ApprovalKit,
  siteId: number,
  requestId: number,
  work: (db: Db, request: RequestRow, order: Awaited<ReturnType<typeof lockOrderOfSite>>) => Promise<void>,
): Promise<void> {
  await inSite(pool, siteId, async (db) => {
    const found = await requests(db, siteId).where('request.id', '=', requestId).executeTakeFirst()
    if (found === undefined) return
    await keepPeople(db, siteId, found.company_id)
    const order = await lockOrderOfSite(db, siteId, found.order_id)
    await work(db, await readLocked(db, siteId, requestId), order)
  })
}

async function readTold(db: Db, site: SiteRow, requestId: number, at: Date) {
  const request = await requests(db, site.id).where('request.id', '=', requestId).executeTakeFirst()
  if (request === undefined) return undefined
  const [steps, company] = await Promise.all([
    listSteps(db, site.id, [requestId]),
    readCompanyNow(db, site, request.company_id, at),
  ])
  return { request, steps, company }
}

function isAsked(request: RequestRow, step: StepRow, company: CompanyNow, personId: number): boolean {
  const isOpen = request.state === 'open' && step.state === 'open'
  return isOpen && deciders(step, request, company).includes(personId)
}

type Told = NonNullable<Awaited<ReturnType<typeof readTold>>>

export function approvalMail(
  i18n: Texts,
  news: News,
  { request, steps, company }: Told,
  step: StepRow | undefined,
  url: string,
): MailContent {
  const { name, note, comment, amount_cents: cents, card_count: count } = request
  const amount = formatCents(cents)
  const buyer = nameIn(company, request.asked_by) ?? i18n.t('A colleague')
  const rows = [
    { label: i18n.t('Order'), value: name },
    { label: i18n.t('Amount'), value: amount },
    { label: i18n.t('Cards'), value: i18n.t('{count, plural, one {# card} other {# cards}}', { count }) },
  ]
  if (news === 'asked' || news === 'escalated') {
    const reasons = (step?.rules ?? []).map(({ name: rule, reasons: why }) =>
      why.length === 0 ? rule : `${rule} (${why.map((one) => storedSentence(i18n, one)).join(', ')})`,
    )
    const isLate = news === 'escalated'
    return {
      i18n,
      subject: isLate
        ? i18n.t('Reminder: Approve {amount} for {buyer}?', { amount, buyer })
        : i18n.t('Approve {amount} for {buyer}?', { amount, buyer }),
      title: i18n.t('{buyer} asks for your approval', { buyer }),
      parts: [
        ...(isLate
          ? [{ kind: 'text' as const, text: i18n.t('No one has answered yet, so we’re asking you, too.') }]
          : []),
        { kind: 'rows', rows: [...rows, { label: i18n.t('Why you'), value: reasons.join('; ') }] },
        ...(note === '' ? [] : [{ kind: 'quote' as const, text: note, from: buyer }]),
        { kind: 'link', label: i18n.t('Review order'), url },
        {
          kind: 'note',
          text: i18n.t('The link works only for you, after you sign in, and for 7 days.'),
        },
      ],
      reason: i18n.t('You got this email because you approve orders in your company.'),
    }
  }
  const returned = steps.find(({ state }) => state === 'returned')
  const approver = company.members.find(({ id }) => id === returned?.decided_by)?.name
  const late = comment ? i18n.t(comment) : i18n.t('It wasn’t approved and paid in time.')
  const words = {
    approved: {
      subject: i18n.t('Approved: {name}', { name }),
      title: i18n.t('Your order is approved and placed'),
      text: i18n.t('You don’t need to do anything. We’ll let you know when it ships.'),
      label: i18n.t('See order'),
    },
    pay: {
      subject: i18n.t('Approved: {name}. Pay for it now', { name }),
      title: i18n.t('Your order is approved. Pay for it now'),
      text: isHostedPage(request.method_code)
        ? i18n.t('Pay to place it. Orders you send for approval later don’t affect it.')
        : i18n.t('We couldn’t place it with the payment method you chose. Choose another one.'),
      label: i18n.t('Pay for order'),
    },
    returned: {
      subject: i18n.t('Returned: {name}', { name }),
      title: i18n.t('Your order was returned'),
      text: i18n.t('Change it, then send it for approval again.'),
      label: i18n.t('See comment'),
    },
    expired: {
      subject: i18n.t('Expired: {name}', { name }),
      title: i18n.t('Your request has expired'),
      text: `${late} ${i18n.t('Put its cards back in your cart to send it again.')}`,
      label: i18n.t('See request'),
    },
  }[news]
  const from = approver ?? i18n.t('Your approver')
  const quote = news === 'returned' ? [{ kind: 'quote' as const, text: comment, from }] : []
  return {
    i18n,
    subject: words.subject,
    title: words.title,
    parts: [
      { kind: 'rows', rows },
      ...quote,
      { kind: 'text', text: words.text },
      { kind: 'link', label: words.label, url },
    ],
    reason: i18n.t('You got this email because you sent an order for approval.'),
  }
}
