import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, hostHeaders, loopback, originOf, type SiteName, test } from '../stack/shop.ts'

const BRANDS = [
  { site: 'northwind', name: 'Northwind Rewards', primary: '#0B6B4F', rgb: 'rgb(11, 107, 79)' },
  { site: 'acorn', name: 'Acorn & Co.', primary: '#E8551C', rgb: 'rgb(232, 85, 28)' },
] as const

for (const { site, name, primary, rgb } of BRANDS) {
  test(`${name} has its own colors and words before any script has run`, async ({ browser, request }) => {
    const read = async () => (await request.get(loopback('/'), { headers: hostHeaders(site) })).text()
    // The demo's icons are drawn right after the start.
    await expect.poll(read).toContain('<link rel="apple-touch-icon" sizes="180x180" href="/api/v1/files/')
    const html = await read()
    expect(html).toContain(`<title>${name.replace('&', '&amp;')}</title>`)
    expect(html).toContain('<link rel="icon" sizes="32x32" href="/api/v1/files/')
    expect(html.toLowerCase()).toContain(primary.toLowerCase())
    expect(html).toContain('id="site-data"')

    const context = await browser.newContext()
    const page = await context.newPage()
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${originOf(site)}/`)
    await expect(page).toHaveTitle(name)
    const painted = await page.evaluate(() => {
      const probe = document.createElement('p')
      probe.style.color = 'var(--brand-primary)'
      document.body.append(probe)
      return getComputedStyle(probe).color
    })
    expect(painted).toBe(rgb)
    await context.close()
  })
}

test('the two demo sites look and read like two shops', async ({ context }) => {
  const seen = await Promise.all(
    (['northwind', 'acorn'] as SiteName[]).map(async (site) => {
      const page = await context.newPage()
      await page.goto(`${originOf(site)}/`)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      const action = page.getByRole('banner').getByRole('link', { name: 'Create account' })
      return {
        title: await page.title(),
        heading: await heading.textContent(),
        action: await action.evaluate((link) => getComputedStyle(link).backgroundColor),
        text: await action.evaluate((link) => getComputedStyle(link).color),
      }
    }),
  )
  expect(seen[0]).toMatchObject({
    title: expect.stringMatching(/^Northwind Rewards/),
    action: 'rgb(11, 107, 79)',
  })
  expect(seen[1]).toMatchObject({ title: expect.stringMatching(/^Acorn & Co\./), action: 'rgb(232, 85, 28)' })
  expect(seen[0]!.heading).not.toBe(seen[1]!.heading)
  expect(seen[0]!.text).not.toBe(seen[1]!.text)
})

test('a person signed in to one site is a stranger to the other', async ({ context, request }) => {
  const person = await makePerson(request)
  const page = await openSignedIn(context, person, '/my-rewards')
  await expect(page.getByRole('heading', { level: 1, name: 'My rewards' })).toBeVisible()

  const other = await context.newPage()
  await other.goto(`${originOf('acorn')}/my-rewards`)
  await expect(other.getByRole('dialog', { name: 'Welcome to Acorn & Co.' })).toBeVisible()

  const answer = await request.get(loopback('/api/v1/actual_user/'), {
    headers: { ...hostHeaders('acorn'), authorization: `Bearer ${person.tokens.IdToken}` },
  })
  expect(answer.status()).toBe(401)
})
