import { startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../testing/company-world.ts'
import { makeJoiningWorld } from '../../testing/joining-world.ts'
import { join, listProposals } from './join.service.ts'

const DOMAINS = '/api/v1/company/domains/'
const PEOPLE = '/api/v1/company/people/'
const DAY = 86_400_000

let joining: Awaited<ReturnType<typeof makeJoiningWorld>>
/** Each test has a domain of its own. */
let domain: string
let admin: Person
beforeAll(async () => {
  joining = await makeJoiningWorld(await startSandbox({ port: 0, smtpPort: 0 }))
}, 60_000)
beforeEach(async () => {
  joining.clockAt(0)
  domain = joining.newDomain()
  admin = await joining.personAt(domain, 'marcus')
})
afterEach(() => {
  joining.world.setClock(undefined)
  vi.restoreAllMocks()
})
afterAll(() => joining.mails.close())

const decide = (one: Person, who: Person, how: 'approve' | 'decline', body = {}) =>
  one.call('POST', `/api/v1/company/join_requests/${who.id}/${how}/`, body)
const remove = (one: Person, who: Person) => one.call('DELETE', `${PEOPLE}${who.id}/`)

describe('a company is proposed', () => {
  test('to people whose verified address is at its verified domain, and to no one else', async () => {
    const before = await joining.personAt(domain, 'early')
    await joining.add(admin, domain)
    expect(await joining.proposalsTo(before)).toEqual([])
    const companyId = await joining.verify(admin, domain)
    expect(await joining.proposalsTo(before)).toEqual([
      {
        company_id: companyId,
        name: 'Halden Tools',
        role_name: 'Viewer',
        joins: 'after_approval',
        state: 'new',
        is_same_business: true,
      },
    ])
    const subdomain = await joining.personAt(`us.${domain}`, 'omar')
    const outside = await joining.personAt(`not-${domain}`, 'omar')
    const elsewhere = await joining.person('acorn', `omar@${domain}`)
    for (const one of [admin, subdomain, outside, elsewhere])
      expect(await joining.proposalsTo(one)).toEqual([])
    for (const one of [subdomain, outside, elsewhere]) {
      expect((await joining.joinIt(one, companyId)).code).toBe('not_found')
    }
    const unregistered = await joining.world.signIn({ registered: false, email: `new@${domain}` })
    expect((await unregistered.call('GET', '/api/v1/company_proposals/')).body).toEqual([])
    const refused = await unregistered.call('POST', `/api/v1/company_proposals/${companyId}/join/`)
    expect(refused.body.code).toBe('registration_incomplete')
    await joining.settings(admin, { mode: 'off' })
    expect(await joining.proposalsTo(before)).toEqual([])
    expect((await joining.joinIt(before, companyId)).code).toBe('not_found')
  })

  test('not to an address that isn’t verified', async () => {
    const companyId = await joining.verify(admin, domain)
    const one = await joining.personAt(domain, 'omar')
    const site = await joining.world.kit.sites.readByHost('localhost')
    const actor = {
      siteId: site.id,
      customerId: one.id,
      email: one.email,
      emailVerified: false,
      registrationComplete: true,
      company: { id: await joining.companyOf(one), role: 'admin', capabilities: [] },
    }
    expect(await listProposals(joining.world.kit, actor)).toEqual([])
    await expect(join(joining.world.kit, site, actor, companyId)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('joining at once', () => {
  test('gives the role that was chosen, and everything a colleague has', async () => {
    const companyId = await joining.verify(admin, domain)
    await joining.settings(admin, { mode: 'open', role: 'buyer' })
    const one = await joining.personAt(domain, 'omar')
    expect(await joining.proposalsTo(one)).toMatchObject([{ joins: 'at_once', role_name: 'Buyer' }])
    const joined = await joining.joinIt(one, companyId)
    expect(joined.company).toMatchObject({ id: companyId, role: 'buyer', people_count: 2 })
    expect(await joining.proposalsTo(one)).toEqual([])
    // A second click.
    expect((await joining.joinIt(one, companyId)).company).toEqual(joined.company)
    const { results } = (await admin.call('GET', '/api/v1/company/activity/?kind=people')).body
    expect(results[0].does).toBe(`joined the company as Buyer with an address at ${domain}`)
  })

  test('isn’t for people who left, were removed, or were declined', async () => {
    const companyId = await joining.verify(admin, domain)
    await joining.settings(admin, { mode: 'open' })
    const [leaver, removed, declined] = [
      await joining.personAt(domain, 'leaver'),
      await joining.personAt(domain, 'removed'),
      await joining.personAt(domain, 'declined'),
    ]
    await joining.joinIt(leaver, companyId)
    await joining.joinIt(removed, companyId)
    joining.aMinuteLater()
    const acting = { 'laurel-company': `${companyId}` }
    expect((await leaver.call('DELETE', `${PEOPLE}${leaver.id}/`, undefined, acting)).status).toBe(204)
    expect((await remove(admin, removed)).status).toBe(204)
    for (const one of [leaver, removed]) {
      expect(await joining.proposalsTo(one)).toMatchObject([{ joins: 'after_approval', state: 'left' }])
      expect(await joining.joinIt(one, companyId)).toEqual({ company: null })
      // Asking again doesn't make them new.
      expect(await joining.joinIt(one, companyId)).toEqual({ company: null })
      expect(await joining.isIn(one, companyId)).toBe(false)
    }

    await joining.settings(admin, { mode: 'approval' })
    await joining.joinIt(declined, companyId)
    expect((await decide(admin, declined, 'decline')).status).toBe(204)
    await joining.settings(admin, { mode: 'open' })
    expect(await joining.proposalsTo(declined)).toEqual([])
    expect((await joining.joinIt(declined, companyId)).code).toBe('not_found')
    joining.clockAt(8 * DAY)
    expect(await joining.proposalsTo(declined)).toMatchObject([
      { joins: 'after_approval', state: 'declined' },
    ])
    expect(await joining.joinIt(declined, companyId)).toEqual({ company: null })
  })

  test('ends with the domain: a person joins before it’s removed, or not', async () => {
    const companyId = await joining.verify(admin, domain)
    await joining.settings(admin, { mode: 'open' })
    const { id } = joining.found(await joining.joiningOf(admin), domain)
    const one = await joining.personAt(domain, 'omar')
    const [removal, joined] = await Promise.all([
      admin.call('DELETE', `${DOMAINS}${id}/`),
      joining.joinIt(one, companyId),
    ])
    expect(removal.status).toBe(204)
    expect(await joining.isIn(one, companyId)).toBe(joined.company !== undefined)
    expect(joined.company?.id ?? joined.code).toBe(joined.company ? companyId : 'not_found')
    expect((await joining.joinIt(await joining.personAt(domain, 'late'), companyId)).code).toBe('not_found')
  })
})

describe('the role of new people', () => {
  test('is none that can do more than the person who opens the company', async () => {
    const role = await admin.call('POST', '/api/v1/company/roles/', {
      name: 'People',
      capabilities: ['people.manage'],
    })
    const hr = await joining.colleague(admin, role.body.key)
    expect((await joining.settings(hr, { role: 'buyer' })).body.code).toBe('role_above_own')
    expect((await joining.settings(hr, { mode: 'open', role: 'viewer' })).body).toMatchObject({
      mode: 'open',
    })
    await joining.settings(admin, { mode: 'off', role: 'admin' })
    expect((await joining.settings(hr, { mode: 'open' })).body.code).toBe('role_above_own')
    // Nor can they add a domain of their own to give themselves the role.
    expect((await joining.add(hr, domain)).code).toBe('role_above_own')
    expect((await joining.settings(hr, { mode: 'off' })).body).toMatchObject({ mode: 'off', role: 'admin' })
    expect((await joining.settings(admin, { role: 'custom-000000000000' })).body.code).toBe(
      'validation_failed',
    )

    // Nor approve someone as it.
    const companyId = await joining.verify(admin, domain)
    await joining.settings(admin, { mode: 'approval' })
    const one = await joining.personAt(domain, 'omar')
    await joining.joinIt(one, companyId)
    expect((await decide(hr, one, 'approve')).body.code).toBe('role_above_own')
    expect((await decide(hr, one, 'approve', { role: 'viewer' })).status).toBe(204)
  })
})

describe('a request', () => {
  test('is approved once, with a role, and its person is notified', async () => {
    const companyId = await joining.verify(admin, domain)
    const one = await joining.personAt(domain, 'omar')
    expect(await joining.joinIt(one, companyId)).toEqual({ company: null })
    expect(await joining.proposalsTo(one)).toMatchObject([{ state: 'asked' }])
    expect((await admin.call('GET', '/api/v1/companies/')).body).toMatchObject([{ join_request_count: 1 }])
    expect((await joining.joiningOf(admin)).requests).toEqual([
      { id: one.id, name: 'Dana Whitlock', email: one.email, asked_at: expect.any(String) },
    ])
    const stranger = await joining.person()
    expect((await decide(stranger, one, 'approve')).body.code).toBe('not_found')
    expect((await decide(stranger, one, 'decline')).body.code).toBe('not_found')

    const both = await Promise.all([
      decide(admin, one, 'approve', { role: 'finance' }),
      decide(admin, one, 'approve'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect((await decide(admin, one, 'decline')).body.code).toBe('not_found')
    const { people } = (await admin.call('GET', PEOPLE)).body
    expect(people).toHaveLength(2)
    expect((await joining.joiningOf(admin)).requests).toEqual([])
    await joining.mails.work('mail.company-join-outcome')
    const [mail] = await joining.mails.inbox(one.email)
    expect(mail?.subject).toBe('You’re in Halden Tools on Northwind Rewards')
  })

  test('is withdrawn by its person, who then has to ask again', async () => {
    const companyId = await joining.verify(admin, domain)
    const one = await joining.personAt(domain, 'omar')
    const withdraw = () => one.call('DELETE', `/api/v1/company_proposals/${companyId}/join/`)
    expect((await withdraw()).status).toBe(404)
    await joining.joinIt(one, companyId)
    expect((await joining.joiningOf(admin)).requests).toHaveLength(1)
    const noticed = async () => (await admin.call('GET', '/api/v1/notices/')).body.results
    expect(await noticed()).toMatchObject([{ kind: 'join_requested' }])
    expect((await withdraw()).status).toBe(204)
    expect(await noticed()).toEqual([])
    expect((await joining.joiningOf(admin)).requests).toEqual([])
    expect((await decide(admin, one, 'approve')).status).toBe(404)
    expect((await withdraw()).status).toBe(404)
    const { results } = (await admin.call('GET', '/api/v1/company/activity/?kind=people')).body
    expect(results[0].does).toBe('withdrew their request to join')
    await joining.settings(admin, { mode: 'open' })
    expect(await joining.joinIt(one, companyId)).toEqual({ company: null })
  })

  test('ends when its person accepts an invitation', async () => {
    const companyId = await joining.verify(admin, domain)
    const one = await joining.personAt(domain, 'omar')
    await joining.joinIt(one, companyId)
    const [invitation] = (await joining.invite(admin, [one.email], 'viewer')).body
    const [joined, approved] = await Promise.all([
      joining.accept(one, invitation),
      decide(admin, one, 'approve', { role: 'buyer' }),
    ])
    expect(joined.status).toBe(200)
    expect([204, 404]).toContain(approved.status)
    const { people } = (await admin.call('GET', PEOPLE)).body
    expect(people.filter(({ id }: { id: number }) => id === one.id)).toHaveLength(1)
    expect((await joining.joiningOf(admin)).requests).toEqual([])
  })

  test('is mailed to those who manage people, once a day, with a count', async () => {
    const companyId = await joining.verify(admin, domain)
    const second = await joining.colleague(admin, 'admin')
    const buyer = await joining.colleague(admin)
    await joining.mails.work('mail.company-join-%')
    await joining.joinIt(await joining.personAt(domain, 'omar'), companyId)
    await joining.joinIt(await joining.personAt(domain, 'signe'), companyId)
    expect(await joining.mails.work('mail.company-join-requests')).toHaveLength(2)
    for (const one of [admin, second]) {
      const subjects = (await joining.mails.inbox(one.email)).map(({ subject }) => subject)
      expect(subjects).toContain('2 people want to join Halden Tools')
    }
    expect((await joining.mails.inbox(buyer.email)).map(({ subject }) => subject)).not.toContain(
      '2 people want to join Halden Tools',
    )
    await joining.joinIt(await joining.personAt(domain, 'third'), companyId)
    expect(await joining.mails.work('mail.company-join-requests')).toHaveLength(0)
    joining.clockAt(DAY / 2)
    await joining.joinIt(await joining.personAt(domain, 'fourth'), companyId)
    const waiting = await joining.mails.work('mail.company-join-requests')
    expect(waiting).toHaveLength(2)
    expect(new Date((waiting[0]!.data as { at: string }).at).getTime()).toBeGreaterThan(
      Date.now() + 0.9 * DAY,
    )
  })

  test('that is withdrawn before its mail is sent doesn’t delay the mail about the next one', async () => {
    const companyId = await joining.verify(admin, domain)
    const one = await joining.personAt(domain, 'omar')
    await joining.mails.work('mail.company-join-%')
    await joining.joinIt(one, companyId)
    await one.call('DELETE', `/api/v1/company_proposals/${companyId}/join/`)
    await joining.mails.work('mail.company-join-requests')
    await joining.joinIt(one, companyId)
    await joining.mails.work('mail.company-join-requests')
    const subjects = (await joining.mails.inbox(admin.email)).map(({ subject }) => subject)
    expect(subjects).toContain('1 person wants to join Halden Tools')
  })

  test('that is declined is mailed to its person, and to no admin', async () => {
    const companyId = await joining.verify(admin, domain)
    const one = await joining.personAt(domain, 'omar')
    await joining.joinIt(one, companyId)
    await decide(admin, one, 'decline')
    await joining.mails.work('mail.company-join-%')
    const [mail] = await joining.mails.inbox(one.email)
    expect(mail?.subject).toBe('Your request to join Halden Tools on Northwind Rewards')
    expect(mail?.text).toContain('ask again in 7 days')
    expect(await joining.mails.inbox(admin.email)).toEqual([])
  })

  test('of a person who is being removed leaves them outside', async () => {
    const companyId = await joining.verify(admin, domain)
    await joining.settings(admin, { mode: 'open' })
    const one = await joining.personAt(domain, 'omar')
    await joining.joinIt(one, companyId)
    const [gone] = await Promise.all([remove(admin, one), joining.joinIt(one, companyId)])
    expect(gone.status).toBe(204)
    expect(await joining.isIn(one, companyId)).toBe(false)
  })
})
