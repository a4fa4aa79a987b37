import { approvalHandlers } from '../features/approval-requests/approval-jobs.handlers.ts'
import { makeCardPictures } from '../features/deliveries/card-pictures.ts'
import { mailHandlers } from '../features/mail/mail.jobs.ts'
import { type Mailer, makeMailer } from '../features/mail/mailer.ts'
import { makeFindSender } from '../features/mail/site-sender.ts'
import { newsMailHandler } from '../features/notices/send-news-mail.ts'
import { orderMailHandlers } from '../features/order-mails/order-mails.handlers.ts'
import { reportMailHandler } from '../features/reports/report-mail.jobs.ts'
import { mailTextTestHandler } from '../features/site-settings/mail-text-test.ts'
import { openInvoicesHandler } from '../features/terms/open-invoices.jobs.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { Kit } from '../kit.ts'

/** Every mail and text message the server sends, for tests that run the jobs themselves. */
export function allMailHandlers(kit: Kit): JobHandler[] {
  const log = { warn: () => {} }
  const mailer = withOneButton(makeMailer(kit.config.mail, makeFindSender(kit)))
  return [
    ...mailHandlers(kit, mailer),
    ...orderMailHandlers({ ...kit, log }, mailer),
    newsMailHandler(kit, mailer),
    mailTextTestHandler(kit, makeCardPictures({ ...kit, log }), mailer),
    openInvoicesHandler(kit, mailer),
    reportMailHandler(kit, mailer),
    ...approvalHandlers(kit, mailer),
  ]
}

/** Rejects mails with several buttons: a mail should ask for one thing. */
function withOneButton(mailer: Mailer): Mailer {
  return {
    ...mailer,
    async send(mail) {
      const buttons = mail.html.split('class="btn-a"').length - 1
      if (buttons > 1) throw new Error(`“${mail.subject}” has ${buttons} buttons`)
      await mailer.send(mail)
    },
  }
}
