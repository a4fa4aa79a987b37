/**
 * The fields of tools’ answers that a model may see. All others are left out: addresses, phones, card numbers, links,
 * keys, and what payments are made with.
 */
const SEEN = new Set(
  [
    'id number order_id order_number name title status display_status state refund_state refunded_cents is_shipped',
    'decline_reason card_items card_count value_cents denomination_cents quantity recipient_count attention_count',
    'reward_type reward_type_data message total_cents created_at placed_at due_on shipping_orders carrier service',
    'price_cents send_at history at results count counts total_count waiting under_way arrived needs_a_hand over',
    'first_name last_name problem is_held may_resend sent_at opened_at claimed_at bounced_at mailed_at delivered_at',
    'returned_at expires_at year ordered order_count cards emails sent opened to_pay cents clearing_cents troubled',
    'bounced returned unpaid awaits being_made people_count shared by is_own occasion text description needs good_for',
    'arrives per min_days max_days applies_to is_yours period starts_on ends_on amount_cents left_cents spent_cents',
    'reserved_cents carried_cents balance_cents value fees delivery lines label parts each_cents unreachable_count',
    'problems approval steps rules people is_blocked asked_by asked_at decided_at waits_for missing method_code',
  ].flatMap((line) => line.split(' ')),
)
/** Also seen if the person asked for this recipient. */
const SEEN_OF_ONE = new Set(['email', 'city'])
const MOST_ROWS = [8, 4, 2, 1]
const LONGEST_TEXT = 200
const LONGEST_JSON = 12_000

/**
 * What a model sees of a tool’s answer: a few rows, and only fields that it may see.
 *
 * @param isOfOne the answer is about a recipient whom the person named
 */
export function seenByModel(answer: unknown, isOfOne = false): object {
  for (const rows of MOST_ROWS) {
    const seen = cut(answer, rows, isOfOne)
    if (JSON.stringify(seen).length <= LONGEST_JSON) return { data: seen }
  }
  return { error: 'The answer is too long. Ask for less.' }
}

function cut(value: unknown, rows: number, isOfOne: boolean): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (Array.isArray(value)) {
    const first = value.slice(0, rows).map((one) => cut(one, rows, isOfOne))
    return value.length > rows ? { first, more: value.length - rows } : first
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => field !== null && (SEEN.has(name) || (isOfOne && SEEN_OF_ONE.has(name))))
      .map(([name, field]) => [name, cut(field, rows, isOfOne)]),
  )
}
