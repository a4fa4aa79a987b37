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
        hint: 'On cards and where there is little room.',
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
        hint: 'One in each line. The first is the one in mail. Its DNS must lead here first.',
      },
    ],
  },
  {
    title: 'Help for customers',
    fields: [
      { path: 'supportEmail', label: 'Email', type: 'text', max: 320, isOptional: true },
      { path: 'supportPhone', label: 'Phone', type: 'text', max: 40, isOptional: true },
      { path: 'supportHours', label: 'Hours', type: 'text', max: 80, isOptional: true },
      { path: 'timeZone', label: 'Time zone', type: 'text', max: 60, hint: 'Like America/Chicago.' },
    ],
  },
]

export const LIMIT_FIELDS: readonly Group[] = [
  {
    title: 'Limits',
    fields: [
      { path: 'limits.minValueCents', label: 'Smallest value of a card', type: 'money' },
      { path: 'limits.maxValueCents', label: 'Largest value of a card', type: 'money' },
      { path: 'limits.maxQuantity', label: 'Most cards of one kind', type: 'number' },
      { path: 'limits.maxRecipients', label: 'Most people in an order', type: 'number' },
      { path: 'limits.maxOrderCents', label: 'Largest order', type: 'money' },
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
    title: 'Rules about money',
    fields: [
      {
        path: 'autoApproveBelowCents',
        label: 'Approved by itself below',
        type: 'money',
        hint: 'Nothing is, at $0.00.',
      },
      { path: 'achHoldDays', label: 'Days an ACH debit is held', type: 'days' },
      { path: 'moneyRules.dayLimitCents', label: 'Most a customer orders in a day', type: 'money' },
      { path: 'moneyRules.newAccountDays', label: 'An account is new for, in days', type: 'days' },
      {
        path: 'moneyRules.newAccountOrderCents',
        label: 'Review orders from new accounts above',
        type: 'money',
      },
      {
        path: 'moneyRules.twoPeopleAboveCents',
        label: 'Refunds need two people above',
        type: 'money',
        hint: 'A higher amount takes effect after 24 hours.',
      },
      { path: 'moneyRules.attemptsPerHour', label: 'Payments a customer may try in an hour', type: 'number' },
      {
        path: 'moneyRules.remindAfterDays',
        label: 'Remind of checks and transfers after, in days',
        type: 'numbers',
        hint: 'Days after the customer chose to pay this way: 7, 14, 21',
      },
      { path: 'moneyRules.taxNote', label: 'Sentence on every invoice', type: 'area', max: 500 },
    ],
  },
  {
    title: 'Keeping',
    fields: [{ path: 'retentionDays', label: 'People’s data is kept for, in days', type: 'number' }],
  },
]
