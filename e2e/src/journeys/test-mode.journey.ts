import { makeDraft } from '../stack/cart.ts'
import { expectGood, NORTHWIND } from '../stack/looks.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, hostHeaders, loopback, test } from '../stack/shop.ts'

test('a test key orders, and its cards move along on their own', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const admin = await makePerson(request)
  const draft = await makeDraft(admin, 'digital')
  await admin.api('POST', '/api/v1/saved_designs/', { card_item_id: String(draft), name: 'Cheers' })
  const page = await openSignedIn(context, admin, '/company/api-keys')

  const secret = await test.step('the admin creates a key for test mode', async () => {
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create API key' })
    await dialog.getByLabel('Name').fill('HR system')
    await dialog.getByRole('radio', { name: /^Live/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: /^Test/ })).toBeChecked()
    await expectGood(page, NORTHWIND, 'the dialog for a key')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Copy the key of HR system' })
    const found = await shown.getByText(/^lk_test_/).textContent()
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('Test', { exact: true })).toBeVisible()
    await expectGood(page, NORTHWIND, 'keys of test mode')
    return found!
  })

  await test.step('they add an endpoint for test mode', async () => {
    await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add endpoint' })
    await dialog.getByLabel('Address').fill('https://example.com/laurel')
    await dialog.getByRole('radio', { name: /^Test/ }).check()
    await expectGood(page, NORTHWIND, 'the dialog for an endpoint')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  const call = async (method: string, path: string, data?: object) => {
    const headers = { ...hostHeaders('northwind'), authorization: `Bearer ${secret}` }
    const answer = await request.fetch(loopback(path), { method, headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  await test.step('their program orders without any money, and follows the card', async () => {
    const [design] = await call('GET', '/api/v1/saved_designs/')
    const [option] = await call('GET', '/api/v1/shipping_options/?reward_type=digital')
    const order = {
      items: [
        {
          saved_design_id: design.id,
          denomination_cents: 5_000,
          recipients: [{ first_name: 'Ana', last_name: 'Ruiz', email: 'ana@recipient.example' }],
        },
      ],
      deliveries: [{ reward_type: 'digital', shipping_option_id: option.id }],
    }
    const placed = await call('POST', '/api/v1/orders/place/', { ...order, external_id: 'first' })
    expect(placed.mode).toBe('test')
    await expect
      .poll(async () => (await call('GET', `/api/v1/orders/${placed.id}/deliveries/`)).results[0]?.status, {
        timeout: 60_000,
      })
      .toBe('claimed')
    expect((await call('GET', '/api/v1/orders/by_external_id/first/')).status).toBe('fulfilled')
  })

  await test.step('their own orders are none but the cart', async () => {
    const { results } = await admin.api('GET', '/api/v1/orders/')
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['cart'])
  })
})
