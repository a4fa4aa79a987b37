// Recipients get everything in the language on their list, else in the site's.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverySteps, tokenIn } from '../../testing/delivery-world.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { DESIGN } from '../../testing/shop-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { cardOnPage } from './claims.service.ts'

const DAY_MS = 86_400_000

let world: World
let steps: ReturnType<typeof deliverySteps>
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  steps = deliverySteps(world)
})
afterEach(() => world.setClock(undefined))
afterAll(() => world.close())

/** An approved order of cards for a pasted list. */
async function approved(list: string) {
  const customer = await world.signIn()
  const dana = customerSteps(customer)
  const [template] = await dana.ok('GET', '/api/v1/reward_card_templates/')
  const { id: itemId } = await dana.ok('POST', '/api/v1/card_items/', {
    reward_type: 'digital',
    reward_card_template_id: template.id,
    design: DESIGN,
    denomination_cents: 5_000,
  })
  await dana.ok('POST', '/api/v1/csv_card_item_imports/', { card_item_id: itemId, text: list })
  await dana.ok('POST', '/api/v1/add_to_cart/', { card_item_id: itemId })
  const { id } = await dana.cart()
  await dana.chooseDeliveries(id, ['digital'])
  await steps.payFor(dana, id)
  await steps.approve(id)
  await steps.plan(id)
  return id
}

const mailTo = (email: string, key = '') =>
  steps.mailer.accepted.findLast((mail) => mail.to === email && mail.key.startsWith(key))!

async function setSite(change: Record<string, unknown>) {
  const owner = await world.staff('owner')
  const { version } = (await owner.call('GET', '/api/v1/office/site/')).body
  const answer = await owner.call('PATCH', '/api/v1/office/site/', { ...change, seen_version: version })
  expect(answer.status).toBe(200)
}

test('a recipient who reads Spanish gets the card, its reminder, and its link in Spanish; others in English', async () => {
  const stamp = crypto.randomUUID().slice(0, 8)
  const [ana, ben, linh] = ['ana', 'ben', 'linh'].map((name) => `${name}.${stamp}@recipient.example`)
  await approved(`First name,Email,Idioma
Ana,${ana},Español
Ben,${ben},
Linh,${linh},Vietnamese`)
  await steps.send()

  const spanish = mailTo(ana!)
  expect(spanish.subject).toBe('Ana, le espera una tarjeta de $50.00')
  expect(spanish.html).toContain('<html lang="es"')
  expect(spanish.text).toMatch(/^Ana, .+ le envió \$50\.00\./)
  expect(spanish.text).toMatch(/Abra su tarjeta a más tardar el \d+ de \p{L}+ de 20\d\d\./u)
  expect(spanish.text).toContain('Ver su tarjeta: http')
  for (const email of [ben!, linh!]) {
    expect(mailTo(email).subject).toMatch(/, a \$50\.00 card is waiting for you$/)
    expect(mailTo(email).html).toContain('<html lang="en"')
  }

  const site = await steps.site()
  const page = await cardOnPage(
    { ...world.kit, pictures: steps.pictures },
    { site, token: tokenIn(spanish), ip: '192.0.2.1' },
  )
  expect(page).toMatchObject({ language: 'es' })

  steps.later(340 * DAY_MS)
  await steps.remind()
  const reminder = mailTo(ana!, 'card-reminder')
  expect(reminder.subject).toMatch(/^Todavía le esperan \$50\.00, hasta el \d+ de \p{L}+ de 20\d\d$/u)
  expect(reminder.text).toContain('Este es el único recordatorio que recibirá.')
  expect(mailTo(ben!, 'card-reminder').text).toContain('This is your only reminder.')
})

test('without a language of their own, recipients get the site’s, whose own subject isn’t sent in other languages', async () => {
  await setSite({ language: 'es', card_mail_subject: 'Para {first name}: {amount}' })
  const stamp = crypto.randomUUID().slice(0, 8)
  await approved(
    `First name,Email,Language\nEva,eva.${stamp}@recipient.example,\nBob,bob.${stamp}@recipient.example,en`,
  )
  await steps.send()
  expect(mailTo(`eva.${stamp}@recipient.example`).subject).toBe('Para Eva: $50.00')
  expect(mailTo(`eva.${stamp}@recipient.example`).html).toContain('<html lang="es"')
  expect(mailTo(`bob.${stamp}@recipient.example`).subject).toBe('Bob, a $50.00 card is waiting for you')
  await setSite({ language: 'en', card_mail_subject: '{first name}, a {amount} card is waiting for you' })
})

test.each([
  ['es-US,es;q=0.9', 'Este enlace no abre ninguna tarjeta'],
  ['en-US', 'This link doesn’t open a card'],
  ['fr', 'This link doesn’t open a card'],
])('a problem that a card’s page can show follows its Accept-Language: %s', async (accepted, title) => {
  const visit = world.visit('localhost')
  const answer = await visit('GET', '/api/v1/claims/none/', undefined, { 'accept-language': accepted })
  expect(answer).toMatchObject({ status: 404, body: { title, code: 'claim_not_found' } })
})

test('a wait is in the requested language', async () => {
  const visit = world.visit('localhost')
  const spanish = { 'accept-language': 'es' }
  for (let miss = 0; miss < 30; miss += 1) await visit('GET', '/api/v1/claims/none/', undefined, spanish)
  const answer = await visit('GET', '/api/v1/claims/none/', undefined, spanish)
  expect(answer.body).toMatchObject({
    status: 429,
    detail: 'Demasiadas solicitudes. Inténtelo de nuevo en 1 hora.',
  })
})
