import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from '../stack/axe.ts'
import { fillCartToPay, makeDraft, startPayment } from '../stack/cart.ts'
import { mailsTo } from '../stack/inbox.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { enterPassword } from '../stack/sign-in-dialog.ts'
import { demoStaff, signInStaff } from '../stack/staff.ts'

async function invitationTo(request: APIRequestContext, email: string): Promise<string> {
  const link = async () =>
    (await mailsTo(request, email)).map(({ text }) => /\S+\/join\/\S+/.exec(text)?.[0]).find(Boolean) ?? ''
  await expect.poll(link).not.toBe('')
  return link()
}

test('an admin invites a colleague, who sees the company’s orders as their role allows until they are removed', {
  tag: '@every-way',
}, async ({ context, browser, request }) => {
  const admin = await makePerson(request)
  const colleague = await makePerson(request, {
    profile: { first_name: 'Joy', last_name: 'Nakamura', legal_business_name: 'Nakamura Studio' },
  })
  const orderId = await fillCartToPay(admin, ['direct'], { name: 'Winter thank-you' })
  await startPayment(admin, orderId, 'self_hosted_check')

  const page = await openSignedIn(context, admin, '/company')
  await expect(page.getByRole('heading', { level: 1, name: 'Halden Tools' })).toBeVisible()
  await expect(page.getByText('Invite your colleagues.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people to Halden Tools' })
  await dialog.getByLabel('Email addresses').fill(`${colleague.email} colleague`)
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(dialog.getByText('Check colleague.')).toBeVisible()
  await dialog.getByLabel('Email addresses').fill(colleague.email)
  await expectAccessible(page, 'the invitation dialog')
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByRole('table', { name: 'Invitations' }).getByText(colleague.email)).toBeVisible()
  await expect(page.getByText('1 person, 1 invitation.')).toBeVisible()
  await expectAccessible(page, 'the company')

  const link = await invitationTo(request, colleague.email)
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Join Halden Tools' })).toBeVisible()
  await expectAccessible(other, 'an invitation')
  await other.getByRole('link', { name: 'Sign in' }).click()
  await enterPassword(other, colleague)
  await other.getByRole('button', { name: 'Join Halden Tools' }).click()
  await expect(other.getByText('You’ve joined Halden Tools')).toBeVisible()

  await expect(other.getByText('Placed by Dana Whitlock')).toBeVisible()
  await other.getByRole('link', { name: 'Winter thank-you', exact: true }).click()
  await expect(other.getByText(/Placed by Dana Whitlock/)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Order again' })).toBeVisible()
  await expect(other.getByRole('button', { name: /^Cancel|another way/ })).toHaveCount(0)
  await expectAccessible(other, 'an order of a colleague')

  await other.getByRole('button', { name: 'Save design' }).click()
  const saving = other.getByRole('dialog', { name: 'Save this design' })
  await saving.getByLabel('Design name').fill('Anniversaries')
  await expectAccessible(other, 'the dialog that saves a design')
  await saving.getByRole('button', { name: 'Save design' }).click()
  await expect(other.getByText('“Anniversaries” was saved')).toBeVisible()
  await page.goto(`${originOf('northwind')}/my-rewards?createNew=true`)
  await expect(page.getByText('Saved by Joy Nakamura')).toBeVisible()
  await expectAccessible(page, 'saved designs')
  await page.getByRole('button', { name: 'Start with Anniversaries' }).click()
  await expect(page.getByLabel('First line')).toHaveValue(/./)
  await page.getByRole('link', { name: 'Save and close' }).click()
  const [started] = await admin.api('GET', '/api/v1/card_items/')
  expect(started).toMatchObject({ name: 'Anniversaries', state: 'draft', recipient_count: 0 })
  await admin.api('DELETE', `/api/v1/card_items/${started.id}/`)

  const draftId = await makeDraft(admin, 'digital', { name: 'Spring thank-you' })
  await page.goto(`${originOf('northwind')}/my-rewards`)
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  await page.getByRole('button', { name: 'Share Spring thank-you' }).click()
  await page.getByRole('button', { name: 'Share draft' }).click()
  await page.getByRole('link', { name: 'Edit Spring thank-you' }).click()
  await page.getByLabel('Your message').waitFor()
  await other.goto(`${originOf('northwind')}/my-rewards`)
  await other.getByRole('tab', { name: /^Drafts/ }).click()
  await expect(other.getByText('Dana Whitlock is editing it')).toBeVisible()
  await expectAccessible(other, 'shared drafts')
  await other.getByRole('link', { name: 'Spring thank-you', exact: true }).click()
  await expect(other.getByText('Dana Whitlock is editing it.')).toBeVisible()
  await expectAccessible(other, 'a shared draft')
  await other.getByRole('button', { name: 'Take over' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
  await other.getByLabel('Your message').fill('From Joy.')
  await expect(other.getByText('Saved a moment ago')).toBeVisible()

  await page.getByLabel('Your message').fill('Typed too late.')
  await expect(page.getByText(/^Joy Nakamura took over this card/)).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue('Typed too late.')
  await expectAccessible(page, 'a draft that a colleague took over')
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await expect(page.getByText(/^Joy Nakamura took over this card/)).toHaveCount(0)
  const copies = await admin.api('GET', '/api/v1/card_items/')
  expect(copies).toMatchObject([{ message: 'Typed too late.', recipient_count: 2 }])
  expect(await admin.api('GET', `/api/v1/card_items/${draftId}/`)).toMatchObject({ message: 'From Joy.' })
  await other.getByRole('link', { name: 'Save and close' }).click()
  await page.goto(`${originOf('northwind')}/my-rewards`)
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  await expect(page.getByText('Last edited by Joy Nakamura')).toBeVisible()

  await page.goto(`${originOf('northwind')}/company`)
  await page.getByRole('button', { name: /Role of Joy Nakamura/ }).click()
  await page.getByRole('option', { name: /^Viewer/ }).click()
  await expect(page.getByText('Joy Nakamura’s role is now Viewer')).toBeVisible()
  await other.goto(`${originOf('northwind')}/my-rewards?createNew=true`)
  await expect(
    other.getByText('Your role in Halden Tools lets you see orders, but not place them.'),
  ).toBeVisible()
  await expect(other.getByRole('link', { name: 'Design a card' })).toHaveCount(0)
  await expect(other.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Actions for Joy Nakamura' }).click()
  await page.getByRole('menuitem', { name: 'Remove from company' }).click()
  await page.getByRole('button', { name: 'Remove person' }).click()
  await expect(page.getByText('Joy Nakamura is no longer in Halden Tools')).toBeVisible()
  await other.goto(`${originOf('northwind')}/my-rewards`)
  await expect(other.getByText('You’re no longer in Halden Tools.')).toBeVisible()
  await expect(other.getByText('No orders yet')).toBeVisible()
})

test('staff merge two companies of one business, whose people continue in the one that stays, and undo it', {
  tag: '@every-way',
}, async ({ context, browser, request }) => {
  const [staying, merged] = ['Larch Works', 'Larch Works West'].map(
    (name) => `${name} ${Date.now() % 100_000}`,
  )
  const dana = await makePerson(request, { profile: { legal_business_name: staying! } })
  const joy = await makePerson(request, {
    profile: { first_name: 'Joy', last_name: 'Nakamura', legal_business_name: merged! },
  })
  const orderId = await fillCartToPay(joy, ['direct'], { name: 'Winter thank-you' })
  await startPayment(joy, orderId, 'self_hosted_check')
  const shop = await openSignedIn(context, joy, '/company')
  await expect(shop.getByRole('heading', { level: 1, name: merged! })).toBeVisible()
  // Founds the other company.
  await dana.api('GET', '/api/v1/companies/')

  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await office.goto(`${originOf('northwind')}/office/companies?search=${encodeURIComponent(merged!)}`)
  await signInStaff(office, demoStaff('northwind'))
  await office.getByRole('link', { name: merged! }).first().click()
  await office.getByRole('button', { name: 'Merge company' }).click()
  const picking = office.getByRole('dialog', { name: 'Merge into another company' })
  await picking.getByRole('searchbox', { name: 'Search companies' }).fill(staying!)
  await picking.getByRole('button', { name: new RegExp(`^${staying!}\\s*1 person`) }).click()
  const dialog = office.getByRole('dialog', { name: `Merge ${merged!}` })
  await expect(dialog.getByText('1 order', { exact: true })).toBeVisible()
  await expectAccessible(office, 'the preview of a merge')
  await dialog.getByRole('button', { name: 'Merge companies' }).click()
  await expect(office.getByText('Merged into')).toBeVisible()
  await expectAccessible(office, 'a merged company')

  await shop.goto(`${originOf('northwind')}/company`)
  await expect(shop.getByRole('heading', { level: 1, name: staying! })).toBeVisible()
  await expect(shop.getByRole('row', { name: /Dana Whitlock/ })).toBeVisible()

  await office.getByRole('button', { name: 'Undo merge' }).click()
  const undoing = office.getByRole('dialog', { name: 'Undo merge' })
  await expect(undoing.getByText('1 order', { exact: true })).toBeVisible()
  await undoing.getByRole('button', { name: 'Undo merge' }).click()
  await expect(office.getByText('Merged into')).toHaveCount(0)
  await shop.goto(`${originOf('northwind')}/company`)
  await expect(shop.getByRole('heading', { level: 1, name: merged! })).toBeVisible()
})
