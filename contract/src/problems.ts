import { COMPANY_PROBLEMS } from './company-problems.ts'
import type { ProblemCode, Told } from './problem.ts'

/**
 * The one table from error code to HTTP status, title, and sentence. A code missing here doesn't compile.
 * `{fact}` is filled from the refusal's facts.
 */
export const PROBLEMS = {
  ...COMPANY_PROBLEMS,
  validation_failed: {
    status: 400,
    title: 'Some fields need a look',
    detail: 'Check the marked fields and send it again.',
  },
  request_malformed: {
    status: 400,
    title: 'Malformed request',
    detail: 'This isn’t a complete HTTP request. Check the program that sent it.',
  },
  import_unreadable: {
    status: 400,
    title: 'The list could not be read',
    detail: 'Save it as a CSV file with a header row and try again.',
  },
  file_not_an_image: { status: 400, title: 'Not an image', detail: 'Choose a PNG, JPEG or WebP picture.' },
  file_not_a_logo: {
    status: 400,
    title: 'Not a logo',
    detail:
      'We can’t draw this file. Choose a PNG, JPEG, or WebP picture, or an SVG with all text as outlines.',
  },
  file_unreadable: {
    status: 400,
    title: 'The file could not be read',
    detail: 'It may be damaged. Save it again and choose it once more.',
  },
  sign_in_required: {
    status: 401,
    title: 'Sign in first',
    detail: 'Your session has ended, or you have not signed in yet.',
  },
  not_allowed: { status: 403, title: 'Not allowed', detail: 'This account may not do that.' },
  registration_incomplete: {
    status: 403,
    title: 'Registration is not complete',
    detail: 'Tell us about your business first.',
  },
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing here, or it is not yours.' },
  unknown_site: {
    status: 404,
    title: 'No site at this address',
    detail: 'No site answers to this host name.',
  },
  site_suspended: {
    status: 403,
    title: 'This site isn’t available',
    detail: 'The site is closed for now. Staff can sign in and read, but not change anything.',
  },
  site_not_live: {
    status: 403,
    title: 'Coming soon',
    detail: 'This site isn’t open yet. Staff can preview the shop from the office.',
  },
  not_ready_to_go_live: {
    status: 409,
    title: 'The site isn’t ready yet',
    detail: 'Finish the lines of the checklist that are marked as required, then go live.',
  },
  site_has_orders: {
    status: 409,
    title: 'The site has orders',
    detail: 'Customers have placed orders, so the site stays live. Your operator can suspend it.',
  },
  setup_link_over: {
    status: 403,
    title: 'This setup link doesn’t work',
    detail: 'The link was used, has expired, or isn’t complete. Restart the server for a new one.',
  },
  already_set_up: {
    status: 409,
    title: 'Laurel is already set up',
    detail: 'Someone finished the setup before you. Nothing you entered was saved.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not take that method.',
  },
  order_is_empty: { status: 409, title: 'The cart is empty', detail: 'Put a card in the cart first.' },
  order_is_frozen: {
    status: 409,
    title: 'The order is being paid',
    detail: 'You started to pay for this order. To change it, leave that payment in your cart first.',
  },
  order_is_held: {
    status: 409,
    title: 'The order is on hold',
    detail: 'Release the order first, or decline it.',
  },
  order_not_releasable: {
    status: 409,
    title: 'This order can’t be released',
    detail: 'All of its cards are canceled. If the customer still wants them, ask for a new order.',
  },
  order_short_of_money: {
    status: 409,
    title: 'Payments don’t cover this order',
    detail:
      '{missing} was refunded or is missing. If the customer paid another way, release the order. Otherwise decline it.',
  },
  order_not_covered: {
    status: 409,
    title: 'The order isn’t fully paid',
    detail: '{left} is still due. We’ll issue its cards when it’s paid.',
  },
  refund_is_open: {
    status: 409,
    title: 'A refund is open',
    detail:
      'A refund of {amount} is open for order {order}, so its cards can’t be printed or mailed. Decide about the refund first.',
  },
  order_changed: {
    status: 409,
    title: 'The order has changed',
    detail: 'Review it and try again.',
  },
  order_move_not_allowed: {
    status: 409,
    title: 'The order cannot move there',
    detail: 'An order that is {from} cannot become {to}.',
  },
  delivery_move_not_allowed: {
    status: 409,
    title: 'The delivery cannot do that now',
    detail: 'A delivery that is {from} cannot become {to}.',
  },
  delivery_changed: {
    status: 409,
    title: 'The delivery has changed',
    detail: 'Review it and try again.',
  },
  card_is_spent: {
    status: 409,
    title: 'Nothing is left on the card',
    detail: 'All of its value is spent, so there is nothing to send instead.',
  },
  batch_changed: {
    status: 409,
    title: 'The batch has changed',
    detail: 'Review it and try again.',
  },
  batch_printed_already: {
    status: 409,
    title: 'The batch was printed already',
    detail: 'Say why it is printed again first: its files are then open for an hour.',
  },
  carrier_unreachable: {
    status: 503,
    title: 'The carrier does not answer',
    detail: 'Nothing was bought or changed. Try again in a moment, or type what you know by hand.',
  },
  carrier_refused: {
    status: 409,
    title: 'The carrier refused',
    detail: '{reason}',
  },
  claim_not_found: {
    status: 404,
    title: 'This link opens no card',
    detail: 'A newer email may have another link. Otherwise, ask the sender.',
  },
  webhook_is_off: {
    status: 409,
    title: 'The endpoint is off',
    detail: 'Turn it on first. It continues where it stopped.',
  },
  changed: {
    status: 409,
    title: 'Someone else changed this',
    detail: 'You now see the latest version. Review it and try again.',
  },
  last_owner: {
    status: 409,
    title: 'This is the last owner',
    detail: 'A site needs an owner who can manage staff. Make another person an owner first.',
  },
  last_operator: {
    status: 409,
    title: 'This is the last operator',
    detail: 'Add another operator first, so that someone can run the installation.',
  },
  last_sign_in_method: {
    status: 409,
    title: 'This is your only way to sign in',
    detail: 'Set a password first. Then you can unlink this service.',
  },
  authenticator_missing: {
    status: 409,
    title: 'No authenticator app yet',
    detail: 'Set up an authenticator app first. Recovery codes are for when you lose it.',
  },
  second_step_missing: {
    status: 409,
    title: 'No second step to reset',
    detail: 'This customer has no second step, so there’s nothing to reset.',
  },
  order_already_paid: {
    status: 409,
    title: 'The order is already paid',
    detail: 'Nothing more was charged.',
  },
  paper_not_available: {
    status: 409,
    title: 'This document isn’t available yet',
    detail:
      'An invoice exists once the order is placed, a receipt once it’s paid, and a remittance slip while a check or transfer is outstanding.',
  },
  order_not_payable: {
    status: 409,
    title: 'The order cannot be paid',
    detail: 'Only an order in the cart can be paid.',
  },
  payment_outstanding: {
    status: 409,
    title: 'The order waits for its money already',
    detail: 'Money for it is on its way or partly here. Nothing more was charged.',
  },
  order_not_cancelable: {
    status: 409,
    title: 'The order can no longer be canceled',
    detail: 'An order can be canceled while it waits for its check or transfer and no money has come.',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    detail: 'It was {was} and is {now} now. Nothing was charged. Review it before you pay.',
  },
  payment_already_open: {
    status: 409,
    title: 'A payment is already open',
    detail: 'Finish it on the payment page, or leave it to pay another way.',
  },
  payment_has_discrepancy: {
    status: 409,
    title: 'We are looking at a payment',
    detail: 'We have a payment of {amount} for this order that we are looking at. Nothing more was charged.',
  },
  payment_not_verified: {
    status: 409,
    title: 'The payment is not verified',
    detail: 'The payment provider does not confirm this payment. The order stays unpaid.',
  },
  discrepancy_changed: {
    status: 409,
    title: 'It has already been decided',
    detail: 'Review it and try again.',
  },
  discrepancy_not_acceptable: {
    status: 409,
    title: 'The order cannot take this money',
    detail: 'It costs something else now, is paid in another way, or is declined. Give the money back.',
  },
  payment_recorded_already: {
    status: 409,
    title: 'This was recorded already',
    detail: 'This payment is already recorded. If it’s a different one, enter its number.',
  },
  payment_not_matchable: {
    status: 409,
    title: 'This money cannot go there',
    detail: 'It is matched or taken back already, or the order is not waiting for a check or transfer.',
  },
  refund_too_large: {
    status: 409,
    title: 'More than was paid',
    detail: '{left} of this payment can still be refunded.',
  },
  refund_cards_out: {
    status: 409,
    title: 'Cards are with people',
    detail: '{what}: at most {left} can be refunded.',
  },
  refund_not_covered: {
    status: 409,
    title: 'The money is not here',
    detail: 'Its check bounced, its payment was returned, or it has not arrived yet. Nothing was refunded.',
  },
  refund_changed: {
    status: 409,
    title: 'The refund changed',
    detail: 'Another person already decided about this refund. Review it and try again.',
  },
  other_person_needed: {
    status: 409,
    title: 'Another person has to agree',
    detail:
      'You can’t agree to your own request, or release an order you refunded. For 7 days that also goes for people who invited each other, or reset each other’s password or authenticator. Ask another colleague.',
  },
  digital_not_offered: {
    status: 409,
    title: 'Digital cards aren’t available right now',
    detail: 'This site can’t send email at the moment. Send the cards another way. Your cart is kept.',
  },
  card_item_incomplete: {
    status: 409,
    title: 'The card is not finished',
    detail: 'Something is still missing. It is named beside each step.',
  },
  card_item_not_editable: {
    status: 409,
    title: 'This card can no longer change',
    detail: 'Its order has been placed.',
  },
  card_items_need_attention: {
    status: 409,
    title: 'Some people need attention',
    detail: 'Fix or remove them before you pay.',
  },
  shipping_missing: {
    status: 409,
    title: 'Delivery is not chosen yet',
    detail: 'Choose how each kind of card travels.',
  },
  shipping_option_not_for_type: {
    status: 409,
    title: 'That delivery does not fit',
    detail: 'Choose a delivery offered for this kind of card.',
  },
  address_missing: { status: 409, title: 'No address yet', detail: 'Choose where the parcel goes.' },
  import_repeated: {
    status: 409,
    title: 'This file is on the list already',
    detail: 'Start it once more only if everybody in it should get a second card.',
  },
  import_moved_on: {
    status: 409,
    title: 'This import has moved on',
    detail: 'It is {state} now. Review it and try again.',
  },
  limit_exceeded: { status: 409, title: 'Over a limit of this site', detail: 'The limit is {limit}.' },
  idempotency_key_in_use: {
    status: 409,
    title: 'Still working on it',
    detail: 'The same request is being carried out. Ask again in a moment.',
  },
  file_too_large: {
    status: 413,
    title: 'The file is too large',
    detail: 'Choose a file of at most {limit}.',
  },
  body_too_large: { status: 413, title: 'Too much at once', detail: 'Send less in one request.' },
  unsupported_media_type: { status: 415, title: 'Unsupported content type', detail: 'Send a form, or JSON.' },
  body_is_compressed: {
    status: 415,
    title: 'Compressed request',
    detail: 'Send the request without compression.',
  },
  payment_method_unavailable: {
    status: 422,
    title: 'This way to pay is not offered',
    detail: 'Choose another way to pay.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Key used for another request',
    detail: 'The same idempotency key came with a different body.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'Send less in the headers and the address of the request.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    detail: 'Too many requests. Try again in {wait}.',
  },
  fault: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'Nothing was lost. Try again in a moment.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    detail: 'We can’t process your request right now. Try again in a minute.',
  },
  payment_unknown: {
    status: 502,
    title: 'The payment is not known yet',
    detail:
      'The bank doesn’t answer right now, so we don’t know whether you paid. We keep asking and email you when we know.',
  },
  payment_provider_unreachable: {
    status: 502,
    title: 'The payment page cannot be reached',
    detail: 'Nothing was charged. Try again in a moment.',
  },
} as const satisfies Record<ProblemCode, Told>
