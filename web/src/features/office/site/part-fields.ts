import type { FieldSpec } from '../catalog/form-fields.ts'

type Group = { title: string; fields: readonly FieldSpec[] }

export const GENERAL: readonly Group[] = [
  {
    title: 'Name',
    fields: [
      { path: 'name', label: 'Name', type: 'text', max: 80 },
      {
        path: 'shortName',
        label: 'Short name',
        type: 'text',
        max: 40,
        hint: 'Used on cards and where space is limited.',
      },
    ],
  },
  {
    title: 'Addresses',
    fields: [
      {
        path: 'hosts',
        label: 'Hosts',
        type: 'lines',
        hint: 'One per line. Links in emails use the first. Point each at your server in DNS before you add it.',
      },
    ],
  },
  {
    title: 'Help for customers',
    fields: [
      { path: 'supportEmail', label: 'Email', type: 'text', max: 320, isOptional: true },
      { path: 'supportPhone', label: 'Phone', type: 'text', max: 40, isOptional: true },
      { path: 'supportHours', label: 'Hours', type: 'text', max: 80, isOptional: true },
      {
        path: 'postalAddress',
        label: 'Postal address',
        type: 'text',
        max: 200,
        hint: 'Shown at the end of every email, as email laws require.',
        isOptional: true,
      },
      { path: 'timeZone', label: 'Time zone', type: 'zone' },
    ],
  },
]

export const LIMIT_FIELDS: readonly Group[] = [
  {
    title: 'Limits',
    fields: [
      { path: 'limits.minValueCents', label: 'Minimum card value', type: 'money' },
      { path: 'limits.maxValueCents', label: 'Maximum card value', type: 'money' },
      { path: 'limits.maxQuantity', label: 'Maximum cards per design', type: 'number' },
      { path: 'limits.maxRecipients', label: 'Maximum recipients per order', type: 'number' },
      { path: 'limits.maxOrderCents', label: 'Maximum order total', type: 'money' },
    ],
  },
  {
    title: 'Fee per card',
    fields: [
      { path: 'cardFeeCents.bulk', label: 'Bulk', type: 'money' },
      { path: 'cardFeeCents.direct', label: 'Direct', type: 'money' },
      { path: 'cardFeeCents.digital', label: 'Digital', type: 'money' },
    ],
  },
  {
    title: 'Payments',
    fields: [
      {
        path: 'autoApproveBelowCents',
        label: 'Approve automatically below',
        type: 'money',
        hint: 'At $0.00, staff approve every order.',
      },
      { path: 'achHoldDays', label: 'Hold ACH debits for, in days', type: 'days' },
      { path: 'moneyRules.dayLimitCents', label: 'Daily limit per customer', type: 'money' },
      { path: 'moneyRules.newAccountDays', label: 'Treat accounts as new for, in days', type: 'days' },
      {
        path: 'moneyRules.newAccountOrderCents',
        label: 'Review orders from new accounts above',
        type: 'money',
      },
      {
        path: 'moneyRules.twoPeopleAboveCents',
        label: 'Require two people for refunds above',
        type: 'money',
        hint: 'A higher amount takes effect after 24 hours.',
      },
      { path: 'moneyRules.attemptsPerHour', label: 'Payment attempts per customer per hour', type: 'number' },
      {
        path: 'moneyRules.remindAfterDays',
        label: 'Remind about checks and transfers after, in days',
        type: 'numbers',
        hint: 'Days after the customer chose to pay this way: 7, 14, 21',
      },
      {
        path: 'moneyRules.termsRemindBeforeDays',
        label: 'Remind about open invoices before they’re due, in days',
        type: 'numbers',
      },
      {
        path: 'moneyRules.termsRemindAfterDays',
        label: 'Remind about overdue invoices after, in days',
        type: 'numbers',
        hint: 'Days after an invoice was due: 1, 8, 15, 30',
      },
      {
        path: 'moneyRules.termsOverdueDays',
        label: 'Stop new orders on invoice after, in days',
        type: 'days',
        hint: 'If an invoice is overdue for longer, its company can’t order on invoice until it’s paid.',
      },
      { path: 'moneyRules.taxNote', label: 'Note on every invoice', type: 'area', max: 500 },
    ],
  },
]

export const RETENTION: readonly Group[] = [
  {
    title: 'Recipients',
    fields: [
      {
        path: 'retention.addressDays',
        label: 'Remove addresses after, in days',
        type: 'number',
        hint: 'Mailing and email addresses, counted from when the card was claimed, delivered, or canceled. Enter 0 to keep them.',
      },
      {
        path: 'retention.nameDays',
        label: 'Remove names after, in days',
        type: 'number',
        hint: 'The recipient is then shown as “Erased”. Enter 0 to keep names.',
      },
    ],
  },
  {
    title: 'Files and audit log',
    fields: [
      {
        path: 'retention.fileDays',
        label: 'Remove files after, in days',
        type: 'number',
        hint: 'Shipping labels, and pictures that no order in progress uses. Enter 0 to keep them.',
      },
      {
        path: 'retention.auditDays',
        label: 'Remove audit details after, in days',
        type: 'number',
        hint: 'We always keep who did what, and when. Enter 0 to keep the details, too.',
      },
    ],
  },
]
