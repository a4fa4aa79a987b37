import type { APIRequestContext, Page } from '@playwright/test'
import { addRecipientsBy } from '../stack/cart.ts'
import { codeSentTo, mailsTo } from '../stack/inbox.ts'
import { payByCard, pressPay } from '../stack/payment-page.ts'
import { expect, originOf, test } from '../stack/shop.ts'

const EMAIL = `rosa.delgado.${Date.now()}@customer.example`
const PASSWORD = 'Quiet harbor 84'

test('a new customer signs up, orders cards of all three kinds, pays by card and finds the order', async ({
  page,
  request,
}) => {
  test.setTimeout(150_000)
  await signUp(page, request)
  await completeRegistration(page)

  await beginCard(page, 'UPS')
  await page.getByRole('button', { name: 'First light' }).click()
  await page.getByLabel('First line').fill('Well earned')
  await page.getByRole('button', { name: 'Next: quantity' }).click()
  await page.getByRole('button', { name: '25', exact: true }).click()
  await page.getByRole('button', { name: 'Next: value' }).click()
  await page.getByRole('button', { name: '$50', exact: true }).click()
  await expect(page.getByText('25 cards × $50.00 = $1,250.00 on your cards')).toBeVisible()
  await page.getByRole('button', { name: 'Next: message' }).click()
  await page.getByLabel('Your message').fill('For everybody at the fair.')
  await addToCart(page, 1)

  await beginCard(page, 'USPS')
  await page.getByRole('button', { name: 'Bright', exact: true }).click()
  await page.getByRole('button', { name: 'Next: recipients' }).click()
  await page.getByRole('button', { name: '$75', exact: true }).click()
  await addPerson(page, ['Maya', 'Okafor', '418 Juniper Street', 'Portland', 'Oregon', '97214'])
  await addPerson(page, ['Tomas', 'Lindqvist', '77 Harbor Lane', 'Duluth', 'Minnesota', '55802'])
  await expect(page.getByText('2 ready')).toBeVisible()
  await giveOwnValue(page, 'Maya Okafor', '120')
  await expect(page.getByText('$195.00 on their cards')).toBeVisible()
  await page.getByRole('button', { name: 'Next: message' }).click()
  await page.getByLabel('Your message').fill('Dear {first name}, thank you.')
  await expect(page.getByText('Dear Maya, thank you.')).toBeVisible()
  await addToCart(page, 2)

  await beginCard(page, 'email to each')
  await page.getByRole('button', { name: 'Next: recipients' }).click()
  await page.getByRole('button', { name: '$25', exact: true }).click()
  await addRecipientsBy(page, 'Paste a list')
  const dialog = page.getByRole('dialog', { name: 'Paste a list' })
  await dialog
    .getByLabel('Rows from a spreadsheet')
    .fill('Name,Email\nAda Brandt,ada@example.com\nIvo Marsh,ivo@example.com\nLea Quist,lea@example.com')
  await dialog.getByRole('button', { name: 'Add these people' }).click()
  await expect(page.getByText('3 rows read, 3 added')).toBeVisible()
  await page.getByRole('button', { name: 'Next: message' }).click()
  await addToCart(page, 3)

  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await expect(cart.getByText('3 designs, 30 cards')).toBeVisible()
  await expect(cart.getByText('$1,520.00')).toBeVisible()
  await cart.getByRole('button', { name: 'Check out' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Bulk shipping' })).toBeVisible()
  await addParcelAddress(page)
  await page.getByRole('radio', { name: /UPS Ground/ }).check()
  await next(page, 'direct mail shipping')
  await expect(page.getByRole('heading', { level: 1, name: 'Direct mail shipping' })).toBeVisible()
  await page.getByRole('radio', { name: /USPS First-Class/ }).check()
  await next(page, 'digital distribution')
  await expect(page.getByRole('heading', { level: 1, name: 'Digital distribution' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /As soon as the order is approved/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Email/ }).check()
  await next(page, 'payment & confirmation')

  await expect(page.getByRole('heading', { level: 1, name: 'Payment & confirmation' })).toBeVisible()
  await pressPay(page)
  await payByCard(page)

  await page.waitForURL(`${originOf('northwind')}/order-confirmation**`)
  await expect(page.getByRole('heading', { name: 'Your 30 cards are ordered.' })).toBeVisible()
  await expect(page.getByText('Accepted by the bank')).toBeVisible()
  await expect(page.getByText(/Arrives about \w+, \w+ \d+/)).toHaveCount(3)
  await expect(page.getByText('ending in 9990')).toBeVisible()
  await expect(page).toHaveURL(/\/order-confirmation\?cpi_order_id=\d+$/)
  const told = await page.getByText(/Your order number is \d+/).textContent()
  const [, number] = told?.match(/number is (\d+)/) ?? []

  await page.getByRole('link', { name: 'Northwind Rewards, home' }).first().click()
  await page.getByRole('link', { name: 'My rewards' }).first().click()
  const row = page.getByRole('table', { name: 'Pending orders' }).getByRole('row').nth(1)
  await expect(row).toContainText('In review')
  await expect(row).toContainText('and 2 more')
  await row.getByRole('link', { name: /^Open order/ }).click()
  await page.getByRole('button', { name: 'Show the 2 recipients' }).click()
  await expect(page.getByRole('table', { name: 'Recipients of Thank you' })).toContainText('Maya Okafor')

  const subjects = async () => (await mailsTo(request, EMAIL)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain(`We have your order ${number}`)
  expect(await keptInBrowser(page)).not.toMatch(
    /Okafor|Juniper|Harbor Lane|ivo@example|Brandt|everybody at the fair/,
  )
})

async function signUp(page: Page, request: APIRequestContext) {
  await page.goto(`${originOf('northwind')}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Welcome to Northwind Rewards' })
  await dialog.getByRole('tab', { name: 'Create account' }).click()
  await dialog.getByLabel('Work email').fill(EMAIL)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Confirm password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  const inbox = page.getByRole('dialog', { name: 'Check your inbox' })
  await inbox.getByLabel('Code').fill(await codeSentTo(request, EMAIL))
}

async function completeRegistration(page: Page) {
  await expect(page).toHaveURL(/\/complete-registration/)
  await page.getByLabel('First name').fill('Rosa')
  await page.getByLabel('Last name').fill('Delgado')
  await page.getByLabel('Legal business name').fill('Halden Tools')
  await page.getByLabel('Street').fill('90 Foundry Road')
  await page.getByLabel('City').fill('Dayton')
  // Leaving the field closes its suggestions.
  await page.getByLabel('City').press('Tab')
  await choose(page, 'State', 'Ohio')
  await page.getByLabel('ZIP code').fill('45402')
  await page.getByLabel('Tax number').fill('12-3456789')
  await choose(page, 'How did you hear about us?', 'A colleague')
  await page.getByLabel('Who referred you?').fill('Nobody')
  await page.getByLabel('What are the cards for?').fill('Thanking our dealers')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My rewards' })).toBeVisible()
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function beginCard(page: Page, words: string) {
  await page.getByRole('link', { name: 'Design a card' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Design a card' })
  await dialog.getByRole('button', { name: words }).click()
  await expect(page).toHaveURL(/\/create-reward\/card-design$/)
}

async function addToCart(page: Page, count: number) {
  await page.getByRole('button', { name: 'Add to cart' }).click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await expect(cart.getByRole('article')).toHaveCount(count)
  if (count < 3) await page.keyboard.press('Escape')
}

async function addPerson(page: Page, [first, last, street, city, state, zip]: string[]) {
  await addRecipientsBy(page, 'Add one person')
  const dialog = page.getByRole('dialog', { name: 'Add one person' })
  await dialog.getByLabel('First name').fill(first!)
  await dialog.getByLabel('Last name').fill(last!)
  await dialog.getByLabel('Street').fill(street!)
  await dialog.getByLabel('City').fill(city!)
  await dialog.getByLabel('City').press('Tab')
  await dialog.getByRole('button', { name: 'State' }).click()
  await page.getByRole('option', { name: state! }).click()
  await dialog.getByLabel('ZIP code').fill(zip!)
  await dialog.getByRole('button', { name: 'Add to the list' }).click()
  await expect(dialog).toBeHidden()
}

/** Enters an amount in a person's row of the grid. */
async function giveOwnValue(page: Page, name: string, amount: string) {
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('gridcell', { name: '$75.00' }).click()
  await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
  await expect(row.getByRole('gridcell', { name: '$120.00' })).toBeVisible()
}

async function addParcelAddress(page: Page) {
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await dialog.getByLabel('Name', { exact: true }).fill('Receiving dock')
  await dialog.getByLabel('Street').fill('410 Needmore Road')
  await dialog.getByLabel('City').fill('Dayton')
  await dialog.getByLabel('City').press('Tab')
  await dialog.getByRole('button', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Ohio', exact: true }).click()
  await dialog.getByLabel('ZIP code').fill('45414')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: /Receiving dock/ })).toBeChecked()
}

async function next(page: Page, name: string) {
  await page
    .getByRole('complementary', { name: 'Order summary' })
    .getByRole('button', { name: `Next: ${name}` })
    .click()
}

function keptInBrowser(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))
}
