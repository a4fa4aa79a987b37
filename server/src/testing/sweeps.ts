import { reconciling } from '../features/checkout/checkout.jobs.ts'
import { checkingDomains } from '../features/companies/domains.jobs.ts'
import { tidying } from '../features/imports/imports.jobs.ts'
import { carryingOut } from '../features/money/carry-out-refund.ts'
import { remindingOfUnpaid } from '../features/money/reminders.jobs.ts'
import { mailingNotices } from '../features/notices/notices.jobs.ts'
import { forgetting } from '../features/webhooks/webhooks.jobs.ts'

/** Each sweep once, on all sites where something is due. */
export const reconcilePayments = (...kit: Parameters<typeof reconciling>) => reconciling(...kit).run()
export const carryOutAll = (...kit: Parameters<typeof carryingOut>) => carryingOut(...kit).run()
export const remindOfUnpaid = (...kit: Parameters<typeof remindingOfUnpaid>) =>
  remindingOfUnpaid(...kit).run()
export const enqueueNews = (...kit: Parameters<typeof mailingNotices>) => mailingNotices(...kit).run()
export const checkDueDomains = (...kit: Parameters<typeof checkingDomains>) => checkingDomains(...kit).run()
export const tidyLists = (...kit: Parameters<typeof tidying>) => tidying(...kit).run()
export const forgetMessages = (...kit: Parameters<typeof forgetting>) => forgetting(...kit).run()
