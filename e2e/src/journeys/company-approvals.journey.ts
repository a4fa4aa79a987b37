import { decideDeliveries, fillCartToPay, readOrder } from '../stack/cart.ts'
import { linkTo, makeColleague } from '../stack/colleagues.ts'
import { expectGood, NORTHWIND } from '../stack/looks.ts'
import { payByCard } from '../stack/payment-page.ts'
import { makePerson, openSignedIn, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

test('five people order together: an order is returned, approved by two, and paid from the balance', {
  tag: '@every-way',
}, async ({ context, browser, request }) => {
  test.setTimeout(300_000)
  const admin = await makePerson(request)
  const [ana, joy, marcus, kim] = await Promise.all([
    makeColleague(request, admin, 'buyer', ['Ana', 'Ruiz']),
    makeColleague(request, admin, 'approver', ['Joy', 'Nakamura']),
    makeColleague(request, admin, 'approver', ['Marcus', 'Bell']),
    makeColleague(request, admin, 'finance', ['Kim', 'Ortega']),
  ])
  const [company] = await admin.api('GET', '/api/v1/companies/')
  const open = async (person: Person, path: string, width = 1440) => {
    const viewport = { width, height: 900 }
    return openSignedIn(await browser.newContext({ viewport }), person, path, company)
  }

  await test.step('the admin adds a rule and tops up the balance', async () => {
    const page = await openSignedIn(context, admin, '/company/settings')
    await page.getByRole('button', { name: 'Add rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add rule' })
    await dialog.getByLabel('Name').fill('Large orders')
    await dialog.getByRole('textbox', { name: 'The order costs more than' }).fill('100')
    await dialog.getByRole('button', { name: /Approved by$/ }).click()
    await page.getByRole('option', { name: 'People you choose' }).click()
    await dialog.getByText('Joy Nakamura', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Add step' }).click()
    await dialog.getByRole('button', { name: /Step 2$/ }).click()
    await page.getByRole('option', { name: 'People you choose' }).click()
    await dialog.getByText('Marcus Bell', { exact: true }).last().click()
    const sentence = 'Orders over $100.00 need approval from Joy Nakamura, then Marcus Bell.'
    await expect(dialog.getByRole('status', { name: 'This rule in words' })).toHaveText(sentence)
    await expectGood(page, NORTHWIND, 'the dialog for an approval rule')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(sentence)).toBeVisible()
    await expectGood(page, NORTHWIND, 'the approval rules')

    await page
      .getByRole('navigation', { name: 'Company' })
      .getByRole('link', { name: 'Balance and budgets' })
      .click()
    await page.getByRole('radio', { name: /^Credit or debit card/ }).check()
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('500')
    await amount.blur()
    await page.getByRole('button', { name: 'Add $500.00' }).click()
    await payByCard(page)
    await expect(page.getByText('$500.00 added to the balance')).toBeVisible()
  })

  const orderId = await fillCartToPay(ana, ['digital'], { name: 'Holiday thank-you' })
  const shop = await open(ana, '/checkout/payment-confirmation')
  const submit = async () => {
    await shop.getByRole('radio', { name: /^Company balance/ }).check()
    await shop.getByRole('checkbox', { name: /order terms/ }).check({ force: true })
    await shop
      .getByRole('complementary', { name: 'Order summary' })
      .getByRole('button', { name: 'Submit $102.50 for approval' })
      .click()
    await expect(shop.getByText('Holiday thank-you was submitted for approval')).toBeVisible()
  }

  await test.step('the buyer sees who is asked, and submits the order', async () => {
    await expect(shop.getByRole('heading', { name: 'Who approves this order' })).toBeVisible()
    await expect(shop.getByText('Then Marcus Bell')).toBeVisible()
    await shop.getByLabel(/^Note for your approvers/).fill('Same list as last year.')
    await expectGood(shop, NORTHWIND, 'checkout of an order that needs approval')
    await submit()
    await expect(shop.getByText('Waiting for Joy Nakamura').first()).toBeVisible()
    await expectGood(shop, NORTHWIND, 'a request of one’s own')
    await shop.getByRole('link', { name: 'My rewards' }).first().click()
    await expect(shop.getByRole('button', { name: 'Withdraw and edit Holiday thank-you' })).toBeVisible()
  })

  const approvalLink = /\S+\/approve\/\S+/
  const desk = await open(joy, new URL(await linkTo(request, joy.email, approvalLink)).pathname)
  await test.step('the first approver returns it from the mail', async () => {
    await expect(desk.getByRole('heading', { name: 'Holiday thank-you' })).toBeVisible()
    await expect(desk.getByText('“Same list as last year.”')).toBeVisible()
    await expectGood(desk, NORTHWIND, 'a request to answer')
    await desk.getByRole('button', { name: 'Return to Ana' }).click()
    await expect(desk.getByText('Tell Ana what to change.')).toBeVisible()
    await desk.getByLabel(/^Comment for Ana/).fill('Is Maya still with us?')
    await desk.getByRole('button', { name: 'Return to Ana' }).click()
    await expect(desk.getByText('You returned it')).toBeVisible()
  })

  await test.step('the buyer edits the order and submits it again', async () => {
    await shop.goto(`${originOf('northwind')}/my-rewards`)
    await expect(shop.getByText('“Is Maya still with us?”')).toBeVisible()
    await expectGood(shop, NORTHWIND, 'My rewards with a returned order')
    await shop.getByRole('button', { name: 'Edit and resubmit Holiday thank-you' }).click()
    await expect(shop.getByText('Holiday thank-you is back in your cart')).toBeVisible()
    const { results } = await ana.api('GET', '/api/v1/orders/?status=cart')
    await decideDeliveries(ana, results[0].id, ['digital'])
    await shop.goto(`${originOf('northwind')}/checkout/payment-confirmation`)
    await submit()
  })

  await test.step('both approve it, the second on a phone', async () => {
    await desk.goto(await linkTo(request, joy.email, approvalLink, 1))
    await desk.getByRole('button', { name: 'Approve $102.50' }).click()
    await expect(desk.getByText('You approved')).toBeVisible()
    const path = new URL(await linkTo(request, marcus.email, approvalLink)).pathname
    const phone = await open(marcus, path, 390)
    const approve = phone
      .getByRole('contentinfo')
      .or(phone.locator('[data-sticky-bar]'))
      .getByRole('button', { name: 'Approve $102.50' })
    await expect(approve).toBeInViewport()
    await approve.click()
    await expect(phone.getByText('You approved')).toBeVisible()
    await expect(phone.getByText('Order placed')).toBeVisible()
    await expectGood(phone, { ...NORTHWIND, widths: [390] }, 'an approved request on a phone')
  })

  await test.step('it is paid from the balance, and the activity tells all of it', async () => {
    await shop.goto(`${originOf('northwind')}/company/approvals`)
    await shop
      .getByRole('link', { name: /^Holiday thank-you/ })
      .first()
      .click()
    await shop.getByRole('link', { name: 'View order' }).click()
    await expect(shop.getByRole('heading', { level: 1, name: 'Holiday thank-you' })).toBeVisible()
    const placed = new URL(shop.url()).searchParams.get('openDetails')
    const order = await readOrder(ana, Number(placed ?? orderId))
    expect(order.payments[0]).toMatchObject({ method_code: 'company_balance', state: 'settled' })

    const books = await open(kim, '/company/activity')
    for (const words of [
      /returned an order of \$102\.50/,
      /approved an order/,
      /sent an order .* for approval/,
    ]) {
      await expect(books.getByText(words).first()).toBeVisible()
    }
    await expect(books.getByRole('listitem').filter({ hasText: 'Joy Nakamura' }).first()).toBeVisible()
    await expect(books.getByRole('link', { name: 'API keys' })).toHaveCount(0)
    await books
      .getByRole('navigation', { name: 'Company' })
      .getByRole('link', { name: 'Balance and budgets' })
      .click()
    await expect(books.getByText('$397.50').first()).toBeVisible()
  })
})
