import type { JobDefinition, JobHandler } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import { codeMailHandler, mailCode } from './code-mail.jobs.ts'
import { makeMailer } from './mailer.ts'
import { orderMailHandlers } from './order-mail.handlers.ts'
import { mailOrderDeclined, mailOrderPlaced, mailPaymentReceived } from './order-mail.jobs.ts'

export { deliverCode } from './code-mail.jobs.ts'

export const mailJobs: JobDefinition[] = [mailCode, mailOrderPlaced, mailPaymentReceived, mailOrderDeclined]

export function mailHandlers(kit: Pick<Kit, 'config' | 'pool' | 'keys' | 'gateway' | 'now'>): JobHandler[] {
  const mailer = makeMailer(kit.config)
  return [codeMailHandler(kit, mailer), ...orderMailHandlers(kit, mailer)]
}
