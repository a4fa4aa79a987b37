import type { Endpoint } from '@laurel/contract/endpoint'
import { endpoints } from '@laurel/contract/endpoints'
import { COMPANY_ROLES, type CompanyCapability, capabilitiesIn } from '@laurel/domain/company-roles'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { companyThings, MARK } from '../testing/company-things.ts'
import { actingFor, companySteps, type Person } from '../testing/company-world.ts'
import { type Answer, makeWorld, type World } from '../testing/world.ts'

let world: World
let things: Awaited<ReturnType<typeof companyThings>>
/** An admin of another company; a person of both who acts for the other; a person of both who was removed. */
let others: Record<'stranger' | 'elsewhere' | 'removed', Person>
/** The removed person without the company's header. */
let atHome: Person
beforeAll(async () => {
  world = await makeWorld()
  things = await companyThings(world)
  const steps = companySteps(world)
  const own = async (one: Person) => (await one.call('GET', '/api/v1/companies/')).body[0].id as number
  const { both, removed } = things.people as Record<'both' | 'removed', Person>
  others = {
    stranger: await steps.person(),
    elsewhere: actingFor(both, await own(both)),
    removed,
  }
  atHome = { ...removed, call: world.visit(removed.host, removed.token) }
  // The server remembers that they are in it.
  await removed.call('GET', '/api/v1/company/people/')
  await things.admin.call('DELETE', `/api/v1/company/people/${removed.id}/`)
}, 240_000)
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => world.close())

const all = (Object.values(endpoints) as Endpoint[]).filter(({ access }) => access === 'customer')

/** What isn't a company's: the caller's own account, or what the caller has themselves in any company. */
const OWN: Readonly<Record<string, string>> = {
  listCompanies: 'names every company of the caller',
  listNotices: 'has news of every company of the caller',
  unlinkService: 'of an account',
  patchNotificationSetting: 'of a person, in all their companies',
}

/** Refusals that aren't 404, because the thing is named by a secret. */
const OTHERWISE: Readonly<Record<string, string>> = {
  acceptInvitation: 'invitation_for_other',
  openApprovalLink: 'approval_link_invalid',
}

/** What a person of the company may know while they act for another: they are in it. */
const FOR_MEMBERS: readonly string[] = ['joinCompany']

/** Values of required fields, and of those without which a request would do nothing. */
const VALUES: Readonly<Record<string, unknown>> = {
  name: 'Other',
  amount_cents: 5_000,
  amounts: [{ years: 0, cents: 5_000 }],
  period: 'month',
  emails: ['kim@other.example'],
  role: 'viewer',
  legal_business_name: 'Other',
  business_address1: '90 Foundry Road',
  business_city: 'Dayton',
  business_state: 'OH',
  business_zip: '45402',
  capabilities: [],
  scopes: ['orders.read'],
  url: 'https://9.9.9.9/other',
  event_types: ['order.placed'],
  seen_version: 1,
  since: '2026-11-21T10:00:00Z',
  replacement: 'viewer',
  fields: [],
  method_code: 'self_hosted_check',
  reward_type: 'direct',
  shipping_option_id: 1,
  shipping_option_ids: [],
  action: 'delete',
  folder: 'own',
  bytes: 9,
  sha256: '0'.repeat(64),
  parts: [],
  added: [],
  edited: [],
  up_to_id: 1,
  month: '2026-11',
  kind: 'orders',
  range: 'all',
  text: 'Name\tStreet\nMaya\t12 Elm Street',
  email: 'kim@other.example',
  first_name: 'Kim',
  last_name: 'Stone',
  address1: '90 Foundry Road',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
  seen_updated_at: '2026-11-21T10:00:00Z',
  low_balance_cents: 100,
  domain: 'other.example',
  conditions: [],
  steps: [{ ask: 'role', role: 'admin', escalation: null }],
  comment: 'Other',
  starts_on: '2099-12-01',
  ends_on: '2099-12-05',
  is_shared: true,
  is_open: false,
  joined_to: 1,
  employees: [{ email: 'kim@other.example', employee_number: '7' }],
  mail: 'daily',
  columns: [],
  hash: 'other',
  proposal: 'other',
  request: 'other',
  latitude: 39.76,
  longitude: -84.19,
}

/** Required fields and the company's IDs. Others are left out, so that they can't be refused first. */
function filled(schema: z.ZodObject | undefined): Record<string, unknown> | undefined {
  if (schema === undefined) return undefined
  const values = Object.entries(schema.shape).flatMap(([field, of]) => {
    const named = things.named[field]
    // A person's team or budget is chosen among those of the caller's own company.
    if (named !== undefined && (isRequired(of as z.ZodType) || field !== 'team_id')) return [[field, named]]
    return isRequired(of as z.ZodType) || field === 'text' ? [[field, valueFor(field, of as z.ZodType)]] : []
  })
  const value = Object.fromEntries(values)
  return schema.safeParse(value).success ? value : { ...VALUES, ...value }
}

/** Reports and programs have kinds of their own. */
function valueFor(field: string, of: z.ZodType): unknown {
  const value = VALUES[field]
  return field === 'kind' && !of.safeParse(value).success ? 'birthday' : value
}

const isRequired = (schema: z.ZodType) => !schema.safeParse(undefined).success

/** @throws {Error} for an endpoint whose things this test doesn't know: add them to companyThings */
function pathOf({ name, path }: Endpoint): string {
  if (!path.includes('{')) return path
  const [, params] = Object.entries(things.params).find(([beginning]) => path.startsWith(beginning)) ?? []
  if (params === undefined && OWN[name] === undefined) throw new Error(`no thing of a company for ${path}`)
  return path.replaceAll(/\{(\w+)\}/g, (_, param: string) => String(params?.[param] ?? 'email'))
}

function queryOf(endpoint: Endpoint): string {
  const named = Object.entries(filled(endpoint.query) ?? {}).filter(([, value]) => typeof value !== 'object')
  return named.length === 0
    ? ''
    : `?${new URLSearchParams(named.map(([key, value]) => [key, String(value)]))}`
}

function ask(one: Person, endpoint: Endpoint): Promise<Answer> {
  return one.call(endpoint.method, `${pathOf(endpoint)}${queryOf(endpoint)}`, filled(endpoint.body))
}

/** Whether a request names a thing of the company, which others can't know of. */
function namesThing({ name, path, body, query }: Endpoint): boolean {
  if (OWN[name] !== undefined) return false
  const fields = [filled(body), filled(query)].flatMap((values) => Object.keys(values ?? {}))
  return path.includes('{') || fields.some((field) => field in things.named)
}

const readable = () => all.filter(({ method, response }) => method === 'GET' && typeof response !== 'string')

/** All that the company's admin reads, by endpoint. */
async function everything() {
  const read: Record<string, unknown> = {}
  for (const endpoint of readable()) {
    const { status, body } = await ask(things.admin, endpoint)
    expect([endpoint.name, status]).toEqual([endpoint.name, 200])
    read[endpoint.name] = body
  }
  return read
}

describe('another company of the site', () => {
  let before: Awaited<ReturnType<typeof everything>>
  beforeAll(async () => {
    before = await everything()
    expect(JSON.stringify(before)).toContain(MARK)
  }, 60_000)

  test('a removed person changes nothing of the company within the minute in which servers remember them', async () => {
    const changing = all.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/v1/company/'))
    expect(changing.length).toBeGreaterThan(15)
    const answers: Record<string, string> = {}
    for (const endpoint of changing) {
      const { status, body } = await ask(others.removed, endpoint)
      answers[endpoint.name] = `${status} ${body?.code}`
    }
    expect(answers).toEqual(Object.fromEntries(changing.map(({ name }) => [name, '403 company_left'])))
  })

  test.each(all.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
    for (const [who, one] of Object.entries(others)) {
      if (who === 'removed') {
        vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
        const { status, body } = await ask(one, endpoint)
        expect([who, status, body?.code]).toEqual([who, 403, 'company_left'])
      }
      const { status, body } = await ask(who === 'removed' ? atHome : one, endpoint)
      expect([who, status < 500]).toEqual([who, true])
      if (who === 'elsewhere' && FOR_MEMBERS.includes(name)) continue
      if (OWN[name] === undefined) expect(JSON.stringify(body ?? '')).not.toContain(MARK)
      if (!namesThing(endpoint)) continue
      if (name === 'changeFiles') {
        const unknown = things.named.ids as number[]
        expect([who, body]).toEqual([
          who,
          { done: 0, refused: unknown.map((id) => ({ id, code: 'not_found' })) },
        ])
        continue
      }
      const refused = OTHERWISE[name]
      if (refused !== undefined) expect([who, body?.code]).toEqual([who, refused])
      else expect([who, status, body?.code]).toEqual([who, 404, 'not_found'])
    }
  })

  test('left everything of the company as it was', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    expect(await everything()).toEqual(before)
  })
})

/** What these endpoints ask for themselves, because they are also for a person's own. */
const ALSO_NEED: Readonly<Record<string, CompanyCapability>> = { removeCompanyPerson: 'people.manage' }

describe.each([...COMPANY_ROLES, 'a role of its own'])('%s', (role) => {
  test('is refused by every endpoint that its role doesn’t allow', async () => {
    const isCustom = role === 'a role of its own'
    const one = await things.colleague(isCustom ? things.roleKey : role)
    const can = isCustom ? [] : capabilitiesIn(role)
    const refused = all.filter(
      ({ name, companyNeeds = ALSO_NEED[name] }) => companyNeeds && !can.includes(companyNeeds),
    )
    expect(refused.length > 10).toBe(role !== 'admin')
    for (const endpoint of refused) {
      const { status, body } = await ask(one, endpoint)
      expect([endpoint.name, status, body?.code]).toEqual([endpoint.name, 403, 'not_allowed'])
    }
  })
})
