import type { ProblemCode, Told } from './problem.ts'

/** What can be refused in a company. */
export const COMPANY_PROBLEMS = {
  order_field_missing: {
    status: 409,
    title: /*i18n*/ 'This order is missing information',
    detail: /*i18n*/ 'Fill in your company’s custom fields, then try again.',
  },
  balance_too_low: {
    status: 409,
    title: /*i18n*/ 'The company balance is too low',
    detail: /*i18n*/ 'It’s {missing} short of this order. Top it up, or choose another payment method.',
  },
  terms_overdue: {
    status: 409,
    title: /*i18n*/ 'An invoice is overdue',
    detail:
      /*i18n*/ 'Your company has an invoice that is more than {days} days overdue. Once it’s paid, you can order on invoice again. Until then, choose another payment method.',
  },
  over_credit_limit: {
    status: 409,
    title: /*i18n*/ 'This order is over your credit limit',
    detail:
      /*i18n*/ 'Your company has {left} of credit left, and this order costs {cost}. Pay an open invoice, or choose another payment method.',
  },
  company_left: {
    status: 403,
    title: /*i18n*/ 'You’re not in this company',
    detail: /*i18n*/ 'You’re no longer in the company you were working in. Reload the page to continue.',
  },
  merge_blocked: {
    status: 409,
    title: 'You can’t do this right now',
    detail: '{why}',
  },
  draft_being_edited: {
    status: 409,
    title: /*i18n*/ 'A colleague is editing this card',
    detail: /*i18n*/ '{by} is editing this card. Try again later, or take it over.',
  },
  draft_taken_over: {
    status: 409,
    title: /*i18n*/ 'A colleague took over this card',
    detail: /*i18n*/ '{by} took over this card, so your changes can’t be saved to it.',
  },
  program_changed: {
    status: 409,
    title: /*i18n*/ 'Program changed',
    detail: /*i18n*/ 'Someone else changed this program. Review it and try again.',
  },
  program_incomplete: {
    status: 409,
    title: /*i18n*/ 'Program can’t order',
    detail: /*i18n*/ 'This program can’t order yet. Its preview says why.',
  },
  list_file_failed: {
    status: 409,
    title: /*i18n*/ 'We couldn’t read the file',
    detail: /*i18n*/ 'Correct the file or its location, then check it again.',
  },
  list_file_off: {
    status: 409,
    title: /*i18n*/ 'Sync is off',
    detail: /*i18n*/ 'Check the file and turn on the sync first.',
  },
  list_file_changed: {
    status: 409,
    title: /*i18n*/ 'There’s a newer sync',
    detail:
      /*i18n*/ 'The file was synced again after you opened this page. Review the latest sync and try again.',
  },
  answer_in_progress: {
    status: 409,
    title: /*i18n*/ 'Still answering',
    detail: /*i18n*/ 'Wait for the answer, or stop it.',
  },
  assistant_unknown: {
    status: 400,
    title: /*i18n*/ 'We don’t know this assistant',
    detail: /*i18n*/ 'Go back to the assistant and connect it again.',
  },
  proposal_expired: {
    status: 409,
    title: /*i18n*/ 'This offer has expired',
    detail: /*i18n*/ 'Ask again to get the current price.',
  },
  design_changed: {
    status: 409,
    title: /*i18n*/ 'Someone else changed this design',
    detail: /*i18n*/ 'Review it and try again.',
  },
  design_unavailable: {
    status: 409,
    title: /*i18n*/ 'This design is unavailable',
    detail: /*i18n*/ 'Its template or reward is no longer offered. Choose another design.',
  },
  role_above_own: {
    status: 403,
    title: /*i18n*/ 'This role has more permissions than yours',
    detail:
      /*i18n*/ 'You can only assign, change, or remove roles with no more permissions than yours. Ask an admin.',
  },
  role_in_use: {
    status: 409,
    title: /*i18n*/ 'People have this role',
    detail: /*i18n*/ 'Choose another role for its people and invitations.',
  },
  invitation_for_other: {
    status: 403,
    title: /*i18n*/ 'This invitation is for another email address',
    detail: /*i18n*/ 'It was sent to {email}. Sign in with that address to accept it.',
  },
  invitation_not_found: {
    status: 404,
    title: /*i18n*/ 'This invitation was withdrawn or accepted',
    detail: /*i18n*/ 'Ask the person who invited you to send a new one.',
  },
  invitation_expired: {
    status: 409,
    title: /*i18n*/ 'This invitation has expired',
    detail: /*i18n*/ 'Ask the person who invited you to send it again.',
  },
  last_admin: {
    status: 409,
    title: /*i18n*/ 'This is the last admin',
    detail: /*i18n*/ 'A company needs an admin. Make another person an admin first.',
  },
  team_exists: {
    status: 409,
    title: /*i18n*/ 'This team already exists',
    detail: /*i18n*/ 'Choose another name.',
  },
  team_has_budget: {
    status: 409,
    title: /*i18n*/ 'This team has a budget',
    detail: /*i18n*/ 'End the budget “{budget}” first.',
  },
  over_budget: {
    status: 409,
    title: /*i18n*/ 'This order is over budget',
    detail:
      /*i18n*/ '{budget} has {left} left, and this order costs {cost}. Ask an admin or finance person in your company to raise it.',
  },
  approval_needed: {
    status: 409,
    title: /*i18n*/ 'This order needs approval',
    detail:
      /*i18n*/ 'Your company’s rules require an approval first. Send the order for approval, then pay for it.',
  },
  approval_not_needed: {
    status: 409,
    title: /*i18n*/ 'This order doesn’t need approval',
    detail: /*i18n*/ 'You can pay for it now.',
  },
  approval_without_approver: {
    status: 409,
    title: /*i18n*/ 'No one can approve this order',
    detail:
      /*i18n*/ 'You can’t approve your own order, and no one else in your company can. Ask an admin to change the approval rules.',
  },
  approval_closed: {
    status: 409,
    title: /*i18n*/ 'This request is closed',
    detail: /*i18n*/ 'It was answered, was withdrawn, or has expired. Reload the page to see the result.',
  },
  approval_not_yours: {
    status: 403,
    title: /*i18n*/ 'This request isn’t waiting for you',
    detail: /*i18n*/ 'Another person was asked to approve this order. You can’t approve your own orders.',
  },
  approval_outdated: {
    status: 409,
    title: /*i18n*/ 'This order has changed',
    detail:
      /*i18n*/ 'Its cost, people, or design changed since it was sent for approval. Return it so that the buyer can send it again.',
  },
  approval_link_invalid: {
    status: 404,
    title: /*i18n*/ 'This link doesn’t work',
    detail:
      /*i18n*/ 'It was sent to another person, it’s incomplete, or your approval is no longer needed. Sign in with the account that got the email, or open Approvals.',
  },
  approval_link_expired: {
    status: 409,
    title: /*i18n*/ 'This link has expired',
    detail: /*i18n*/ 'Open Approvals to see requests waiting for you.',
  },
  approval_link_used: {
    status: 409,
    title: /*i18n*/ 'This request is already answered',
    detail: /*i18n*/ 'Open Approvals to see requests waiting for you.',
  },
  rule_without_approver: {
    status: 409,
    title: /*i18n*/ 'No one could approve these orders',
    detail:
      /*i18n*/ 'People can’t approve their own orders. Choose another person for step {step}, or add another admin or approver.',
  },
  key_not_allowed_here: {
    status: 403,
    title: 'This API key isn’t allowed from here',
    detail: 'The key can’t be used from {ip}. An admin of the company can change its IP addresses.',
  },
  external_id_used: {
    status: 409,
    title: 'This external ID is already used',
    detail:
      'Your company has another order with this external ID. Send the same request again, or use a new ID.',
  },
  quote_changed: {
    status: 409,
    title: 'This order isn’t the one you quoted',
    detail: 'The order, its price, or the approvals it needs changed since the quote. Get a new quote.',
  },
} as const satisfies Partial<Record<ProblemCode, Told>>
