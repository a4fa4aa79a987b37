/** Every code the product can refuse with. A closed list: the table of problems has to name each one. */
export const REFUSAL_CODES = [
  'not_found',
  'sign_in_required',
  'not_allowed',
  'registration_incomplete',
  'validation_failed',
  'order_is_empty',
  'order_is_frozen',
  'order_is_held',
  'order_not_covered',
  'other_person_needed',
  'order_not_releasable',
  'order_short_of_money',
  'order_changed',
  'order_move_not_allowed',
  'order_already_paid',
  'order_not_payable',
  'payment_outstanding',
  'order_not_cancelable',
  'price_changed',
  'paper_not_available',
  'payment_already_open',
  'payment_has_discrepancy',
  'payment_method_unavailable',
  'payment_provider_unreachable',
  'payment_unknown',
  'balance_too_low',
  'terms_overdue',
  'over_credit_limit',
  'key_not_allowed_here',
  'external_id_used',
  'quote_changed',
  'payment_not_verified',
  'payment_recorded_already',
  'payment_not_matchable',
  'discrepancy_changed',
  'discrepancy_not_acceptable',
  'refund_too_large',
  'refund_cards_out',
  'refund_changed',
  'refund_not_covered',
  'refund_is_open',
  'delivery_move_not_allowed',
  'delivery_changed',
  'card_is_spent',
  'batch_changed',
  'batch_printed_already',
  'carrier_unreachable',
  'carrier_refused',
  'claim_not_found',
  'webhook_is_off',
  'changed',
  'last_owner',
  'last_operator',
  'last_admin',
  'team_exists',
  'team_has_budget',
  'over_budget',
  'approval_needed',
  'approval_not_needed',
  'approval_without_approver',
  'approval_closed',
  'approval_not_yours',
  'approval_outdated',
  'approval_link_invalid',
  'approval_link_expired',
  'approval_link_used',
  'rule_without_approver',
  'company_left',
  'merge_blocked',
  'draft_being_edited',
  'draft_taken_over',
  'design_changed',
  'program_changed',
  'program_incomplete',
  'list_file_failed',
  'list_file_off',
  'list_file_changed',
  'answer_in_progress',
  'assistant_unknown',
  'proposal_expired',
  'design_unavailable',
  'role_above_own',
  'role_in_use',
  'invitation_not_found',
  'invitation_for_other',
  'invitation_expired',
  'last_sign_in_method',
  'authenticator_missing',
  'second_step_missing',
  'card_item_incomplete',
  'order_field_missing',
  'card_item_not_editable',
  'digital_not_offered',
  'card_items_need_attention',
  'shipping_missing',
  'shipping_option_not_for_type',
  'address_missing',
  'limit_exceeded',
  'file_not_an_image',
  'file_not_a_logo',
  'file_too_large',
  'file_name_taken',
  'file_kind_not_allowed',
  'file_has_script',
  'file_has_macros',
  'file_not_scanned',
  'file_infected',
  'upload_incomplete',
  'upload_changed',
  'upload_part_wrong',
  'file_unreadable',
  'import_unreadable',
  'import_repeated',
  'import_moved_on',
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'too_many_requests',
  'body_is_compressed',
  'unsupported_media_type',
  'body_too_large',
  'headers_too_large',
  'request_malformed',
  'method_not_allowed',
  'unknown_site',
  'site_suspended',
  'site_not_live',
  'not_ready_to_go_live',
  'site_has_orders',
  'setup_link_over',
  'already_set_up',
] as const

export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** One problem with one field: `message` is shown next to it. Fields are in camelCase. */
export type FieldProblem = { field: string; code: string; message: string }

/** Numbers and words for a refusal's sentence, such as the limit that was exceeded. */
export type RefusalFacts = Readonly<Record<string, string | number>>

/**
 * An expected "no" with a code, shown to the user. Anything else that's thrown is a fault (a bug or an outage):
 * logged in full and reported in one sentence.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly facts: RefusalFacts
  readonly errors: readonly FieldProblem[]

  constructor(code: RefusalCode, facts: RefusalFacts = {}, errors: readonly FieldProblem[] = []) {
    super(code)
    this.code = code
    this.facts = facts
    this.errors = errors
  }
}

/**
 * Refuses with `validation_failed` if any field has a problem.
 *
 * @throws {Refusal} `validation_failed`, with the problems
 */
export function assertNoProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Refusal('validation_failed', {}, problems)
}
