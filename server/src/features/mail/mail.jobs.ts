import type { JobDefinition, JobHandler } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { accountNoticeHandler, mailAccountNotice } from './account-notice.jobs.ts'
import { codeHandlers, mailCode, smsCode } from './code-mail.jobs.ts'
import { companyInvitationHandler, mailCompanyInvitation } from './company-invitation.jobs.ts'
import { companyJoinHandlers, mailJoinOutcome, mailJoinRequests } from './company-join.jobs.ts'
import type { Mailer } from './mailer.ts'
import { orderMail } from './order-mail.jobs.ts'
import { makeSmsGateway } from './sms-gateway.ts'
import { mailStaffInvitation, staffInvitationHandler } from './staff-invitation.jobs.ts'
import { mailWebhookOff, webhookOffHandler } from './webhook-off.jobs.ts'

export { deliverCode } from './code-mail.jobs.ts'

export const mailJobs: JobDefinition[] = [
  mailCode,
  smsCode,
  mailAccountNotice,
  mailStaffInvitation,
  mailCompanyInvitation,
  mailJoinRequests,
  mailJoinOutcome,
  mailWebhookOff,
  ...Object.values(orderMail),
]

export function mailHandlers(
  kit: Pick<Kit, 'config' | 'pool' | 'jobs' | 'keys' | 'now' | 'staffPools'>,
  mailer: Mailer,
): JobHandler[] {
  return [
    ...codeHandlers(kit, mailer, makeSmsGateway(kit.config.sms)),
    accountNoticeHandler(kit, mailer),
    staffInvitationHandler(kit, mailer),
    companyInvitationHandler(kit, mailer),
    ...companyJoinHandlers(kit, mailer),
    webhookOffHandler(kit, mailer),
  ]
}
