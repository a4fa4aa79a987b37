import type { CompanyCapability } from './company-roles.ts'
import type { NoticeKind } from './notice-words.ts'

/** What people choose how to hear of, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  'orders',
  'attention',
  'thanks',
  'approvals_asked',
  'approvals_decided',
  'approvals_changed',
  'people',
  'join_requests',
  'budgets',
  'balance',
  'programs',
  'reports',
  'activity',
  'records',
  'security',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export function isNotificationKind(value: unknown): value is NotificationKind {
  return NOTIFICATION_KINDS.some((kind) => kind === value)
}

/** When a mail comes: with what happened, once a day at 8:00 with everything else, or never. */
export const MAIL_CHOICES = ['at_once', 'daily', 'never'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

export type NotificationChoice = { app: boolean; mail: MailChoice }

type Spec = {
  label: string
  says: string
  byDefault: NotificationChoice
  /** Channels that can't be chosen, and why. */
  fixed?: { app?: true; mail?: true; because: string }
  /** Only people who can do this in one of their companies hear of it. */
  needs?: CompanyCapability
  /** Its mails at once are jobs of their own, which ask for the choice: notices only fill the daily summary. */
  hasOwnMails?: true
  /** Only in companies of several people. */
  isOfCompany?: true
}

const IN_APP = { app: true, mail: 'never' } as const
const IN_APP_AND_MAIL = { app: true, mail: 'at_once' } as const

export const NOTIFICATION_SPECS: Readonly<Record<NotificationKind, Spec>> = {
  orders: {
    label: /*i18n*/ 'Order updates',
    says: /*i18n*/ 'When your orders are approved, sent, delivered, or refunded.',
    byDefault: IN_APP_AND_MAIL,
  },
  attention: {
    label: /*i18n*/ 'Deliveries that need attention',
    says: /*i18n*/ 'Emails that bounced, and letters and parcels that were returned.',
    byDefault: IN_APP_AND_MAIL,
  },
  thanks: {
    label: /*i18n*/ 'Thank-you notes',
    says: /*i18n*/ 'What recipients write back when they open their card.',
    byDefault: IN_APP,
  },
  approvals_asked: {
    label: /*i18n*/ 'Requests for your approval',
    says: /*i18n*/ 'A colleague’s order is waiting for you.',
    byDefault: IN_APP_AND_MAIL,
    fixed: { app: true, because: /*i18n*/ 'Orders wait for your answer, so these always appear in the app.' },
    needs: 'orders.place',
    hasOwnMails: true,
    isOfCompany: true,
  },
  approvals_decided: {
    label: /*i18n*/ 'Decisions on your orders',
    says: /*i18n*/ 'Approved or returned by a colleague.',
    byDefault: IN_APP_AND_MAIL,
    fixed: { app: true, because: /*i18n*/ 'Find them in the app under Company, Approvals.' },
    needs: 'orders.place',
    hasOwnMails: true,
    isOfCompany: true,
  },
  approvals_changed: {
    label: /*i18n*/ 'Changes after your approval',
    says: /*i18n*/ 'A colleague corrected a recipient’s address in an order you approved.',
    byDefault: IN_APP,
    needs: 'orders.place',
    isOfCompany: true,
  },
  people: {
    label: /*i18n*/ 'People who join',
    says: /*i18n*/ 'Someone accepted an invitation or joined your company.',
    byDefault: IN_APP,
    needs: 'people.manage',
  },
  join_requests: {
    label: /*i18n*/ 'People who ask to join',
    says: /*i18n*/ 'They wait until you or another admin answers.',
    byDefault: IN_APP_AND_MAIL,
    needs: 'people.manage',
    hasOwnMails: true,
  },
  budgets: {
    label: /*i18n*/ 'Budgets running low',
    says: /*i18n*/ 'A budget reached 80% or 100%.',
    byDefault: IN_APP,
    needs: 'budgets.manage',
  },
  balance: {
    label: /*i18n*/ 'Company balance',
    says: /*i18n*/ 'It was topped up, or fell below the amount set under Balance and budgets.',
    byDefault: IN_APP,
    needs: 'money.see',
  },
  programs: {
    label: /*i18n*/ 'Programs that need attention',
    says: /*i18n*/ 'A birthday or anniversary program couldn’t order, its cards are late, or a list wasn’t synced.',
    byDefault: IN_APP_AND_MAIL,
    needs: 'programs.manage',
  },
  reports: {
    label: /*i18n*/ 'Reports that couldn’t be created',
    says: /*i18n*/ 'A scheduled report that you get by email failed.',
    byDefault: IN_APP_AND_MAIL,
    needs: 'reports.see',
  },
  activity: {
    label: /*i18n*/ 'Company activity',
    says: /*i18n*/ 'What everyone in your company did the day before, in the daily summary.',
    byDefault: { app: false, mail: 'never' },
    fixed: { app: true, because: /*i18n*/ 'Find it in the app under Company, Activity.' },
    needs: 'activity.see',
  },
  records: {
    label: /*i18n*/ 'Invoices, receipts, and payments',
    says: /*i18n*/ 'Order confirmations, payments, reminders, and declined orders.',
    byDefault: IN_APP_AND_MAIL,
    fixed: { app: true, mail: true, because: /*i18n*/ 'You need these for your records.' },
  },
  security: {
    label: /*i18n*/ 'Sign-in and security',
    says: /*i18n*/ 'Codes, and changes to how you sign in.',
    byDefault: { app: false, mail: 'at_once' },
    fixed: { app: true, mail: true, because: /*i18n*/ 'These protect your account.' },
  },
}

/** The notices of each kind, for the choice of their person. Others are always shown, and have mails of their own. */
export const NOTICES_OF: Readonly<Partial<Record<NotificationKind, readonly NoticeKind[]>>> = {
  orders: [
    'order_approved',
    'refunded',
    'cards_sent',
    'letters_mailed',
    'parcel_mailed',
    'parcel_arrived',
    'order_fulfilled',
    'all_arrived',
  ],
  attention: ['cards_bounced', 'letters_returned', 'parcel_returned'],
  thanks: ['cards_thanked'],
  approvals_changed: ['recipient_changed'],
  people: ['person_joined'],
  join_requests: ['join_requested'],
  budgets: ['budget_low', 'budget_exhausted'],
  balance: ['balance_low', 'balance_topped_up'],
  programs: ['program_stuck', 'program_late', 'list_sync_failed', 'list_sync_held'],
  reports: ['report_failed'],
}

/** The kind whose choice counts for a notice; undefined if it can't be chosen. */
export function notificationKindOf(notice: NoticeKind): NotificationKind | undefined {
  return NOTIFICATION_KINDS.find((kind) => NOTICES_OF[kind]?.includes(notice))
}

/** The mails a person can choose: what has no notices isn't in the daily summary, except the activity. */
export function mailChoicesOf(kind: NotificationKind): readonly MailChoice[] {
  const { fixed, byDefault } = NOTIFICATION_SPECS[kind]
  if (fixed?.mail) return [byDefault.mail]
  if (kind === 'activity') return ['daily', 'never']
  return NOTICES_OF[kind] === undefined ? ['at_once', 'never'] : MAIL_CHOICES
}

/** Whether a person may choose this. */
export function canChoose(kind: NotificationKind, { app, mail }: Partial<NotificationChoice>): boolean {
  const { fixed, byDefault } = NOTIFICATION_SPECS[kind]
  const isAppFree = app === undefined || app === byDefault.app || !fixed?.app
  return isAppFree && (mail === undefined || mailChoicesOf(kind).includes(mail))
}

/** Whether a person hears of this kind in any of their companies. */
export function hearsOf(
  kind: NotificationKind,
  companies: readonly { capabilities: readonly CompanyCapability[]; people_count: number }[],
): boolean {
  const { needs, isOfCompany } = NOTIFICATION_SPECS[kind]
  if (needs === undefined) return true
  return companies.some(
    ({ capabilities, people_count }) => capabilities.includes(needs) && (!isOfCompany || people_count > 1),
  )
}
