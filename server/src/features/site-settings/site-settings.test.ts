import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSite } from '../../database/in-site.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { checkMailSender, readMailFrom } from '../mail/mail-sender.service.ts'
import { askRecords, wantedRecords } from '../mail/sender-records.ts'
import { addWaysToPay } from '../payments/office-providers.service.ts'
import { listProviders } from '../payments/payments.repo.ts'

const PATH = '/api/v1/office/site/'

let world: World
let owner: Awaited<ReturnType<World['staff']>>
beforeAll(async () => {
  world = await makeWorld()
  owner = await world.staff()
})
afterAll(() => world.close())

const read = async () => (await owner.call('GET', PATH)).body
const patch = async (change: object, seen_version?: number) =>
  owner.call('PATCH', PATH, { seen_version: seen_version ?? (await read()).version, ...change })
const seen = async () => (await world.visit('localhost')('GET', '/api/v1/actual_rewards_site/')).body
const fieldsOf = async (change: object) =>
  (await patch(change)).body.errors?.map(({ field }: { field: string }) => field)
const auditEntries = async (event: string) =>
  inSite(world.kit.pool, owner.siteId, (db) =>
    db
      .selectFrom('audit_entries')
      .select(['actor', 'facts'])
      .where('site_id', '=', owner.siteId)
      .where('event', '=', event)
      .orderBy('id', 'desc')
      .execute(),
  )

describe('the site', () => {
  test('changes at once, with old and new values in the audit log', async () => {
    await seen()
    const { status, body } = await patch({ name: 'Northwind Gifts', site_primary_color: '#123456' })
    expect([status, body.name]).toEqual([200, 'Northwind Gifts'])
    expect(await seen()).toMatchObject({ name: 'Northwind Gifts', site_primary_color: '#123456' })
    expect((await auditEntries('site.changed'))[0]).toEqual({
      actor: `staff:${owner.id}`,
      facts: {
        name_old: 'Northwind Rewards',
        name_new: 'Northwind Gifts',
        site_primary_color_old: '#0B6B4F',
        site_primary_color_new: '#123456',
      },
    })
  })

  test('rejects the second of two concurrent changes', async () => {
    const { version } = await read()
    expect((await patch({ short_name: 'NW' }, version)).status).toBe(200)
    const second = await patch({ short_name: 'North' }, version)
    expect([second.status, second.body.code]).toEqual([409, 'changed'])
    expect((await read()).short_name).toBe('NW')
  })

  test('has addresses that no other site has, and keeps the one of the request', async () => {
    const { hosts } = await read()
    expect(await fieldsOf({ hosts: [...hosts, 'acorn.localhost'] })).toEqual(['hosts'])
    expect(await fieldsOf({ hosts: ['northwind.localhost'] })).toEqual(['hosts'])
    expect(await fieldsOf({ hosts: [...hosts, 'https://x'] })).toEqual(['hosts.3'])
    expect((await patch({ hosts: [...hosts, 'Rewards.Northwind.Example'] })).body.hosts).toContain(
      'rewards.northwind.example',
    )
    const there = await world.visit('rewards.northwind.example')('GET', '/api/v1/actual_rewards_site/')
    expect(there.status).toBe(200)
  })

  test('never requires a second step that some customers can’t take', async () => {
    const { accounts } = await read()
    const { status, body } = await patch({ accounts: { ...accounts, mfa: 'required', mfa_types: ['SMS'] } })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.errors).toMatchObject([
      {
        field: 'accounts.mfa_types',
        message: 'Customers without a verified phone couldn’t sign in. Add the authenticator app or email.',
      },
    ])
    expect((await read()).accounts).toMatchObject({ mfa: accounts.mfa, mfa_types: accounts.mfa_types })
    const { status: optional } = await patch({
      accounts: { ...accounts, mfa: 'optional', mfa_types: ['SMS'] },
    })
    expect(optional).toBe(200)
    await patch({ accounts })
  })

  test('offers a code by email instead of a password, except where a second step is required', async () => {
    const { accounts } = await read()
    const isOffered = async () => (await seen()).accounts.email_code_sign_in
    const factorsOf = async () => {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/identity/',
        headers: {
          host: 'localhost',
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
        },
        payload: JSON.stringify({
          AuthFlow: 'USER_AUTH',
          ClientId: (await seen()).accounts.client_id,
          AuthParameters: { USERNAME: 'dana@halden.example#northwind' },
        }),
      })
      return answer.json().AvailableChallenges
    }
    expect([await isOffered(), await factorsOf()]).toEqual([false, ['PASSWORD']])
    await patch({ accounts: { ...accounts, email_code_sign_in: true } })
    expect(await isOffered()).toBe(true)
    expect(await factorsOf()).toContain('EMAIL_OTP')
    await patch({ accounts: { ...accounts, email_code_sign_in: true, mfa: 'required' } })
    expect([await isOffered(), await factorsOf()]).toEqual([false, ['PASSWORD']])
    await patch({ accounts })
  })

  test('doesn’t tell visitors whether it hides who has an account', async () => {
    const { accounts } = await read()
    expect((await patch({ accounts: { ...accounts, hide_accounts: true } })).body.accounts).toMatchObject({
      hide_accounts: true,
    })
    expect((await seen()).accounts).not.toHaveProperty('hide_accounts')
    await patch({ accounts })
  })

  test('rejects values in plain words at the field', async () => {
    const { limits } = await read()
    expect(await fieldsOf({ limits: { ...limits, max_value_cents: 1 } })).toEqual(['limits.max_value_cents'])
    expect(await fieldsOf({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone'])
    expect(await fieldsOf({ site_logo: '/api/v1/files/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/' })).toEqual([
      'site_logo',
    ])
    expect(await fieldsOf({ support_email: 'nobody' })).toEqual(['support_email'])
    expect(await fieldsOf({ site_primary_color: 'green' })).toEqual(['site_primary_color'])
  })

  test('passes its password rules to the accounts service', async () => {
    const { accounts } = await read()
    const stricter = { ...accounts, password_policy: { ...accounts.password_policy, min_length: 14 } }
    expect((await patch({ accounts: stricter })).status).toBe(200)
    expect((await seen()).accounts.password_policy.min_length).toBe(14)
    const { rows } = await import('kysely').then(({ sql }) =>
      sql<{ policy: { minLength: number } }>`select password_policy as policy from identity.pools
        where site_id = 'northwind'`.execute(world.kit.pool),
    )
    expect(rows[0]?.policy.minLength).toBe(14)
    // Values that the office can't set stay as they were.
    expect((await seen()).accounts.user_pool_id).not.toBe('')
  })

  test('says how long digital cards are kept, when recipients are reminded, and what the mail says', async () => {
    const days = { claim_within_days: 90, remind_before_days: 14, card_mail_subject: '{name}: {amount}' }
    expect(await patch(days)).toMatchObject({ status: 200, body: days })
    expect(await fieldsOf({ claim_within_days: 29 })).toEqual(['claim_within_days'])
    expect(await fieldsOf({ remind_before_days: 90 })).toEqual(['remind_before_days'])
    expect(await fieldsOf({ card_mail_subject: 'From {company}' })).toEqual(['card_mail_subject'])
    expect(await fieldsOf({ card_mail_subject: 'Hello\r\nBcc: all@example.com' })).toEqual([
      'card_mail_subject',
    ])
  })

  test('writes its own texts of mails, which are checked at their fields and recorded', async () => {
    const { mail_texts: before } = await read()
    expect(before).toEqual({ card: null, reminder: null, placed: null, shipped: null, delivered: null })
    const card = { heading: 'A gift from {sender}', text: 'Open it by {last day}.\n\nEnjoy!', button: 'Open' }
    expect(
      await fieldsOf({ mail_texts: { ...before, card: { ...card, heading: 'A gift from {company}' } } }),
    ).toEqual(['mail_texts.card.heading'])
    expect(await fieldsOf({ mail_texts: { ...before, card: { ...card, text: 'Open it soon.' } } })).toEqual([
      'mail_texts.card.text',
    ])
    const placed = {
      subject: 'Order {order number}\r\nBcc: all@example.com',
      heading: 'Thanks',
      text: '{next step}',
      button: 'See',
    }
    expect(await fieldsOf({ mail_texts: { ...before, placed } })).toEqual(['mail_texts.placed.subject'])

    expect(await patch({ mail_texts: { ...before, card } })).toMatchObject({
      status: 200,
      body: { mail_texts: { card } },
    })
    expect((await seen()).card_mail_texts).toEqual(card)
    const [entry] = await auditEntries('site.changed')
    expect(entry).toMatchObject({
      actor: `staff:${owner.id}`,
      facts: { mail_card_button_old: 'See your card', mail_card_button_new: 'Open' },
    })
    expect(JSON.stringify(entry!.facts)).not.toContain('mail_placed')
    expect((await patch({ mail_texts: before })).status).toBe(200)
    expect((await seen()).card_mail_texts).toBeNull()
  })

  test('sets the text on cards, and how customers sign in first', async () => {
    const { accounts, card_mark } = await read()
    const logo = { ...card_mark, word: 'NW', serif: true }
    const screens = { auth_flow: 'USER_SRP_AUTH', initial_screen: 'signUp', sign_up_fields: ['given_name'] }
    const { status } = await patch({
      ...{ card_mark: logo, network_name: 'Ridge' },
      accounts: { ...accounts, ...screens },
    })
    expect(status).toBe(200)
    expect(await seen()).toMatchObject({ card_mark: logo, network_name: 'Ridge', accounts: screens })
    // A logo is uploaded, never typed.
    const typed = { ...logo, paths: [{ d: 'M0 0h32v32H0z', second: true }] }
    expect((await patch({ card_mark: typed })).body.card_mark).toEqual(logo)
    await patch({ card_mark, network_name: 'meridian', accounts })
  })

  test('is edited by owners, on their own site only', async () => {
    const finance = await world.staff('finance')
    expect((await finance.call('GET', PATH)).status).toBe(403)
    const theirs = await world.staff('owner', 'acorn')
    const provider = (await read()).payment_providers[0]
    const foreign = await theirs.call('PATCH', `/api/v1/office/payment_providers/${provider.id}/`, {
      seen_version: provider.version,
      title: 'Taken',
    })
    expect(foreign.status).toBe(404)
  })
})

describe('a payment method', () => {
  const provider = async (code: string) =>
    (await read()).payment_providers.find((one: { method_code: string }) => one.method_code === code)
  const change = (one: { id: number; version: number }, given: object) =>
    owner.call('PATCH', `/api/v1/office/payment_providers/${one.id}/`, {
      seen_version: one.version,
      ...given,
    })

  test('accepts secrets and never shows them, nor does the audit log', async () => {
    const card = await provider('elavon_cc')
    expect(JSON.stringify(card)).not.toMatch(/SANDBOX0|laurelweb/)
    const merchant = { merchant_id: '700009', user_id: '', pin: 'NEWPIN-4711' }
    const { status, body } = await change(card, { title: 'Card', merchant })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('4711')
    expect(await provider('elavon_cc')).toMatchObject({
      title: 'Card',
      merchant_id: '700009',
      is_set_up: true,
    })
    const told = await auditEntries('payment_provider.changed')
    expect(told[0]?.facts).toMatchObject({ title_new: 'Card', settings: 'changed' })
    expect(JSON.stringify(told)).not.toContain('4711')
    expect((await change(card, { title: 'Late' })).body.code).toBe('changed')
  })

  test('by check says where to send it', async () => {
    const check = await provider('self_hosted_check')
    const lines = [{ label: 'Payable to', value: 'Northwind' }]
    await change(check, { lines })
    expect((await provider('self_hosted_check')).lines).toEqual(lines)
  })

  test('that the site doesn’t have yet are added at start, turned off', async () => {
    const offered = () =>
      inSite(world.kit.pool, owner.siteId, async (db) =>
        (await listProviders(db, owner.siteId)).map((one) => one.method_code),
      )
    const before = await read()
    await addWaysToPay(world.kit.pool)
    expect((await read()).payment_providers).toEqual(before.payment_providers)

    await inSite(world.kit.pool, owner.siteId, (db) =>
      db.deleteFrom('organization_payment_providers').where('method_code', '=', 'self_hosted_bank').execute(),
    )
    await Promise.all([addWaysToPay(world.kit.pool), addWaysToPay(world.kit.pool)])
    const added = await provider('self_hosted_bank')
    expect(added).toMatchObject({ title: 'Bank transfer', enabled: false, is_set_up: false, lines: [] })
    expect(await offered()).not.toContain('self_hosted_bank')
    await change(added, { enabled: true })
    expect(await offered()).toContain('self_hosted_bank')
  })
})

describe('the sender of mail', () => {
  const put = async (from_address: string) =>
    owner.call('PUT', '/api/v1/office/mail_sender/', {
      from_address,
      seen_version: (await read()).mail_sender?.version ?? null,
    })
  const records = async () =>
    Object.fromEntries((await read()).mail_sender.records.map((one: { name: string }) => [one.name, one]))

  test('gets its own key, which stays with the domain and whose private half is never shown', async () => {
    expect((await put('nobody')).body.errors).toMatchObject([{ field: 'from_address' }])
    expect((await put('rewards@Mail.Northwind.example')).status).toBe(200)
    const { dkim, spf } = await records()
    expect(dkim.host).toMatch(/^laurel-\d{8}\._domainkey\.mail\.northwind\.example$/)
    expect(dkim.value).toMatch(/^v=DKIM1; k=rsa; p=MII/)
    expect(spf).toMatchObject({ host: 'mail.northwind.example', state: 'not_asked' })
    await put('hello@mail.northwind.example')
    expect((await records()).dkim.value).toBe(dkim.value)
    await put('hello@other.example')
    expect((await records()).dkim.value).not.toBe(dkim.value)
    expect(JSON.stringify(await read())).not.toContain('PRIVATE KEY')
  })

  test('gets one key from requests at the same moment, and none from those that are refused', async () => {
    const begun: string[] = []
    const keys = createHook({ init: (_, type) => void begun.push(type) })
    const { version } = (await read()).mail_sender
    const ask = (seen_version: number) =>
      owner.call('PUT', '/api/v1/office/mail_sender/', { from_address: 'hello@new.example', seen_version })
    keys.enable()
    const asked = await Promise.all([version, version, version, 999].map(ask))
    await ask(version)
    expect((await ask(version + 1)).status).toBe(200)
    keys.disable()
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(begun.filter((type) => type === 'KEYPAIRGENREQUEST')).toHaveLength(1)
  })

  test('is used only once the domain publishes the key', async () => {
    await put('hello@other.example')
    const actor = { siteId: owner.siteId, staffId: owner.id, role: 'owner', by: `staff:${owner.id}` }
    const { dkim } = await records()
    const ask = (texts: Record<string, string>) =>
      checkMailSender(
        {
          ...world.kit,
          resolveTxt: async (host) => {
            const text = texts[host]
            if (text === undefined) throw Object.assign(new Error(), { code: 'ENOTFOUND' })
            // A long text travels in pieces.
            return [[text.slice(0, 200), text.slice(200)]]
          },
        },
        actor,
      )
    const own = async () => (await readMailFrom(world.kit, owner.siteId)).own
    await ask({})
    expect((await records()).dkim.state).toBe('missing')
    expect(await own()).toBeUndefined()

    await ask({ [dkim.host]: dkim.value, '_dmarc.other.example': 'v=DMARC1; p=reject' })
    expect(await records()).toMatchObject({
      dkim: { state: 'right' },
      dmarc: { state: 'right' },
      spf: { state: 'missing' },
    })
    expect(await own()).toMatchObject({ address: 'hello@other.example' })
    await put('hello@third.example')
    expect(await own()).toBeUndefined()
  })

  test('isn’t rejected if a name server doesn’t answer', async () => {
    const sender = { from_address: 'a@b.example', dkim_selector: 's', dkim_public_key: 'KEY' }
    const wanted = wantedRecords(sender, 'smtp://mail.host.example:25')
    const silent = await askRecords(wanted, async () => {
      throw Object.assign(new Error(), { code: 'ETIMEOUT' })
    })
    expect(silent.map(({ state }) => state)).toEqual(['unreachable', 'unreachable', 'unreachable'])
    expect(wanted[0]?.value).toBe('v=spf1 a:mail.host.example ~all')
    expect(wantedRecords(sender, 'smtp://127.0.0.1:2525')[0]?.value).toBe('v=spf1 ip4:127.0.0.1 ~all')
    const [spf] = await askRecords(wanted, async () => [['v=spf1 include:elsewhere.example -all']])
    expect(spf).toMatchObject({ state: 'different', found: 'v=spf1 include:elsewhere.example -all' })
  })
})
