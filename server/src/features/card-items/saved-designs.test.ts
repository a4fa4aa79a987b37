import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { type Colleague, join, makeCustomer } from '../../testing/colleagues.ts'
import { customerSteps } from '../../testing/ordering-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { replaceEntry } from '../catalog/office-catalog.repo.ts'
import { closeCustomerHandler } from '../customers/close-customer.jobs.ts'
import { listOldFiles } from '../privacy/old-files.repo.ts'

let world: World
let admin: Colleague
let buyer: Colleague
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)
beforeEach(async () => {
  admin = await makeCustomer(world)
  buyer = await join(world, admin)
})
afterAll(() => world.close())

const call = async (one: Colleague, ...asked: Parameters<Colleague['call']>) => {
  const { status, body } = await one.call(...asked)
  return { status, body, code: body?.code }
}
const remove = (one: Colleague) => admin.call('DELETE', `/api/v1/company/people/${one.id}/`)

/** Closes an account, as the job does. */
async function close(one: Colleague) {
  const { identity_subject: subject } = await inSite(world.kit.pool, await siteId(), (db) =>
    db.selectFrom('customers').select('identity_subject').where('id', '=', one.id).executeTakeFirstOrThrow(),
  )
  await closeCustomerHandler(world.kit).run({ siteId: await siteId(), subject } as never)
}

const DESIGNS = '/api/v1/saved_designs/'
const LOGO = { logo_one_color: false, tone: 'pale', gradient: 'none' }
const cardOf = (one: Colleague) => customerSteps(one).addCards('direct', { draft: true })
const save = async (one: Colleague, name: string, itemId?: number) =>
  call(one, 'POST', DESIGNS, { card_item_id: itemId ?? (await cardOf(one)).id, name })
const change = (one: Colleague, id: number, body: object) =>
  call(one, 'PATCH', `${DESIGNS}${id}/`, body as Record<string, unknown>)
const start = (one: Colleague, id: number) => call(one, 'POST', `${DESIGNS}${id}/start/`)
const names = async (one: Colleague) =>
  (await call(one, 'GET', DESIGNS)).body.map(({ name }: { name: string }) => name)
const siteId = async () => (await world.kit.sites.readByHost('localhost')).id

/** A card with the logo that a person uploaded. @returns its ID, and the logo's key */
async function cardWithLogo(one: Colleague) {
  const key = `saved-design-${one.id}-logo`
  await world.kit.files.put(key, Buffer.from('a logo'))
  const file = { key, name: 'logo.png', content_type: 'image/png', bytes: 6, width: 1, height: 1 }
  const owner = { site_id: await siteId(), customer_id: one.id }
  await world.kit.pool
    .insertInto('files')
    .values({ ...file, ...owner })
    .execute()
  const { id } = await cardOf(one)
  const design = { ...LOGO, line1: 'Ten years', line2: 'of you', logo_file_key: key }
  await call(one, 'PATCH', `/api/v1/card_items/${id}/`, {
    design,
    message: 'Thank you.',
    sender_name: 'Dana',
  })
  return { id, key, design }
}
/** Pictures that retention would remove, however long ago they were uploaded. */
const oldPictures = async () =>
  inSite(world.kit.pool, await siteId(), async (db) => {
    const since = new Date(Date.now() + 86_400_000)
    const old = await listOldFiles(db, await siteId(), { since, now: new Date() }, 10_000)
    return old.map(({ key }) => key)
  })

test('starts cards of colleagues with all that it has, a logo and a message too', async () => {
  const { id: itemId, design, key } = await cardWithLogo(buyer)
  const { body: saved } = await save(buyer, 'Anniversaries', itemId)
  await call(buyer, 'DELETE', `/api/v1/card_items/${itemId}/`)
  expect(await oldPictures()).not.toContain(key)

  const started = (await start(admin, saved.id)).body
  const text = { name: 'Anniversaries', message: 'Thank you.', sender_name: 'Dana' }
  expect(started).toMatchObject({ ...text, design, state: 'draft', recipient_count: 0 })
  expect(started).toMatchObject({ denomination_cents: null, reward_type_data: { name: 'direct' } })
  // The started card keeps a colleague's logo.
  const recolored = { design: { ...design, tone: 'ink' } }
  expect((await call(admin, 'PATCH', `/api/v1/card_items/${started.id}/`, recolored)).status).toBe(200)

  expect((await call(admin, 'GET', DESIGNS)).body).toMatchObject([
    { name: 'Anniversaries', design, unavailable: null, shared: { by: 'Dana Whitlock', is_own: false } },
  ])
  await call(admin, 'DELETE', `/api/v1/card_items/${started.id}/`)
  expect((await call(buyer, 'DELETE', `${DESIGNS}${saved.id}/`)).status).toBe(204)
  expect(await oldPictures()).toContain(key)
})

test('is listed by its last use, and changed by the person who saved it and admins', async () => {
  const [first, second] = [(await save(buyer, 'First')).body, (await save(buyer, 'Second')).body]
  expect(await names(admin)).toEqual(['Second', 'First'])
  await start(admin, first.id)
  expect(await names(buyer)).toEqual(['First', 'Second'])

  const other = await join(world, admin)
  expect((await change(other, first.id, { name: 'Theirs' })).code).toBe('not_allowed')
  expect((await call(other, 'DELETE', `${DESIGNS}${first.id}/`)).code).toBe('not_allowed')
  expect((await save(other, ' first ')).body.errors).toMatchObject([{ field: 'name', code: 'taken' }])
  expect((await change(buyer, first.id, { name: 'SECOND' })).code).toBe('validation_failed')

  const seen = (await change(admin, second.id, { name: 'Winter' })).body.updated_at
  const late = { name: 'Summer', seen_updated_at: second.updated_at }
  expect(await change(buyer, second.id, late)).toMatchObject({ status: 409, code: 'design_changed' })
  const { id: itemId, design } = await cardWithLogo(buyer)
  const updated = await change(buyer, second.id, { card_item_id: itemId, seen_updated_at: seen })
  expect(updated.body).toMatchObject({ name: 'Winter', design, message: 'Thank you.' })

  await call(buyer, 'DELETE', `${DESIGNS}${second.id}/`)
  for (const gone of [start(admin, second.id), change(buyer, second.id, { name: 'Late' })]) {
    expect((await gone).code).toBe('not_found')
  }
  const { results } = (await call(admin, 'GET', '/api/v1/company/activity/?kind=orders')).body
  expect(results.map(({ does }: { does: string }) => does)).toEqual(
    expect.arrayContaining([
      'deleted the design “Winter”',
      'updated the design “Winter”',
      'renamed the design “Second” to “Winter”',
      'saved the design “Second”',
    ]),
  )
})

test('has its name once when two people save it at the same moment', async () => {
  const { id } = (await save(buyer, 'Old')).body
  const answers = await Promise.all([
    save(buyer, 'Gala'),
    save(admin, 'gala'),
    change(admin, id, { name: 'GALA' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect(await names(buyer)).toHaveLength(answers[2].status === 200 ? 1 : 2)
})

test('is of a card that the person sees, in an order of a colleague too', async () => {
  const steps = customerSteps(buyer)
  const order = await steps.fillCart('digital')
  const [item] = (await steps.order(order)).card_items
  expect((await save(admin, 'Too early', item.id)).code).toBe('not_found')
  await steps.pay(order, 'self_hosted_check')
  expect((await save(admin, 'Ordered', item.id)).status).toBe(200)
  expect((await save(await makeCustomer(world), 'Theirs', item.id)).code).toBe('not_found')
})

test('follows a template that staff edit, and is unavailable without one', async () => {
  const { id, reward_card_template_id: templateId } = (await save(buyer, 'Winter')).body
  const template = (more: object) =>
    world.kit.pool.updateTable('reward_card_templates').set(more).where('id', '=', templateId).execute()
  await template({ active: false })
  expect((await call(buyer, 'GET', DESIGNS)).body).toMatchObject([{ unavailable: 'template_not_offered' }])
  expect(await start(buyer, id)).toMatchObject({ status: 409, code: 'design_unavailable' })
  const [successor] = (await call(buyer, 'GET', '/api/v1/reward_card_templates/')).body.filter(
    (one: { id: number }) => one.id !== templateId,
  )
  await inSite(world.kit.pool, await siteId(), async (db) =>
    replaceEntry(db, await siteId(), 'templates', templateId, successor.id),
  )
  expect((await start(buyer, id)).body.reward_card_template_id).toBe(successor.id)
  await template({ active: true, replaced_by: null })
})

test('breaks a rule of today only in the card that is started with it', async () => {
  const { id } = (await save(buyer, 'Old text')).body
  const design = { ...LOGO, line1: '{nickname}', line2: '', logo_file_key: null }
  await world.kit.pool
    .updateTable('saved_designs')
    .set({ design: JSON.stringify(design) })
    .where('id', '=', id)
    .execute()
  const { status, body } = await start(buyer, id)
  expect(status).toBe(200)
  expect(body.missing).toContainEqual(expect.objectContaining({ field: 'design.line1' }))
})

test('stays with the company when the person who saved it leaves, and goes with its last', async () => {
  const { id: itemId, key } = await cardWithLogo(buyer)
  await save(buyer, 'Anniversaries', itemId)
  await close(buyer)
  expect((await call(admin, 'GET', DESIGNS)).body).toMatchObject([{ shared: { is_own: true } }])
  expect(await world.kit.files.find(key)).toBeDefined()
  const late = await join(world, admin)
  await remove(late)
  expect((await call(late, 'POST', DESIGNS, { card_item_id: itemId, name: 'Late' })).code).toBe(
    'company_left',
  )
  await close(admin)
  const left = world.kit.pool.selectFrom('saved_designs').select('id').where('saved_by', '=', admin.id)
  expect(await left.execute()).toEqual([])
})

test('can’t be one too many', async () => {
  const { id } = (await save(buyer, 'First')).body
  await sql`insert into saved_designs (site_id, company_id, saved_by, name, reward_type, reward_id,
      reward_card_template_id, design, message, sender_name, created_at, updated_at)
    select site_id, company_id, saved_by, name || n, reward_type, reward_id, reward_card_template_id, design,
      message, sender_name, created_at, updated_at
    from saved_designs, generate_series(2, 200) n where id = ${id}`.execute(world.kit.pool)
  expect(await save(buyer, 'One more')).toMatchObject({ code: 'limit_exceeded' })
})
