import { MODEL_DEMO, type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inSite } from '../../../database/in-site.ts'
import { companySteps, type Person } from '../../../testing/company-world.ts'
import { makeWorld, type World } from '../../../testing/world.ts'
import { ModelFailed } from './model.ts'
import { readModel } from './model-stream.ts'

let sandbox: Sandbox
const worlds = new Map<string, World>()
/** Sunday, noon in Chicago. */
const NOW = new Date('2026-11-29T18:00:00Z')
const SENTENCE = '200 people, $25, by email on Friday'
const BEDROCK = { AI_PROVIDER: 'bedrock', AI_MODEL: MODEL_DEMO.bedrockModel }
const SETTINGS = {
  openai: { AI_PROVIDER: 'openai', AI_MODEL: MODEL_DEMO.openaiModel, AI_KEY: MODEL_DEMO.key },
  'bedrock with a key': { ...BEDROCK, AI_KEY: MODEL_DEMO.key },
  'bedrock with AWS credentials': BEDROCK,
} as const
type Provider = keyof typeof SETTINGS
const PROVIDERS = Object.keys(SETTINGS) as Provider[]

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  vi.stubEnv('AWS_ACCESS_KEY_ID', MODEL_DEMO.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', MODEL_DEMO.secretAccessKey)
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const path = settings.AI_PROVIDER === 'openai' ? '/openai/v1' : '/bedrock'
    const AI_URL = `${sandbox.origin}${path}`
    const world = await makeWorld({ ...settings, AI_URL, AI_DAILY_TOKENS: '200000' })
    await switchModel(world, true)
    worlds.set(name, world)
  }
}, 120_000)

/** What was sent to the model, and what can abort it. */
let sent: string[]
let signals: AbortSignal[]
let dana: Person
let world: World
beforeEach(async () => {
  world = worlds.get('openai')!
  dana = await companySteps(world).person()
  sent = []
  signals = []
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    if (/\/chat\/completions|\/converse/.test(String(url))) {
      sent.push(String(init?.body))
      signals.push(init!.signal!)
    }
    return real(url, init)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  world.setClock(undefined)
  await fetch(`${sandbox.origin}/faults/model/`, { method: 'DELETE' })
  await forgetTokens()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const one of worlds.values()) await one.close()
  await sandbox.close()
})

async function switchModel(of: World, connected_model: boolean) {
  const { id } = await of.kit.sites.readByHost('localhost')
  await of.kit.pool.updateTable('sites').set({ connected_model }).where('id', '=', id).execute()
  of.kit.sites.forget(id)
}
const siteIdOf = async (of = world) => (await of.kit.sites.readByHost('localhost')).id
async function tokensUsed(of = world): Promise<number> {
  const id = await siteIdOf(of)
  const rows = await inSite(of.kit.pool, id, (db) => db.selectFrom('model_tokens').select('tokens').execute())
  return rows.reduce((sum, { tokens }) => sum + Number(tokens), 0)
}
async function forgetTokens() {
  for (const one of worlds.values()) {
    await inSite(one.kit.pool, await siteIdOf(one), (db) => db.deleteFrom('model_tokens').execute())
  }
}
const fault = (name: string, more: object = {}) =>
  fetch(`${sandbox.origin}/faults/model/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: name, ...more }),
  })

const PATH = '/api/v1/conversations/'
type AnyBlock = { type: string; text?: string; subtitle: string; proposal: { token: string } }
async function ask(who: Person, text: string, given?: number) {
  const id = given ?? ((await who.call('POST', PATH)).body.id as number)
  const { status } = await who.call('POST', `${PATH}${id}/messages/`, { text })
  const { body: stream } = await who.call('GET', `${PATH}${id}/stream/`)
  const { body: messages } = await who.call('GET', `${PATH}${id}/messages/`)
  const answer = messages.at(-1)
  const content: AnyBlock[] = answer.content
  return {
    ...{ id, status, answer, stream: String(stream) },
    said: content.flatMap(({ type, text }) => (type === 'text' ? text : [])).join('\n'),
    block: (type: string) => content.find((one) => one.type === type),
  }
}

describe.each(PROVIDERS)('with %s', (provider) => {
  test('a sentence becomes the guide’s plan, its draft, and text word by word', async () => {
    world = worlds.get(provider)!
    dana = await companySteps(world).person()
    world.setClock(NOW)
    const { id, block, said, answer, stream } = await ask(dana, SENTENCE)
    const plan = block('plan')!
    expect(plan).toMatchObject({ title: '200 digital cards × $25.00' })
    expect(plan.subtitle).toMatch(/^By email on Fri, Dec 4, 9:00.AM/)
    expect(said).toMatch(/use the button/)
    expect(stream.split('event: text').length).toBeGreaterThan(6)
    expect(answer).toMatchObject({ state: 'done', model: SETTINGS[provider].AI_MODEL })
    expect(answer.tokens.input).toBeGreaterThan(300)
    expect(await tokensUsed()).toBe(answer.tokens.input + answer.tokens.output)
    const drafted = await dana.call('POST', `${PATH}${id}/confirm/`, { proposal: plan.proposal.token })
    expect(drafted.body.outcomes).toMatchObject([{ kind: 'draft' }])
    // The button's token never reached the model.
    expect(sent).toHaveLength(2)
    expect(sent.join()).not.toContain(plan.proposal.token)
  })

  test.each(['too_many', 'down', 'html', 'breaks_off', 'bad_frames', 'endless'])(
    'the guide answers and says so when the model is %s',
    async (name) => {
      world = worlds.get(provider)!
      dana = await companySteps(world).person()
      await fault(name)
      const { said, answer } = await ask(dana, 'How do I pay by check?')
      expect(said).toContain('The language model didn’t answer, so the guide does.')
      expect(said).toMatch(/check/i)
      expect(answer).toMatchObject({ state: 'done', model: null })
      if (name === 'endless') expect(sent).toHaveLength(8)
    },
  )
})

test('staff turn it on, customers see who reads their messages, and the audit log has both', async () => {
  const owner = await world.staff('owner')
  const change = async (connected_model: boolean) => {
    const { body: before } = await owner.call('GET', '/api/v1/office/site/')
    expect(before.available_model).toEqual({ service: null, model: 'scripted' })
    const { status } = await owner.call('PATCH', '/api/v1/office/site/', {
      connected_model,
      seen_version: before.version,
    })
    expect(status).toBe(200)
    return (await world.visit('localhost')('GET', '/api/v1/actual_rewards_site/')).body.connected_model
  }
  expect(await change(false)).toBeNull()
  await ask(dana, 'Hello')
  expect(sent).toEqual([])
  expect(await change(true)).toEqual({ service: null, model: 'scripted' })
  await ask(dana, 'Hello')
  expect(sent).toHaveLength(1)
  const viewer = await world.staff('viewer')
  const refused = await viewer.call('PATCH', '/api/v1/office/site/', {
    connected_model: false,
    seen_version: 1,
  })
  expect(refused.status).toBe(403)
})

test('a site without it, and one that turns it off, sends nothing', async () => {
  await switchModel(world, false)
  const { said, answer } = await ask(dana, SENTENCE)
  await switchModel(world, true)
  expect(sent).toEqual([])
  expect(said).toContain('Here’s the plan')
  expect(answer.model).toBeNull()
})

test('the next message has the earlier ones that the model answered, but none that the guide did', async () => {
  await switchModel(world, false)
  const { id } = await ask(dana, 'my secret birthday list')
  await switchModel(world, true)
  await ask(dana, 'Hello there', id)
  await ask(dana, 'And now?', id)
  expect(sent.at(-1)).toContain('Hello there')
  expect(sent.at(-1)).toContain('I can plan an order')
  expect(sent.join()).not.toContain('birthday')
})

test('broken arguments, and far too much text, end in an answer', async () => {
  await fault('bad_arguments', { times: 1 })
  expect((await ask(dana, 'Show my orders')).answer.state).toBe('done')
  await fault('flood', { times: 1 })
  const { said, answer } = await ask(dana, 'Hello')
  expect(answer).toMatchObject({ state: 'done' })
  expect(said).toMatch(/The answer was too long, so it ends here\.$/)
  expect(said.length).toBeLessThan(6_100)
})

test('stopping an answer aborts the request to the model', async () => {
  await fault('silent')
  const id = (await dana.call('POST', PATH)).body.id
  await dana.call('POST', `${PATH}${id}/messages/`, { text: 'Hello' })
  await vi.waitFor(() => expect(signals).toHaveLength(1))
  expect((await dana.call('POST', `${PATH}${id}/stop/`)).status).toBe(204)
  await vi.waitFor(() => expect(signals[0]!.aborted).toBe(true))
  const { body } = await dana.call('GET', `${PATH}${id}/stream/`)
  expect(body).toContain('"stop_reason":"stopped"')
})

test('a silent model counts as failed', async () => {
  await fault('silent')
  const request = { url: `${sandbox.origin}/openai/v1/chat/completions`, headers: {}, body: '{}' }
  const reading = async () => {
    for await (const _ of readModel(request, 'text/event-stream', new AbortController().signal, 200)) {
    }
  }
  await expect(reading()).rejects.toThrow(new ModelFailed('silent for 200 ms'))
})

test('of two at once, only as many ask the model as the day’s tokens allow', async () => {
  const used = world.kit.config.model!.tokensPerDay
  const take = async () => {
    const { dailyTokens } = await import('./daily-tokens.ts')
    const tokens = dailyTokens(world.kit.pool, await siteIdOf(), '2026-11-29', used)
    return tokens.take(used * 0.6)
  }
  for (let tries = 0; tries < 5; tries += 1) {
    await forgetTokens()
    expect((await Promise.all([take(), take()])).sort()).toEqual([false, true])
  }
  await forgetTokens()
  const { id } = await ask(dana, 'Hello')
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' })
  await inSite(world.kit.pool, await siteIdOf(), (db) =>
    db
      .updateTable('model_tokens')
      .set({ tokens: used - 100 })
      .where('day', '=', day)
      .execute(),
  )
  sent = []
  const { said, answer } = await ask(dana, 'How do I pay by check?', id)
  expect(said).toContain('The language model has reached today’s limit, so the guide answers.')
  expect(answer.model).toBeNull()
  expect(sent).toEqual([])
})
