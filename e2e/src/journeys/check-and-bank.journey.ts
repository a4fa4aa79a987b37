import { fillCartToPay } from '../stack/cart.ts'
import { pressPay } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, test } from '../stack/shop.ts'

const METHODS = [
  { way: /^Check/, slip: 'Mail us your check', details: 'Send your check', line: 'Payable to' },
  {
    way: /^Bank transfer/,
    slip: 'Send us the money',
    details: 'Make your transfer',
    line: 'Routing number',
  },
]

for (const { way, slip, details, line } of METHODS) {
  test(`paying so that money is on its way (“${slip}”) shows where to send it and what to quote`, async ({
    context,
    request,
  }) => {
    const person = await makePerson(request)
    const orderId = await fillCartToPay(person, ['bulk'])
    const page = await openSignedIn(context, person, '/checkout/payment-confirmation')
    await page.getByRole('radio', { name: way }).check()
    await page.getByLabel('Your PO number (optional)').fill('PO-7741')
    await pressPay(page, way)

    await expect(page).toHaveURL(new RegExp(`/order-confirmation\\?cpi_order_id=${orderId}$`))
    const order = await person.api('GET', `/api/v1/orders/${orderId}/`)
    expect(order).toMatchObject({ status: 'pending_payment', po_number: 'PO-7741' })
    const { reference } = order.payments[0].remittance
    const remittance = page.getByRole('region', { name: slip })
    await expect(remittance).toContainText(reference)
    await expect(remittance).toContainText(line)

    await page.getByRole('link', { name: 'Follow this order' }).click()
    await expect(page.getByText('Pending payment').first()).toBeVisible()
    await expect(page.getByRole('region', { name: details })).toContainText(reference)
  })
}
