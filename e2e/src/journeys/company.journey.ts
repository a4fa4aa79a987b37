import { expectAccessible } from '../stack/axe.ts'
import { addAddress, fillCartToPay, makeDraft, startPayment } from '../stack/cart.ts'
import { linkTo, makeColleague } from '../stack/colleagues.ts'
import { makePerson, openSignedIn, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'
import { enterPassword } from '../stack/sign-in-dialog.ts'

test('an admin invites a colleague, who sees the company’s orders as their role allows until they are removed', async ({
  context,
  browser,
  request,
}) => {
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

  const link = await linkTo(request, colleague.email, /\S+\/join\/\S+/)
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Join Halden Tools' })).toBeVisible()
  await expectAccessible(other, 'an invitation')
  await other.getByRole('link', { name: 'Sign in' }).click()
  await enterPassword(other, colleague)
  await other.getByRole('button', { name: 'Join Halden Tools' }).click()
  await expect(other.getByText('You’ve joined Halden Tools.')).toBeVisible()

  await expect(other.getByText('Placed by Dana Whitlock')).toBeVisible()
  await other.getByRole('link', { name: 'Winter thank-you', exact: true }).click()
  await expect(other.getByText(/Placed by Dana Whitlock/)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Order again' })).toBeVisible()
  await expect(other.getByRole('button', { name: /^Cancel|another way/ })).toHaveCount(0)
  await expectAccessible(other, 'an order of a colleague')

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
  await expect(page.getByText(/^Joy Nakamura has this card now/)).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue('Typed too late.')
  await expectAccessible(page, 'a draft that a colleague took over')
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await expect(page.getByText(/^Joy Nakamura has this card now/)).toHaveCount(0)
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
  await expect(other.getByText('Your role in Halden Tools can see orders but not place them.')).toBeVisible()
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

/**
 * Places an order by check, and shares a draft and an address with the company that the person joined first.
 *
 * @returns the order's ID
 */
async function fillCompany(person: Person, order: string, draft: string, address: string): Promise<number> {
  const orderId = await fillCartToPay(person, ['digital'], { name: order })
  await startPayment(person, orderId, 'self_hosted_check')
  const draftId = await makeDraft(person, 'digital', { name: draft })
  await person.api('POST', `/api/v1/card_items/${draftId}/share/`, { is_shared: 'true' })
  await addAddress(person, address, { is_shared: 'true' })
  return orderId
}

test('a person in two companies switches in the header; each has its own orders, drafts, and addresses', async ({
  context,
  request,
}) => {
  const admin = await makePerson(request)
  const joy = await makeColleague(request, admin, 'buyer', ['Joy', 'Nakamura'])
  const ofHalden = {
    name: 'Halden Tools',
    order: 'Winter thank-you',
    draft: 'Spring thank-you',
    address: 'Dock',
  }
  const ofStudio = { name: 'Nakamura Studio', order: 'Opening', draft: 'Birthdays', address: 'Studio door' }
  const [haldenOrder = 0, studioOrder = 0] = await Promise.all(
    (
      [
        [admin, ofHalden],
        [joy, ofStudio],
      ] as const
    ).map(([person, { order, draft, address }]) => fillCompany(person, order, draft, address)),
  )

  const page = await openSignedIn(context, joy, '/my-rewards')
  const switcher = page.getByRole('button', { name: /, switch company$/ })
  const main = page.getByRole('main')
  for (const [here, there] of [
    [ofStudio, ofHalden],
    [ofHalden, ofStudio],
  ] as const) {
    await test.step(`in ${here.name}, only what is its own is seen`, async () => {
      if (here === ofHalden) {
        await switcher.click()
        await expect(page.getByRole('menuitem', { name: there.name })).toBeVisible()
        await expectAccessible(page, 'the choice of a company')
        await page.getByRole('menuitem', { name: here.name }).click()
      }
      await expect(switcher).toHaveAccessibleName(`${here.name}, switch company`)
      await expect(main.getByRole('link', { name: here.order, exact: true })).toBeVisible()
      await expect(main.getByText(there.order)).toHaveCount(0)
      await page.getByRole('tab', { name: /^Drafts/ }).click()
      await expect(main.getByRole('link', { name: here.draft, exact: true })).toBeVisible()
      await expect(main.getByText(there.draft)).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Addresses' }).click()
      await expect(main.getByText(here.address, { exact: true })).toBeVisible()
      await expect(main.getByText(there.address, { exact: true })).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My rewards' }).click()
    })
  }

  await test.step('a link opens an order of one’s own, and no other order of the other company', async () => {
    const order = (id: number) => `${originOf('northwind')}/my-rewards?openDetails=${id}`
    await page.goto(order(studioOrder))
    await expect(page.getByRole('heading', { level: 1, name: ofStudio.order })).toBeVisible()
    await switcher.click()
    await page.getByRole('menuitem', { name: ofStudio.name }).click()
    await expect(switcher).toHaveAccessibleName(`${ofStudio.name}, switch company`)
    await page.goto(order(haldenOrder))
    await expect(page.getByRole('heading', { name: 'We couldn’t find that order' })).toBeVisible()
    await expect(page.getByText(/^It isn’t an order of Nakamura Studio\./)).toBeVisible()
  })
})
