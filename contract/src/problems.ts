import { COMPANY_PROBLEMS } from './company-problems.ts'
import type { ProblemCode, Told } from './problem.ts'

/**
 * The one table from error code to HTTP status, title, and sentence. A code missing here doesn't compile.
 * `{fact}` is filled from the refusal's facts. Sentences that only staff, operators, and programs see aren't marked.
 */
export const PROBLEMS = {
  ...COMPANY_PROBLEMS,
  validation_failed: {
    status: 400,
    title: /*i18n*/ 'Some fields need attention',
    detail: /*i18n*/ 'Check the marked fields and try again.',
  },
  request_malformed: {
    status: 400,
    title: 'Malformed request',
    detail: 'This isn’t a complete HTTP request. Check the program that sent it.',
  },
  import_unreadable: {
    status: 400,
    title: /*i18n*/ 'We couldn’t read the list',
    detail: /*i18n*/ 'Save it as a CSV file with a header row and try again.',
  },
  file_not_an_image: {
    status: 400,
    title: /*i18n*/ 'Not an image',
    detail: /*i18n*/ 'Choose a PNG, JPEG, or WebP image.',
  },
  file_not_a_logo: {
    status: 400,
    title: /*i18n*/ 'Not a logo',
    detail:
      /*i18n*/ 'We can’t use this file. Choose a PNG, JPEG, or WebP image, or an SVG with its text converted to outlines.',
  },
  file_unreadable: {
    status: 400,
    title: /*i18n*/ 'We couldn’t read the file',
    detail: /*i18n*/ 'It may be damaged. Save it again, then choose it again.',
  },
  sign_in_required: {
    status: 401,
    title: /*i18n*/ 'Sign in first',
    detail: /*i18n*/ 'You’re signed out. Sign in to continue.',
  },
  not_allowed: {
    status: 403,
    title: /*i18n*/ 'Not allowed',
    detail: /*i18n*/ 'Your account doesn’t have permission to do this.',
  },
  registration_incomplete: {
    status: 403,
    title: /*i18n*/ 'Registration isn’t complete',
    detail: /*i18n*/ 'Tell us about your business first.',
  },
  not_found: {
    status: 404,
    title: /*i18n*/ 'Not found',
    detail: /*i18n*/ 'It doesn’t exist, or you don’t have access to it.',
  },
  unknown_site: {
    status: 404,
    title: /*i18n*/ 'We couldn’t find that site',
    detail: /*i18n*/ 'No site uses this host name.',
  },
  site_suspended: {
    status: 403,
    title: /*i18n*/ 'This site isn’t available',
    detail:
      /*i18n*/ 'The site is closed for now. Staff can sign in and look around, but can’t change anything.',
  },
  site_not_live: {
    status: 403,
    title: /*i18n*/ 'Coming soon',
    detail: /*i18n*/ 'This site isn’t open yet. Staff can preview the shop from the office.',
  },
  not_ready_to_go_live: {
    status: 409,
    title: 'The site isn’t ready yet',
    detail: 'Finish the required checklist items, then go live.',
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
    detail: 'This address doesn’t support that method.',
  },
  order_is_empty: {
    status: 409,
    title: /*i18n*/ 'The cart is empty',
    detail: /*i18n*/ 'Add a card to the cart first.',
  },
  order_is_frozen: {
    status: 409,
    title: /*i18n*/ 'The order is being paid',
    detail:
      /*i18n*/ 'You started to pay for this order. To change it, cancel that payment in your cart first.',
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
    title: /*i18n*/ 'The order has changed',
    detail: /*i18n*/ 'Review it and try again.',
  },
  order_move_not_allowed: {
    status: 409,
    title: 'The order can’t change to this status',
    detail: 'An order that is {from} can’t become {to}.',
  },
  delivery_move_not_allowed: {
    status: 409,
    title: 'The delivery can’t change to this status',
    detail: 'A delivery that is {from} can’t become {to}.',
  },
  delivery_changed: {
    status: 409,
    title: /*i18n*/ 'The delivery has changed',
    detail: /*i18n*/ 'Review it and try again.',
  },
  card_is_spent: {
    status: 409,
    title: /*i18n*/ 'This card has no value left',
    detail: /*i18n*/ 'All of its value is spent, so we can’t send a replacement.',
  },
  batch_changed: {
    status: 409,
    title: 'The batch has changed',
    detail: 'Review it and try again.',
  },
  batch_printed_already: {
    status: 409,
    title: 'The batch was already printed',
    detail: 'Give a reason to print it again. Its files then stay open for an hour.',
  },
  carrier_unreachable: {
    status: 503,
    title: 'We couldn’t reach the carrier',
    detail: 'Nothing was bought or changed. Try again in a moment, or enter the details yourself.',
  },
  carrier_refused: {
    status: 409,
    title: 'The carrier rejected the request',
    detail: '{reason}',
  },
  claim_not_found: {
    status: 404,
    title: /*i18n*/ 'This link doesn’t open a card',
    detail: /*i18n*/ 'Check for a newer email, or ask the sender for a new link.',
  },
  webhook_is_off: {
    status: 409,
    title: /*i18n*/ 'The endpoint is off',
    detail: /*i18n*/ 'Turn it on first. It continues where it stopped.',
  },
  changed: {
    status: 409,
    title: /*i18n*/ 'Someone else changed this',
    detail: /*i18n*/ 'You now see the latest version. Review it and try again.',
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
    title: /*i18n*/ 'This is your only way to sign in',
    detail: /*i18n*/ 'Set a password first. Then you can unlink this service.',
  },
  authenticator_missing: {
    status: 409,
    title: /*i18n*/ 'No authenticator app yet',
    detail: /*i18n*/ 'Set up an authenticator app first. Recovery codes are for when you lose it.',
  },
  second_step_missing: {
    status: 409,
    title: 'No second step to reset',
    detail: 'This customer has no second step, so there’s nothing to reset.',
  },
  order_already_paid: {
    status: 409,
    title: /*i18n*/ 'The order is already paid',
    detail: /*i18n*/ 'Nothing more was charged.',
  },
  paper_not_available: {
    status: 409,
    title: /*i18n*/ 'This document isn’t available yet',
    detail:
      /*i18n*/ 'An invoice exists once the order is placed, a receipt once it’s paid, and a remittance slip while a check or transfer is outstanding.',
  },
  order_not_payable: {
    status: 409,
    title: /*i18n*/ 'The order can’t be paid',
    detail: /*i18n*/ 'Only an order in the cart can be paid.',
  },
  payment_outstanding: {
    status: 409,
    title: /*i18n*/ 'The order is already waiting for its payment',
    detail: /*i18n*/ 'A payment is on its way or was partly received. Nothing more was charged.',
  },
  order_not_cancelable: {
    status: 409,
    title: /*i18n*/ 'The order can no longer be canceled',
    detail:
      /*i18n*/ 'It’s approved, or its payment has arrived or is on its way. Contact us if you still need to cancel it.',
  },
  price_changed: {
    status: 409,
    title: /*i18n*/ 'The price has changed',
    detail: /*i18n*/ 'It was {was} and is now {now}. Nothing was charged. Review it before you pay.',
  },
  payment_already_open: {
    status: 409,
    title: /*i18n*/ 'A payment is already open',
    detail: /*i18n*/ 'Finish it on the payment page, or cancel it to choose another payment method.',
  },
  payment_has_discrepancy: {
    status: 409,
    title: /*i18n*/ 'We’re reviewing a payment',
    detail: /*i18n*/ 'We’re reviewing a payment of {amount} for this order. Nothing more was charged.',
  },
  payment_not_verified: {
    status: 409,
    title: /*i18n*/ 'We couldn’t verify the payment',
    detail: /*i18n*/ 'The payment provider didn’t confirm this payment, so the order is still unpaid.',
  },
  discrepancy_changed: {
    status: 409,
    title: 'Someone already decided this',
    detail: 'Review it and try again.',
  },
  discrepancy_not_acceptable: {
    status: 409,
    title: 'This payment doesn’t fit the order',
    detail: 'The order’s total changed, it was paid another way, or it was declined. Refund this payment.',
  },
  payment_recorded_already: {
    status: 409,
    title: 'This payment is already recorded',
    detail: 'This payment is already recorded. If it’s a different one, enter its number.',
  },
  payment_not_matchable: {
    status: 409,
    title: 'This payment can’t be matched',
    detail: 'It was already matched or undone, or the order isn’t waiting for a check or transfer.',
  },
  refund_too_large: {
    status: 409,
    title: 'This is more than was paid',
    detail: '{left} of this payment can still be refunded.',
  },
  refund_cards_out: {
    status: 409,
    title: 'Some cards can’t be refunded',
    detail: '{what}: at most {left} can be refunded.',
  },
  refund_not_covered: {
    status: 409,
    title: 'We don’t have this payment',
    detail: 'Its check bounced, it was returned, or it hasn’t arrived yet. Nothing was refunded.',
  },
  refund_changed: {
    status: 409,
    title: 'The refund changed',
    detail: 'Another person already decided about this refund. Review it and try again.',
  },
  other_person_needed: {
    status: 409,
    title: 'Another person needs to approve this',
    detail:
      'You can’t approve your own request or release an order you refunded. For 7 days, this also applies to people who invited each other or reset each other’s password or authenticator. Ask another colleague.',
  },
  digital_not_offered: {
    status: 409,
    title: /*i18n*/ 'Digital cards aren’t available right now',
    detail: /*i18n*/ 'This site can’t send email right now. Choose another card type. Your cart is saved.',
  },
  card_item_incomplete: {
    status: 409,
    title: /*i18n*/ 'This card isn’t finished',
    detail: /*i18n*/ 'Complete the steps marked as incomplete.',
  },
  card_item_not_editable: {
    status: 409,
    title: /*i18n*/ 'This card can no longer change',
    detail: /*i18n*/ 'Its order has been placed.',
  },
  card_items_need_attention: {
    status: 409,
    title: /*i18n*/ 'Some people need attention',
    detail: /*i18n*/ 'Fix or remove them before you pay.',
  },
  shipping_missing: {
    status: 409,
    title: /*i18n*/ 'Choose a delivery method',
    detail: /*i18n*/ 'Choose a delivery method for each card type.',
  },
  shipping_option_not_for_type: {
    status: 409,
    title: /*i18n*/ 'This delivery method isn’t available',
    detail: /*i18n*/ 'Choose a delivery method for this card type.',
  },
  address_missing: {
    status: 409,
    title: /*i18n*/ 'Add an address',
    detail: /*i18n*/ 'Choose where to ship the parcel.',
  },
  import_repeated: {
    status: 409,
    title: /*i18n*/ 'This file is already on the list',
    detail: /*i18n*/ 'Only import it again if everyone in it should get a second card.',
  },
  import_moved_on: {
    status: 409,
    title: /*i18n*/ 'This import has changed',
    detail: /*i18n*/ 'It’s now {state}. Review it and try again.',
  },
  limit_exceeded: {
    status: 409,
    title: /*i18n*/ 'This is over the limit',
    detail: /*i18n*/ 'The limit is {limit}.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: /*i18n*/ 'We’re still working on this',
    detail: /*i18n*/ 'The same request is in progress. Try again in a moment.',
  },
  file_too_large: {
    status: 413,
    title: /*i18n*/ 'The file is too large',
    detail: /*i18n*/ 'Choose a file up to {limit}.',
  },
  file_kind_not_allowed: {
    status: 400,
    title: /*i18n*/ 'We can’t take this kind of file',
    detail: /*i18n*/ 'Choose a PNG, JPEG, WebP, SVG, PDF, CSV, TSV, XLSX, or TXT file.',
  },
  file_has_script: {
    status: 400,
    title: /*i18n*/ 'The file contains a script',
    detail: /*i18n*/ 'This SVG contains a script. Export it as PNG.',
  },
  file_has_macros: {
    status: 400,
    title: /*i18n*/ 'The workbook contains macros',
    detail: /*i18n*/ 'Save it as XLSX without macros, then choose it again.',
  },
  file_not_scanned: {
    status: 409,
    title: /*i18n*/ 'Not scanned yet',
    detail: /*i18n*/ 'We’re still scanning this file for viruses. Try again in a few minutes.',
  },
  file_infected: {
    status: 409,
    title: /*i18n*/ 'The file had a virus',
    detail: /*i18n*/ 'We found a virus in this file and removed its content.',
  },
  upload_incomplete: {
    status: 409,
    title: /*i18n*/ 'The upload isn’t complete',
    detail: /*i18n*/ 'Some parts are missing or were sent again. Continue the upload.',
  },
  upload_changed: {
    status: 400,
    title: /*i18n*/ 'The file changed',
    detail: /*i18n*/ 'The file changed while it was uploaded. Choose it again.',
  },
  upload_part_wrong: {
    status: 400,
    title: 'This part has another size',
    detail: 'Send exactly {bytes} bytes.',
  },
  file_name_taken: {
    status: 409,
    title: /*i18n*/ 'This name is taken',
    detail: /*i18n*/ 'The folder already has a file named “{name}”. Choose another name.',
  },
  body_too_large: { status: 413, title: 'The request is too large', detail: 'Send less in one request.' },
  unsupported_media_type: { status: 415, title: 'Unsupported content type', detail: 'Send a form or JSON.' },
  body_is_compressed: {
    status: 415,
    title: 'Compressed request',
    detail: 'Send the request without compression.',
  },
  payment_method_unavailable: {
    status: 422,
    title: /*i18n*/ 'This payment method isn’t offered',
    detail: /*i18n*/ 'Choose another payment method.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Key used for another request',
    detail: 'This idempotency key was already used with a different body.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'Shorten the request’s headers or URL.',
  },
  too_many_requests: {
    status: 429,
    title: /*i18n*/ 'Too many requests',
    detail: /*i18n*/ 'Too many requests. Try again in {wait}.',
  },
  fault: {
    status: 500,
    title: /*i18n*/ 'Something went wrong on our side',
    detail: /*i18n*/ 'Nothing was lost. Try again in a moment.',
  },
  unavailable: {
    status: 503,
    title: /*i18n*/ 'Temporarily unavailable',
    detail: /*i18n*/ 'We can’t process your request right now. Try again in a minute.',
  },
  payment_unknown: {
    status: 502,
    title: /*i18n*/ 'We don’t know yet whether you paid',
    detail: /*i18n*/ 'The bank isn’t answering right now. We’ll keep checking and email you the result.',
  },
  payment_provider_unreachable: {
    status: 502,
    title: /*i18n*/ 'We couldn’t reach the payment page',
    detail: /*i18n*/ 'Nothing was charged. Try again in a moment.',
  },
} as const satisfies Record<ProblemCode, Told>
