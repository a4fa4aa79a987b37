import { expectHydrated, watchPaint, withoutScripts } from '../stack/first-paint.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, originOf, type SiteName, test } from '../stack/shop.ts'

for (const site of ['northwind', 'acorn'] as SiteName[]) {
  test(`${site}’s home page is readable before any script runs, and hydrates without a layout shift`, async ({
    browser,
    page,
  }) => {
    let heading = ''
    await withoutScripts(browser, `${originOf(site)}/`, async (still) => {
      heading = (await still.getByRole('heading', { level: 1 }).textContent()) ?? ''
      await expect(
        still.getByRole('heading', { name: 'How it works' }).or(still.locator('#how')),
      ).not.toHaveCount(0)
      await expect(still.getByRole('banner').getByRole('link', { name: 'Create account' })).toBeVisible()
      await expect(still.getByRole('contentinfo')).toBeVisible()
      const missing = await still.goto(`${originOf(site)}/nowhere`)
      expect(missing!.status()).toBe(404)
      await expect(still.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
      const card = await still.goto(`${originOf(site)}/claim/unknown`)
      expect(card!.status()).toBe(404)
      await expect(still.getByRole('heading', { name: 'This link doesn’t open a card' })).toBeVisible()
    })

    await watchPaint(page)
    await page.goto(`${originOf(site)}/`)
    // It responds, so the page is hydrated.
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('dialog').getByLabel('Work email')).toBeVisible()
    await expectHydrated(page, heading)

    await page.goto(`${originOf(site)}/nowhere`)
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading!)
  })
}

test('the first HTML is in the visitor’s language, hydrates in it, and keeps an early click', async ({
  browser,
  context,
}) => {
  const abroad = await browser.newContext({ javaScriptEnabled: false, locale: 'es-MX' })
  const still = await abroad.newPage()
  const answer = await still.goto(`${originOf('northwind')}/`)
  expect(answer!.headers().vary).toContain('Accept-Language')
  const heading = 'Un gracias que se puede tocar.'
  await expect(still.getByRole('heading', { level: 1 })).toHaveText(heading)
  await still.goto(`${originOf('northwind')}/nowhere`)
  await expect(still.getByRole('heading', { name: '404: no se encontró' })).toBeVisible()
  await abroad.close()

  const page = await context.newPage()
  const isClicked = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await isClicked.promise
    await route.continue()
  })
  await page.goto(`${originOf('northwind')}/`, { waitUntil: 'commit' })
  // Before the page's script has loaded.
  await page.getByRole('button', { name: 'Español' }).click()
  isClicked.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A thank-you they can hold.')
  expect(problems).toEqual([])
})

test('the office’s sign-in is readable before any script runs, and accepts entries once they count', async ({
  browser,
  page,
}) => {
  const url = `${originOf('northwind')}/office`
  const heading = 'Sign in to the office'
  await withoutScripts(browser, url, async (still) => {
    await expect(still.getByRole('heading', { name: heading })).toBeVisible()
  })
  await watchPaint(page)
  await page.goto(url)
  await page.getByLabel('Email').fill('staff@northwind.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This field is required')).toHaveCount(1)
  await expect(page.getByLabel('Email')).toHaveValue('staff@northwind.example')
  await expectHydrated(page, heading, false)
})

test('a signed-in customer never sees the visitors’ page', async ({ context, request }) => {
  await context.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const header = document.querySelector('header')
      const text = header?.checkVisibility() ? header.textContent : ''
      if (text && text !== seen.at(-1)) seen.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const page = await openSignedIn(context, await makePerson(request), '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'My rewards' })).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.filter((header) => header.includes('Create account'))).toEqual([])
})
