import type { Page } from '@playwright/test'
import { addAddress, fillCart, type RewardType } from '../stack/cart.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

const BULK = { path: '/checkout/bulk-shipping-method', title: 'Bulk shipping', way: /UPS Ground/ }
const DIRECT = {
  path: '/checkout/direct-shipping-method',
  title: 'Direct mail shipping',
  way: /USPS First-Class/,
}
const DIGITAL = { path: '/checkout/digital-shipping-method', title: 'Digital distribution', way: /^Email/ }
const PAYMENT = { path: '/checkout/payment-confirmation', title: 'Payment & confirmation', way: undefined }
const ALL = [BULK, DIRECT, DIGITAL, PAYMENT]
type Step = (typeof ALL)[number]

/** docs/spec.md §2, "Steps by type". The cart is filled in a different order than the steps'. */
const COMBINATIONS: [held: RewardType[], steps: Step[]][] = [
  [['bulk'], [BULK, PAYMENT]],
  [['direct'], [DIRECT, PAYMENT]],
  [['digital'], [DIGITAL, PAYMENT]],
  [
    ['direct', 'bulk'],
    [BULK, DIRECT, PAYMENT],
  ],
  [
    ['digital', 'bulk'],
    [BULK, DIGITAL, PAYMENT],
  ],
  [
    ['digital', 'direct'],
    [DIRECT, DIGITAL, PAYMENT],
  ],
  [
    ['digital', 'direct', 'bulk'],
    [BULK, DIRECT, DIGITAL, PAYMENT],
  ],
]

for (const [held, steps] of COMBINATIONS) {
  const titles = steps.map(({ title }) => title)
  const details = held.length === 2 ? { tag: '@every-way' } : {}
  test(
    `a cart with ${held.join(', ')} cards has the steps ${titles.join(', ')}`,
    details,
    async ({ context, request }) => {
      const person = await makePerson(request)
      await addAddress(person)
      await fillCart(person, held)

      const page = await openSignedIn(context, person, '/checkout')
      for (const [index, step] of steps.entries()) {
        await expectStep(page, step)
        await expect(stepsShown(page)).toHaveText(titles.map((title) => new RegExp(`${title}$`)))
        await expect(stepsShown(page).nth(index)).toHaveAttribute('aria-current', 'step')
        await decideDelivery(page, step)
        const next = steps[index + 1]
        if (next)
          await summary(page)
            .getByRole('button', { name: nextName(next) })
            .click()
      }

      for (const step of steps.toReversed().slice(1)) {
        await page
          .getByRole('main')
          .getByRole('link', { name: `Back to ${step.title.toLowerCase()}` })
          .click()
        await expectStep(page, step)
        if (step.way) await expect(page.getByRole('radio', { name: step.way })).toBeChecked()
      }

      for (const outside of ALL.filter((step) => !steps.includes(step))) {
        await page.goto(`${originOf('northwind')}${outside.path}`)
        await expectStep(page, steps[0]!)
      }
    },
  )
}

test('a cart without card items can’t be checked out', async ({ context, request }) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/checkout/payment-confirmation')
  await expect(page).toHaveURL(/\/my-rewards$/)
  await expect(page.getByRole('heading', { level: 1, name: 'My rewards' })).toBeVisible()
})

test('an order that can’t be loaded leads to my rewards with an explanation', async ({
  context,
  request,
}) => {
  const person = await makePerson(request)
  await fillCart(person, ['digital'])
  const page = await openSignedIn(context, person, '/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.route('**/api/v1/orders/?**status=cart**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${originOf('northwind')}/checkout`)
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load order data' })).toBeVisible()
  await expect(page).toHaveURL(/\/my-rewards$/)
})

async function expectStep(page: Page, { path, title }: Step) {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

async function decideDelivery(page: Page, { way }: Step) {
  if (way) await page.getByRole('radio', { name: way }).check()
}

function nextName({ title }: Step): string {
  return `Next: ${title.toLowerCase()}`
}

function stepsShown(page: Page) {
  return page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
}

function summary(page: Page) {
  return page.getByRole('complementary', { name: 'Order summary' })
}
