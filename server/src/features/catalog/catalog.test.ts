import { REWARD_TYPE_DESCRIPTIONS } from '@laurel/domain/reward-type'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

let world: World
let northwind: SignedIn
let acorn: SignedIn

beforeAll(async () => {
  world = await makeWorld()
  northwind = await world.signIn({ registered: false })
  acorn = await world.signIn({ site: 'acorn', registered: false })
})
afterAll(() => world.close())

const SECURED = [
  'rewards',
  'reward_infos',
  'reward_infos/bulk',
  'reward_card_templates',
  'predefined_amounts',
  'predefined_messages',
  'heard_about_options',
  'us_states',
  'shipping_options',
]

describe('a site’s catalog', () => {
  it.each(SECURED)('shows %s to signed-in customers and not to visitors', async (path) => {
    expect((await northwind.call('GET', `/api/v1/${path}/`)).status).toBe(200)
    expect((await world.visit('localhost')('GET', `/api/v1/${path}/`)).status).toBe(401)
  })

  it('is each site’s own: templates, rewards, and deliveries of two sites share no id', async () => {
    for (const path of ['rewards', 'reward_card_templates', 'shipping_options', 'landing_components']) {
      const [ours, theirs] = await Promise.all(
        [northwind, acorn].map((who) => who.call('GET', `/api/v1/${path}/`)),
      )
      const ids = new Set(ours!.body.map((row: { id: number }) => row.id))
      expect(ids.size).toBeGreaterThan(1)
      expect(theirs!.body.filter((row: { id: number }) => ids.has(row.id))).toEqual([])
    }
  })

  it('lists the templates in each site’s own order, with its own words', async () => {
    const names = async (who: SignedIn) =>
      (await who.call('GET', '/api/v1/reward_card_templates/')).body.map((one: { name: string }) => one.name)
    expect(await names(northwind)).toEqual([
      'Laurel',
      'First light',
      'Arches',
      'Confetti',
      'Contour',
      'Rosette',
    ])
    expect(await names(acorn)).toEqual(['First light', 'Laurel', 'Contour', 'Arches', 'Rosette', 'Confetti'])
  })

  it('explains each reward type in the words of the specification', async () => {
    const { body } = await northwind.call('GET', '/api/v1/reward_infos/direct/')
    expect(body).toMatchObject({ name: 'direct', description: REWARD_TYPE_DESCRIPTIONS.direct })
    const all = await northwind.call('GET', '/api/v1/reward_infos/')
    expect(all.body.map((info: { name: string }) => info.name)).toEqual(['bulk', 'direct', 'digital'])
    expect((await northwind.call('GET', '/api/v1/reward_infos/carrier-pigeon/')).status).toBe(404)
  })

  it('offers for a reward type only its own deliveries', async () => {
    const { body } = await northwind.call('GET', '/api/v1/shipping_options/?reward_type=direct')
    expect(body.map((option: { service: string }) => option.service)).toEqual([
      'USPS First-Class',
      'USPS Ground Advantage',
    ])
    const wrong = await northwind.call('GET', '/api/v1/shipping_options/?reward_type=pigeon')
    expect(wrong.status).toBe(400)
  })

  it('hides what is switched off, once the few seconds of caching are over', async () => {
    const { siteId } = await siteOf('acorn.localhost')
    await world.kit.pool
      .updateTable('rewards')
      .set({ active: false })
      .where('site_id', '=', siteId)
      .where('name', '=', 'Meridian Dining')
      .execute()
    const names = async (of: SignedIn) =>
      (await of.call('GET', '/api/v1/rewards/')).body.map(({ name }: { name: string }) => name)
    await expect.poll(() => names(acorn), { timeout: 8_000 }).not.toContain('Meridian Dining')
    expect(await names(northwind)).toContain('Meridian Dining')
  })
})

describe('the home page', () => {
  it('shows each site’s own words to everyone, and never another site’s', async () => {
    const [ours, theirs] = await Promise.all(
      ['localhost', 'acorn.localhost'].map((host) => world.visit(host)('GET', '/api/v1/landing_components/')),
    )
    expect(ours!.status).toBe(200)
    const title = (page: typeof ours) =>
      page!.body.find((part: { kind: string }) => part.kind === 'hero').content.title
    expect(title(ours)).toBe('A thank-you they can hold.')
    expect(title(theirs)).not.toBe(title(ours))
    expect(ours!.body.map((part: { kind: string }) => part.kind)).toEqual([
      'hero',
      'ways',
      'steps',
      'trust',
      'closing',
      'footer',
    ])
  })

  it('isn’t found for an unknown host', async () => {
    const answer = await world.visit('stranger.example')('GET', '/api/v1/landing_components/')
    expect(answer).toMatchObject({ status: 404, body: { code: 'unknown_site' } })
  })
})

async function siteOf(host: string) {
  const site = await world.kit.sites.readByHost(host)
  return { siteId: site.id }
}
