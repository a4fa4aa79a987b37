import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, startPayment } from '../stack/cart.ts'
import { makeColleague } from '../stack/colleagues.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

test('a person in two companies switches between them, and each lists only its own orders', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const admin = await makePerson(request)
  const orderId = await fillCartToPay(admin, ['direct'], { name: 'Winter thank-you' })
  await startPayment(admin, orderId, 'self_hosted_check')
  const joy = await makeColleague(request, admin, 'viewer', ['Joy', 'Nakamura'])
  const ownId = await fillCartToPay(joy, ['digital'], { name: 'Studio party' })
  await startPayment(joy, ownId, 'self_hosted_check')

  const page = await openSignedIn(context, joy, '/my-rewards')
  const header = page.getByRole('banner')
  const party = page.getByRole('link', { name: 'Studio party', exact: true })
  const winter = page.getByRole('link', { name: 'Winter thank-you', exact: true })
  await expect(party).toBeVisible()
  await expect(winter).toHaveCount(0)
  await page.goto(`${originOf('northwind')}/my-rewards?openDetails=${orderId}`)
  await expect(
    page.getByText(
      'Nakamura Studio doesn’t have this order. If another of your companies placed it, switch to that company.',
    ),
  ).toBeVisible()
  await page.goto(`${originOf('northwind')}/my-rewards`)

  // By keyboard, from one company to the other.
  await header.getByRole('button', { name: 'Nakamura Studio, switch company' }).focus()
  await page.keyboard.press('Enter')
  const other = page.getByRole('menuitem', { name: /^Halden Tools/ })
  await expect(other).toContainText('Viewer, 2 people')
  await expectAccessible(page, 'the menu of companies')
  await page.keyboard.press('ArrowDown')
  await expect(other).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(winter).toBeVisible()
  await expect(party).toHaveCount(0)
  await expect(page.getByText('Placed by Dana Whitlock')).toBeVisible()

  // A role applies only in its company. A mail's link opens the person's own order, no matter which company is chosen.
  await page.goto(`${originOf('northwind')}/my-rewards?createNew=true`)
  await expect(
    page.getByText('Your role in Halden Tools lets you see orders, but not place them.'),
  ).toBeVisible()
  await page.goto(`${originOf('northwind')}/my-rewards?openDetails=${ownId}`)
  await expect(page.getByRole('heading', { name: 'Studio party', level: 1 })).toBeVisible()

  // A second tab follows, and on a phone the switch is in the account menu.
  const second = await context.newPage()
  await second.setViewportSize({ width: 390, height: 844 })
  await second.goto(`${originOf('northwind')}/my-rewards`)
  await expect(second.getByRole('link', { name: 'Winter thank-you', exact: true })).toBeVisible()
  await second.getByRole('button', { name: /account$/i }).click()
  await second.getByRole('menuitem', { name: /^Switch to Nakamura Studio/ }).click()
  await expect(second.getByRole('link', { name: 'Studio party', exact: true })).toBeVisible()
  await page.goto(`${originOf('northwind')}/my-rewards`)
  await expect(party).toBeVisible()
  await page.goto(`${originOf('northwind')}/my-rewards?createNew=true`)
  await expect(page.getByRole('dialog')).toBeVisible()
})
