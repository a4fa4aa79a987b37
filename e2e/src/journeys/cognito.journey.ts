import { openCognitoShop, playAmazon } from '../stack/cognito-shop.ts'
import { expect, test } from '../stack/shop.ts'

test('the same web app signs people in at a real user pool that the settings name', {
  tag: '@every-way',
}, async ({ context }) => {
  // Starts two more installations first.
  test.setTimeout(180_000)
  const shop = await openCognitoShop()
  try {
    const asked = await playAmazon(context, shop.poolOrigin)
    const page = await context.newPage()
    const toOwnService: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${shop.origin}/identity`)) toOwnService.push(request.url())
    })
    // Wait from before the page opens, because three installations share this machine.
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/actual_user/'), {
      timeout: 120_000,
    })

    await page.goto(`${shop.origin}/my-rewards`)
    const dialog = page.getByRole('dialog', { name: 'Welcome to Northwind Rewards' })
    await dialog.getByLabel('Work email').fill(shop.person.email)
    await dialog.getByLabel('Password', { exact: true }).fill(shop.person.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()

    const answer = await answered
    expect(answer.status()).toBe(200)
    expect(await answer.json()).toMatchObject({ email: shop.person.email, registration_complete: false })
    await expect(page).toHaveURL(/\/complete-registration/)
    expect(asked).toContain('InitiateAuth')
    expect(toOwnService).toEqual([])

    // Signed in, it survives a reload; our own accounts service is off.
    await page.reload()
    await expect(page.getByLabel('First name')).toBeVisible()
    const own = await page.request.post(`${shop.origin}/identity/`, { data: '{}' })
    expect(own.status()).toBe(404)
  } finally {
    await shop.close()
  }
})
