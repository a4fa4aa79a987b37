import { payOnPage } from '../checkout.ts'
import { DESIGN, type Json, type makeCustomer } from '../customers.ts'

/** A digital card that a customer ordered and paid: it waits for review. */
export async function placePaidOrder(
  { call }: Awaited<ReturnType<typeof makeCustomer>>,
  sandboxOrigin: string,
) {
  const [template] = await call('GET', '/api/v1/reward_card_templates/')
  const item: Json = await call('POST', '/api/v1/card_items/', {
    reward_type: 'digital',
    reward_card_template_id: String(template.id),
    design: JSON.stringify(DESIGN),
    denomination_cents: '1000',
    message: 'Thank you, {first name}.',
  })
  const card_item_id = String(item.id)
  await call('POST', '/api/v1/card_recipient_details/', {
    card_item_id,
    first_name: 'Ada',
    last_name: 'First',
    email: 'ada@halden.example',
  })
  await call('POST', '/api/v1/add_to_cart/', { card_item_id })
  const order_id = String((await call('GET', '/api/v1/orders/?status=cart')).results[0].id)
  const [option] = await call('GET', '/api/v1/shipping_options/?reward_type=digital')
  const shipping = { order_id, reward_type: 'digital', shipping_option_id: String(option.id) }
  await call('POST', '/api/v1/shipping_orders/', shipping)
  const payment = await call('POST', '/api/v1/payments/', { order_id, method_code: 'elavon_cc' })
  await payOnPage({ sandboxOrigin }, payment.hosted_page.fields.ssl_txn_auth_token)
  const { status } = await call('POST', `/api/v1/orders/${order_id}/verify_payment/`)
  if (status !== 'in_review') throw new Error(`the first order is ${status}`)
  return Number(order_id)
}
