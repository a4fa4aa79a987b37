import { startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import type { Person } from '../../testing/company-world.ts'
import { makeJoiningWorld } from '../../testing/joining-world.ts'
import { checkDueDomains } from '../../testing/sweeps.ts'
import { leaveAllCompanies } from './companies.service.ts'

const JOINING = '/api/v1/company/joining/'
const DOMAINS = '/api/v1/company/domains/'
const DAY = 86_400_000

let joining: Awaited<ReturnType<typeof makeJoiningWorld>>
/** Each test has a domain of its own. */
let domain: string
let admin: Person
beforeAll(async () => {
  joining = await makeJoiningWorld(await startSandbox({ port: 0, smtpPort: 0 }))
}, 60_000)
beforeEach(async () => {
  joining.asked.length = 0
  joining.clockAt(0)
  domain = joining.newDomain()
  admin = await joining.personAt(domain, 'marcus')
})
afterEach(() => {
  joining.world.setClock(undefined)
  vi.restoreAllMocks()
})
afterAll(() => joining.mails.close())

const domainsOf = async (one: Person) => (await joining.joiningOf(one)).domains

describe('a domain', () => {
  test('is verified once its record is found', async () => {
    const { id, record } = joining.found(await joining.add(admin, ` ${domain.toUpperCase()} `), domain)
    expect(record).toMatch(/^laurel-verify=([0-9a-f]{4}-){3}[0-9a-f]{4}$/)
    expect(await domainsOf(admin)).toEqual([
      {
        id,
        domain,
        record,
        is_verified: false,
        outcome: null,
        checked_at: null,
        is_watched: true,
        verified_until: null,
      },
    ])
    const check = () => admin.call('POST', `${DOMAINS}${id}/check/`)
    expect((await check()).body.code).toBe('too_many_requests')
    const outcomes: unknown[] = []
    const answers = [
      'ENOTFOUND',
      'ENODATA',
      [['laurel-verify=0000-0000-0000-0000'], [`${record}0`]],
      'ESERVFAIL',
      [['v=spf1 -all'], [record.slice(0, 9), record.slice(9)]],
    ]
    for (const [nth, answer] of answers.entries()) {
      joining.dns.set(domain, answer as string[][] | string)
      joining.clockAt((nth + 1) * 11_000)
      const [{ outcome, is_verified }] = (await check()).body.domains
      outcomes.push([outcome, is_verified])
    }
    expect(outcomes).toEqual([
      ['missing', false],
      ['missing', false],
      ['missing', false],
      ['unreachable', false],
      ['found', true],
    ])
    expect((await check()).body.code).toBe('too_many_requests')
    expect(joining.asked).toEqual(answers.map(() => domain))
    const { results } = (await admin.call('GET', '/api/v1/company/activity/?kind=settings')).body
    expect(results.map(({ does }: { does: string }) => does)).toEqual([
      `verified ${domain}`,
      `added the email domain ${domain}`,
    ])
  })

  test('is refused if it’s no domain, or everyone’s, and there are ten at most', async () => {
    const messageFor = async (name: string) => (await joining.add(admin, name)).errors?.[0].message
    expect(await messageFor('halden')).toBe('Enter a domain, such as halden.example.')
    expect(await messageFor('Gmail.com')).toBe(
      'Anyone can get an address at gmail.com. Enter your company’s own domain.',
    )
    for (let nth = 0; nth < 10; nth++) await joining.add(admin, `d${nth}.${domain}`)
    expect((await joining.add(admin, `d0.${domain}`)).domains).toHaveLength(10)
    expect((await joining.add(admin, domain)).code).toBe('limit_exceeded')
  })

  test('is checked every ten minutes for three days, and then on request only', async () => {
    await joining.add(admin, domain)
    await checkDueDomains(joining.world.kit)
    expect(joining.asked).not.toContain(domain)
    joining.clockAt(11 * 60_000)
    await checkDueDomains(joining.world.kit)
    expect(joining.asked).toContain(domain)
    expect(await domainsOf(admin)).toMatchObject([{ outcome: 'missing', is_watched: true }])
    joining.clockAt(4 * DAY)
    await checkDueDomains(joining.world.kit)
    expect(await domainsOf(admin)).toMatchObject([{ is_watched: false }])
  })

  test('is lost a week after its record is gone, but not because DNS doesn’t answer', async () => {
    await joining.verify(admin, domain)
    joining.dns.set(domain, 'ETIMEOUT')
    joining.clockAt(30 * DAY)
    await checkDueDomains(joining.world.kit)
    expect(await domainsOf(admin)).toMatchObject([
      { is_verified: true, outcome: 'unreachable', verified_until: null },
    ])
    joining.dns.set(domain, [])
    joining.clockAt(31 * DAY)
    await checkDueDomains(joining.world.kit)
    const [missing] = await domainsOf(admin)
    expect(missing).toMatchObject({ is_verified: true, outcome: 'missing' })
    expect(new Date(missing.verified_until).getTime() - Date.now()).toBeGreaterThan(37.9 * DAY)
    joining.clockAt(37.9 * DAY)
    await checkDueDomains(joining.world.kit)
    expect(await domainsOf(admin)).toMatchObject([{ is_verified: true }])
    joining.clockAt(38.1 * DAY)
    await checkDueDomains(joining.world.kit)
    expect(await domainsOf(admin)).toMatchObject([{ is_verified: false, verified_until: null }])
    expect(await joining.proposalsTo(await joining.personAt(domain, 'signe'))).toEqual([])
  })

  test('is one company’s, also if two prove it at once; the other gets it when it’s free', async () => {
    const other = await joining.person()
    const records = [
      joining.found(await joining.add(admin, domain), domain).record,
      joining.found(await joining.add(other, domain), domain).record,
    ]
    joining.dns.set(domain, [records])
    expect(await domainsOf(other)).toMatchObject([{ outcome: null }])
    joining.dns.set(
      domain,
      records.map((record) => [record]),
    )
    joining.clockAt(11_000)
    const ids = [
      joining.found(await joining.joiningOf(admin), domain).id,
      joining.found(await joining.joiningOf(other), domain).id,
    ]
    await Promise.all([
      admin.call('POST', `${DOMAINS}${ids[0]}/check/`),
      other.call('POST', `${DOMAINS}${ids[1]}/check/`),
    ])
    const states = [(await domainsOf(admin))[0], (await domainsOf(other))[0]]
    expect(states.map(({ outcome }) => outcome).toSorted()).toEqual(['found', 'taken'])
    const first = states[0].outcome === 'found'
    const [holder, waiting] = first ? [admin, other] : [other, admin]
    expect((await holder.call('DELETE', `${DOMAINS}${ids[first ? 0 : 1]}/`)).status).toBe(204)
    joining.clockAt(2 * DAY)
    await checkDueDomains(joining.world.kit)
    expect(await domainsOf(waiting)).toMatchObject([{ outcome: 'found', is_verified: true }])
  })

  test('belongs to its company and site, and to people who manage people', async () => {
    const { id } = joining.found(await joining.add(admin, domain), domain)
    const stranger = await joining.person()
    const elsewhere = await joining.person('acorn')
    for (const one of [stranger, elsewhere]) {
      expect((await one.call('POST', `${DOMAINS}${id}/check/`)).body.code).toBe('not_found')
      expect((await one.call('DELETE', `${DOMAINS}${id}/`)).body.code).toBe('not_found')
      expect(await domainsOf(one)).toEqual([])
    }
    const buyer = await joining.colleague(admin)
    expect((await buyer.call('GET', JOINING)).body.code).toBe('not_allowed')
    expect((await joining.add(buyer, domain)).code).toBe('not_allowed')
    expect(await domainsOf(admin)).toMatchObject([{ id }])
  })

  test('goes with its company’s last person', async () => {
    await joining.verify(admin, domain)
    const { pool, sites } = joining.world.kit
    const { id: siteId } = await sites.readByHost('localhost')
    await inSite(pool, siteId, (db) => leaveAllCompanies(db, joining.world.kit, siteId, admin.id))
    expect(await joining.proposalsTo(await joining.personAt(domain, 'signe'))).toEqual([])
  })
})
