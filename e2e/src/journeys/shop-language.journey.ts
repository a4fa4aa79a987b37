import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../stack/axe.ts'
import { fillCart, MAYA, makeDraft } from '../stack/cart.ts'
import { payByCard } from '../stack/payment-page.ts'
import { makePerson, openSignedIn, type Person } from '../stack/people.ts'
import { expect, originOf, test } from '../stack/shop.ts'

for (const site of ['northwind', 'acorn'] as const) {
  test(`a customer signs in, checks out, and sees the order placed in Spanish: ${site}`, {
    tag: '@every-way',
  }, async ({ browser, request }) => {
    test.setTimeout(300_000)
    const person = await makePerson(request, { site })
    await fillCart(person, ['digital'])

    const context = await browser.newContext({ locale: 'es-MX' })
    const page = await context.newPage()
    await page.goto(`${originOf(site)}/`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await look(page, `home-${site}`)
    await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Correo del trabajo').fill(person.email)
    await dialog.getByLabel('Contraseña', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(dialog.getByText('Usuario o contraseña incorrectos.')).toBeVisible()
    await look(page, `sign-in-${site}`)
    await dialog.getByLabel('Contraseña', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Iniciar sesión' }).click()

    await page.waitForURL(/my-rewards/)
    await page.goto(`${originOf(site)}/`)
    await page.getByRole('button', { name: /^Carrito, 1 artículo/ }).click()
    await expect(page.getByRole('dialog', { name: 'Su carrito' })).toBeVisible()
    await look(page, `cart-${site}`)
    await page.getByRole('button', { name: 'Continuar al pago' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Distribución digital' })).toBeVisible()
    await look(page, `delivery-${site}`)
    await page
      .getByRole('radio', { name: /Gratis|\$/ })
      .first()
      .check()
    await page
      .getByRole('button', { name: /^Siguiente/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pago y confirmación' })).toBeVisible()
    await look(page, `payment-${site}`)
    await page.getByRole('radio', { name: /^Tarjeta de crédito o débito/ }).check()
    await page.getByRole('checkbox', { name: /términos del pedido/ }).check({ force: true })
    await page
      .getByRole('complementary', { name: 'Resumen del pedido' })
      .getByRole('button', { name: /^Hacer el pedido y pagar|^Pagar/ })
      .click()
    await payByCard(page)
    await expect(page.getByRole('heading', { level: 1, name: /^Pidió \d+ tarjetas?\.$/ })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await look(page, `confirmation-${site}`)
    await context.close()

    if (site === 'northwind') await expectNothingEscapes(await browser.newContext(), person)
  })
}

test('a customer creates cards in Spanish', { tag: '@every-way' }, async ({ browser, request }) => {
  test.setTimeout(300_000)
  const person = await makePerson(request, { site: 'northwind' })
  const nameless = { ...MAYA, first_name: '', city: '', zip: '40202' }
  const direct = await makeDraft(person, 'direct', { recipients: [MAYA, MAYA, nameless] })
  const bulk = await makeDraft(person, 'bulk', {})

  const context = await browser.newContext({ locale: 'es-MX' })
  const page = await openSignedIn(context, person, '/my-rewards?createNew=true')
  await expect(page.getByRole('dialog', { name: 'Diseñar una tarjeta' })).toBeVisible()
  await expect(page.getByText('¿Cómo entregamos sus tarjetas?')).toBeVisible()
  await look(page, 'card-type')
  const steps = [
    ['card-design', direct, 'Diseño de la tarjeta'],
    ['recipients', direct, 'Destinatarios'],
    ['custom-message', direct, 'Mensaje'],
    ['quantity', bulk, 'Cantidad'],
    ['value', bulk, 'Valor'],
  ] as const
  for (const [step, item, title] of steps) {
    await page.goto(`${originOf('northwind')}/create-reward/${step}?item=${item}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    if (step === 'recipients') await expect(page.getByText('Falta: Nombre.')).toBeVisible()
    await look(page, step)
  }
  await context.close()
})

test('a company’s people, approvals, money, and settings are in Spanish', {
  tag: '@every-way',
}, async ({ browser, request }) => {
  test.setTimeout(300_000)
  const person = await makePerson(request, { site: 'northwind' })
  const budget = { name: 'Ventas', amount_cents: '2000000', period: 'quarter', rolls_over: 'true' }
  await person.api('POST', '/api/v1/company/budgets/', budget)

  const context = await browser.newContext({ locale: 'es-MX' })
  const page = await openSignedIn(context, person, '/company')
  const screens = [
    ['', 'people', 'Invitar personas'],
    ['/approvals', 'approvals', 'Aún no hay solicitudes'],
    ['/budgets', 'budgets', 'Saldo de la empresa'],
    ['/programs', 'programs', 'Aún no hay programas'],
    ['/reports', 'reports', 'No hay pedidos en este período'],
    ['/year-end', 'year-end', 'Quién recibió cuánto'],
    ['/activity', 'activity', 'agregó el presupuesto “Ventas”'],
    ['/webhooks', 'webhooks', 'Aún no hay endpoints'],
    ['/api-keys', 'api-keys', 'Aún no hay claves de API'],
    ['/settings', 'settings', 'Aún no hay reglas'],
  ] as const
  for (const [path, name, text] of screens) {
    await page.goto(`${originOf('northwind')}/company${path}`)
    await expect(page.getByText(new RegExp(text)).first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await look(page, `company-${name}`)
  }
  await context.close()
})

/** The page at every width: it's accessible, and the longer texts fit. */
async function look(page: Page, name: string) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${name}, ${width} px`)
    const standsOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(standsOut, `${name} stands out at ${width} px`).toBeLessThanOrEqual(0)
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png` })
  }
}

/** Names, dates, the site's own texts, and the languages' own names have no pseudo-translation. */
const DATA =
  /Thank you|For a good year|Dana|Whitlock|DW|Maya|Okafor|Halden Tools|Northwind( Rewards)?|Laurel|Meridian( Prepaid)?|Converge|ACH|Español|\S+@\S+|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),|(?<=: +\]).+|CST|CDT|Central Time|Terms|Privacy|Cardholder agreement|weekdays.*Central/g

/** In the pseudo-locale, texts without brackets and accents are missing from the catalogs. */
async function expectNothingEscapes(context: BrowserContext, person: Person) {
  await fillCart(person, ['digital'])
  await context.addInitScript(() => {
    Object.defineProperty(HTMLHtmlElement.prototype, 'lang', { get: () => 'en-XA', set: () => {} })
  })
  const page = await openSignedIn(context, person, '/checkout/digital-shipping-method')
  await expect(page.getByRole('heading', { level: 1, name: /\[/ })).toBeVisible()
  await expect(page.getByRole('radio').first()).toBeVisible()
  expect.soft(await escaped(page), 'delivery').toEqual([])
  await page.getByRole('button', { name: /Ńēxţ/ }).first().click()
  await expect(page.getByRole('radio').first()).toBeVisible()
  expect.soft(await escaped(page), 'payment').toEqual([])
  await context.close()
}

async function escaped(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('body *:not(script, style, noscript, option)')]
    const labels = elements.flatMap((one) =>
      ['aria-label', 'alt', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
    )
    const own = elements.flatMap((one) =>
      [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent ?? ''),
    )
    return [...labels, ...own]
  })
  return texts.filter((text) => /[a-z]{2}/i.test(text.replaceAll(DATA, '')))
}
