import type { APIRequestContext, Browser } from '@playwright/test'
import { decideDeliveries, fillCartToPay, readOrder } from '../stack/cart.ts'
import { mailsTo } from '../stack/inbox.ts'
import { expectGood, LOOKS } from '../stack/looks.ts'
import { payByCard } from '../stack/payment-page.ts'
import { makePerson, openSignedIn, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

const [LOOK] = LOOKS

/** The newest link of this kind that was mailed to a person; `after` waits for more links than that. */
async function linkTo(request: APIRequestContext, email: string, kind: RegExp, after = 0): Promise<string> {
  const links = async () => (await mailsTo(request, email)).flatMap(({ text }) => kind.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await links()).length).toBeGreaterThan(after)
  return (await links())[0] ?? ''
}

/** A colleague with this role, who has joined the admin's company. */
async function makeColleague(
  request: APIRequestContext,
  admin: Person,
  role: string,
  [first_name, last_name]: [string, string],
): Promise<Person> {
  const person = await makePerson(request, {
    profile: { first_name, last_name, legal_business_name: `${last_name} Studio` },
  })
  await admin.api('POST', '/api/v1/company/invitations/', { emails: JSON.stringify([person.email]), role })
  const link = await linkTo(request, person.email, /\S+\/join\/\S+/)
  await person.api('POST', `/api/v1/company_invitations/${link.split('/').at(-1)}/accept/`)
  return person
}

/** Opens the shop as a colleague, who works in the admin's company. */
async function openAt(browser: Browser, person: Person, path: string) {
  const page = await openSignedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    person,
    '/my-rewards',
  )
  await page.getByRole('button', { name: /switch company$/ }).click()
  await page.getByRole('menuitem', { name: 'Halden Tools' }).click()
  await expect(page.getByRole('button', { name: 'Halden Tools, switch company' })).toBeVisible()
  await page.goto(`${originOf('northwind')}${path}`)
  return page
}

test('five people order together: an order is returned, approved by two, and paid from the balance', {
  tag: '@every-way',
}, async ({ context, browser, request }) => {
  test.setTimeout(300_000)
  const admin = await makePerson(request)
  const ana = await makeColleague(request, admin, 'buyer', ['Ana', 'Ruiz'])
  const joy = await makeColleague(request, admin, 'approver', ['Joy', 'Nakamura'])
  const marcus = await makeColleague(request, admin, 'approver', ['Marcus', 'Bell'])
  const kim = await makeColleague(request, admin, 'finance', ['Kim', 'Ortega'])

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
    await expectGood(page, LOOK!, 'the dialog for an approval rule')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expectGood(page, LOOK!, 'the approval rules')

    await page.goto(`${originOf('northwind')}/company/budgets`)
    await page.getByRole('radio', { name: /^Credit or debit card/ }).check()
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('500')
    await amount.blur()
    await page.getByRole('button', { name: 'Add $500.00' }).click()
    await payByCard(page)
    await expect(page.getByText('$500.00 added to the balance')).toBeVisible()
  })

  const orderId = await fillCartToPay(ana, ['digital'], { name: 'Holiday thank-you' })
  const shop = await openAt(browser, ana, '/checkout/payment-confirmation')
  const submit = async () => {
    await shop.getByRole('radio', { name: /^Company balance/ }).check()
    await shop.getByRole('checkbox', { name: /order terms/ }).check({ force: true })
    await shop
      .getByRole('complementary', { name: 'Order summary' })
      .getByRole('button', { name: 'Submit $102.50 for approval' })
      .click()
    await expect(shop.getByText('Holiday thank-you is submitted for approval')).toBeVisible()
  }

  await test.step('the buyer sees who is asked, and submits the order', async () => {
    await expect(shop.getByRole('heading', { name: 'Who approves this order' })).toBeVisible()
    await expect(shop.getByText('Then Marcus Bell')).toBeVisible()
    await shop.getByLabel(/^Note for your approvers/).fill('Same list as last year.')
    await expectGood(shop, LOOK!, 'checkout of an order that needs approval')
    await submit()
    await expect(shop.getByText('Waiting for Joy Nakamura').first()).toBeVisible()
    await expectGood(shop, LOOK!, 'a request of one’s own')
    await shop.goto(`${originOf('northwind')}/my-rewards`)
    await expect(shop.getByRole('button', { name: 'Withdraw and edit Holiday thank-you' })).toBeVisible()
  })

  const approvalLink = /\S+\/approve\/\S+/
  const desk = await openSignedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    joy,
    new URL(await linkTo(request, joy.email, approvalLink)).pathname,
  )
  await test.step('the first approver returns it from the mail', async () => {
    await expect(desk.getByRole('heading', { name: 'Holiday thank-you' })).toBeVisible()
    await expect(desk.getByText('“Same list as last year.”')).toBeVisible()
    await expectGood(desk, LOOK!, 'a request to answer')
    await desk.getByRole('button', { name: 'Return to Ana' }).click()
    await expect(desk.getByText('Tell Ana what to change.')).toBeVisible()
    await desk.getByLabel(/^Comment for Ana/).fill('Is Maya still with us?')
    await desk.getByRole('button', { name: 'Return to Ana' }).click()
    await expect(desk.getByText('You returned it')).toBeVisible()
  })

  await test.step('the buyer edits the order and submits it again', async () => {
    await shop.goto(`${originOf('northwind')}/my-rewards`)
    await expect(shop.getByText('“Is Maya still with us?”')).toBeVisible()
    await expectGood(shop, LOOK!, 'My rewards with a returned order')
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
    const phone = await openSignedIn(
      await browser.newContext({ viewport: { width: 390, height: 844 } }),
      marcus,
      path,
    )
    const approve = phone
      .getByRole('contentinfo')
      .or(phone.locator('[data-sticky-bar]'))
      .getByRole('button', { name: 'Approve $102.50' })
    await expect(approve).toBeInViewport()
    await approve.click()
    await expect(phone.getByText('You approved')).toBeVisible()
    await expect(phone.getByText('Order placed')).toBeVisible()
    await expectGood(phone, { ...LOOK!, widths: [390] }, 'an approved request on a phone')
  })

  await test.step('it is paid from the balance, and the activity tells all of it', async () => {
    await shop.goto(`${originOf('northwind')}/company/approvals`)
    await shop
      .getByRole('link', { name: /^Holiday thank-you/ })
      .first()
      .click()
    await shop.getByRole('link', { name: 'See your order' }).click()
    await expect(shop.getByRole('heading', { level: 1, name: 'Holiday thank-you' })).toBeVisible()
    const placed = new URL(shop.url()).searchParams.get('openDetails')
    const order = await readOrder(ana, Number(placed ?? orderId))
    expect(order.payments[0]).toMatchObject({ method_code: 'company_balance', state: 'settled' })

    const books = await openAt(browser, kim, '/company/activity')
    for (const words of [
      /returned an order of \$102\.50/,
      /approved an order/,
      /sent an order .* for approval/,
    ]) {
      await expect(books.getByText(words).first()).toBeVisible()
    }
    await expect(books.getByRole('listitem').filter({ hasText: 'Joy Nakamura' }).first()).toBeVisible()
    await expect(books.getByRole('link', { name: 'Settings' })).toHaveCount(0)
    await books.goto(`${originOf('northwind')}/company/budgets`)
    await expect(books.getByText('$397.50').first()).toBeVisible()
  })
})
