import { makeDraft } from '../stack/cart.ts'
import { linkTo, makeColleague } from '../stack/colleagues.ts'
import { expectGood, NORTHWIND } from '../stack/looks.ts'
import { payByCard } from '../stack/payment-page.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

const DAY_MS = 86_400_000

/** In three days, so that the Friday before a weekend isn't over. */
function birthday(): string {
  const day = new Date(Date.now() + 3 * DAY_MS)
  return `${day.getUTCMonth() + 1}/${day.getUTCDate()}`
}

test('birthdays become an order: from a list with dates to an approved run', {
  tag: '@every-way',
}, async ({ context, browser, request }) => {
  test.setTimeout(300_000)
  const admin = await makePerson(request)
  const joy = await makeColleague(request, admin, 'approver', ['Joy', 'Nakamura'])
  const [company] = await admin.api('GET', '/api/v1/companies/')
  const people = await admin.api('GET', '/api/v1/company/people/')
  const { id: joyId } = people.people.find(({ email }: { email: string }) => email === joy.email)
  await admin.api('POST', '/api/v1/company/approval_rules/', {
    name: 'All orders',
    conditions: '[]',
    steps: JSON.stringify([{ ask: 'people', in: [joyId], escalation: null }]),
  })
  const draft = await makeDraft(admin, 'digital')
  await admin.api('POST', '/api/v1/saved_designs/', { card_item_id: String(draft), name: 'Cheers' })
  const list = await admin.api('POST', '/api/v1/recipient_lists/', { name: 'Everyone', is_shared: 'true' })

  const page = await openSignedIn(context, admin, `/recipients?list=${list.id}`)
  await test.step('the admin pastes the people with their dates', async () => {
    await page.getByRole('button', { name: 'Add from spreadsheet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add people to Everyone' })
    const rows = [
      'Name\tEmail\tBirthday',
      `Maya Okafor\tmaya.${list.id}@recipient.example\t${birthday()}`,
      `Ana Lima\t\t${birthday()}`,
      `Ben Cole\tben.${list.id}@recipient.example\t31/12`,
    ].join('\n')
    await dialog.getByLabel(/Rows from your spreadsheet/).fill(rows)
    await expectGood(page, NORTHWIND, 'the dialog for people of a spreadsheet')
    await dialog.getByRole('button', { name: 'Add people' }).click()
    await expect(dialog.getByText('3 people were added, and 0 got new dates.')).toBeVisible()
    await expect(dialog.getByText(/Row 4: Birthday “31\/12” can’t be read/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(`Birthday ${birthday()}`).first()).toBeVisible()
    await expectGood(page, NORTHWIND, 'a list with dates')
  })

  await test.step('they top up the balance', async () => {
    await page.goto(`${originOf('northwind')}/company/budgets`)
    await page.getByRole('radio', { name: /^Credit or debit card/ }).check()
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('100')
    await amount.blur()
    await page.getByRole('button', { name: 'Add $100.00' }).click()
    await payByCard(page)
    await expect(page.getByText('$100.00 added to the balance')).toBeVisible()
  })

  await test.step('they add a program, and see who gets what before it is on', async () => {
    await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'Programs' }).click()
    await expectGood(page, NORTHWIND, 'no programs yet')
    await page.getByRole('button', { name: 'Add program' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add program' })
    await dialog.getByLabel('Name').fill('Birthdays')
    await dialog.getByRole('button', { name: /List$/ }).click()
    await page.getByRole('option', { name: /^Everyone/ }).click()
    await dialog.getByRole('button', { name: /Saved design$/ }).click()
    await page.getByRole('option', { name: 'Cheers' }).click()
    await dialog.getByLabel('Amount for each person').fill('25')
    await dialog.getByLabel('Amount for each person').blur()
    await expectGood(page, NORTHWIND, 'the dialog for a program')
    await dialog.getByRole('button', { name: 'Add program' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Birthdays' })).toBeVisible()
    const cards = page.getByRole('table', { name: 'Next cards' })
    await expect(cards.getByText('Maya Okafor')).toBeVisible()
    const leftOut = page.getByRole('table', { name: 'Left out' })
    await expect(leftOut.getByText('No working email address')).toBeVisible()
    await expect(leftOut.getByText('We couldn’t read the date')).toBeVisible()
    await expectGood(page, NORTHWIND, 'a paused program with its preview')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('Birthdays is on', { exact: true })).toBeVisible()
    await expect(page.getByText('Waiting for approval').first()).toBeVisible({ timeout: 60_000 })
    await expectGood(page, NORTHWIND, 'a program that is on')
  })

  await test.step('a colleague approves the order, and the run says who is in it', async () => {
    const link = await linkTo(request, joy.email, /\S+\/approve\/\S+/)
    const desk = await openSignedIn(await browser.newContext(), joy, new URL(link).pathname, company)
    await desk.getByRole('button', { name: /^Approve \$/ }).click()
    await expect(desk.getByText('You approved')).toBeVisible()
    await page
      .getByRole('list')
      .getByRole('link', { name: /^[A-Z][a-z]{2} \d+/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: /^Cards for/ })).toBeVisible()
    const cards = page.getByRole('table', { name: 'Who gets a card' })
    await expect(cards.getByText('Maya Okafor')).toBeVisible()
    await expect(page.getByText('No working email address')).toBeVisible()
    await expectGood(page, NORTHWIND, 'a run of a program')
    await page.getByRole('link', { name: /^Order \d/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Birthdays' })).toBeVisible()
  })
})
