import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unseal } from '../../secrets/sealed.ts'
import { makeWorld, PROFILE, type SignedIn, type World } from '../../testing/world.ts'

const PATH = '/api/v1/actual_user/'
let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const newcomer = () => world.signIn({ registered: false })
const fieldsOf = (answer: { body: { errors: { field: string }[] } }) =>
  answer.body.errors.map(({ field }) => field)

async function rowOf(who: SignedIn) {
  const { body } = await who.call('GET', PATH)
  return world.kit.pool
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
}

describe('registration', () => {
  it('is incomplete at first, and complete once all eleven fields are set', async () => {
    const who = await newcomer()
    expect((await who.call('GET', PATH)).body).toMatchObject({ registration_complete: false, tax_number: '' })

    const told = await who.call('PUT', PATH, PROFILE)
    expect(told).toMatchObject({ status: 200, body: { registration_complete: true, first_name: 'Dana' } })
    expect((await who.call('GET', PATH)).body).toEqual(told.body)
  })

  it('keeps the language that a person chose', async () => {
    const who = await newcomer()
    expect((await who.call('GET', PATH)).body.language).toBe('')
    expect((await who.call('PATCH', PATH, { language: 'es' })).body.language).toBe('es')
    expect((await who.call('PUT', PATH, PROFILE)).body.language).toBe('es')
    expect((await who.call('PATCH', PATH, { language: 'fr' })).status).toBe(400)
    expect((await who.call('PATCH', PATH, { language: '' })).body.language).toBe('')
    const { body } = await who.call('GET', PATH)
    expect((await who.call('PUT', PATH, body)).body).toEqual(body)
  })

  it('names every field that is missing', async () => {
    const who = await newcomer()
    const empty = Object.fromEntries(Object.keys(PROFILE).map((field) => [field, ' ']))
    const refused = await who.call('PUT', PATH, empty)
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused).sort()).toEqual(Object.keys(PROFILE).sort())
    expect(refused.body.errors[0].message).toBe('Enter your first name.')
  })

  it('accepts one of the site’s answers to how you heard about us, or the stored one', async () => {
    const who = await newcomer()
    for (const heard_about of ['undefined', 'null', 'anything']) {
      const refused = await who.call('PUT', PATH, { ...PROFILE, heard_about })
      expect(refused.status).toBe(400)
      expect(fieldsOf(refused)).toEqual(['heard_about'])
    }
    expect((await who.call('PUT', PATH, PROFILE)).status).toBe(200)

    await world.kit.pool
      .updateTable('customers')
      .set({ heard_about: 'An answer of last year' })
      .where('id', '=', (await rowOf(who)).id)
      .execute()
    const kept = await who.call('PATCH', PATH, { heard_about: 'An answer of last year', first_name: 'Dee' })
    expect(kept).toMatchObject({ status: 200, body: { heard_about: 'An answer of last year' } })
  })

  it('can be filled in piece by piece, and is complete with the last piece only', async () => {
    const who = await newcomer()
    const entries = Object.entries(PROFILE)
    for (const [index, [field, value]] of entries.entries()) {
      const { body } = await who.call('PATCH', PATH, { [field]: value })
      expect(body.registration_complete).toBe(index === entries.length - 1)
    }
  })

  it('can’t be declared complete by the browser', async () => {
    const who = await newcomer()
    const before = (await who.call('GET', PATH)).body
    const { status, body } = await who.call('PATCH', PATH, {
      registration_complete: true,
      email: 'somebody@else.example',
      email_verified: false,
      site_id: 2,
      id: 1,
      identity_subject: 'x',
    })
    expect(status).toBe(200)
    expect(body).toEqual(before)
    expect((await rowOf(who)).registration_complete).toBe(false)
  })
})

describe('a profile', () => {
  it('is kept tidy: single blanks, the state in capitals, the ZIP code complete', async () => {
    const who = await newcomer()
    const { body } = await who.call('PUT', PATH, {
      ...PROFILE,
      legal_business_name: ' Halden   Tools ',
      business_state: 'ma',
      business_zip: '2108',
    })
    expect(body).toMatchObject({
      legal_business_name: 'Halden Tools',
      business_state: 'MA',
      business_zip: '02108',
    })
  })

  it.each([
    ['business_state', 'ZZ'],
    ['business_zip', '1234567'],
    ['tax_number', '12-345'],
    ['first_name', ''],
    ['business_address1', 'x'.repeat(80)],
  ])('rejects %s "%s" at its field and keeps the old value', async (field, value) => {
    const who = await world.signIn()
    const before = (await who.call('GET', PATH)).body
    const refused = await who.call('PATCH', PATH, { [field]: value, last_name: 'Changed' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(fieldsOf(refused)).toEqual([field])
    expect((await who.call('GET', PATH)).body).toEqual(before)
  })

  it('stores a phone number in one piece, and removes it again', async () => {
    const who = await world.signIn()
    const { body } = await who.call('PATCH', PATH, { phone: ' (937) 555-0110 ' })
    expect(body.phone).toBe('+19375550110')
    expect((await who.call('PATCH', PATH, { phone: '' })).body.phone).toBe('')
  })

  it('rejects a phone number that can’t be called, and shows an example', async () => {
    const who = await world.signIn()
    const refused = await who.call('PATCH', PATH, { phone: '12' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(refused.body.errors).toMatchObject([
      { field: 'phone', message: 'Enter 10 digits after +1, such as (937) 555-0110.' },
    ])
  })

  it('accepts only the customer’s own upload as the logo, or none', async () => {
    const who = await world.signIn()
    const refused = await who.call('PATCH', PATH, { business_logo: 'A'.repeat(32) })
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused)).toEqual(['business_logo'])
    expect((await who.call('PATCH', PATH, { business_logo: '' })).status).toBe(200)
  })

  it('requires sign-in', async () => {
    expect((await world.visit('localhost')('GET', PATH)).status).toBe(401)
    expect((await world.visit('localhost')('PATCH', PATH, { first_name: 'Eve' })).status).toBe(401)
  })

  it('leaves an audit entry that names the fields and none of their values', async () => {
    const who = await world.signIn()
    await who.call('PATCH', PATH, { first_name: 'Quentin', tax_number: '98-7654321' })
    const entry = await world.kit.pool
      .selectFrom('audit_entries')
      .selectAll()
      .where('event', '=', 'customer.profile_changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry.facts).toEqual({ fields: 'first_name tax_number', complete: true })
    expect(JSON.stringify(entry)).not.toMatch(/Quentin|7654321/)
  })

  it('records only the fields that got a new value, and nothing if none did', async () => {
    const entriesOf = async (who: SignedIn) =>
      world.kit.pool
        .selectFrom('audit_entries')
        .select('facts')
        .where('event', '=', 'customer.profile_changed')
        .where('subject', '=', `customer:${(await rowOf(who)).id}`)
        .orderBy('id')
        .execute()
    const who = await newcomer()
    const {
      business_address2: _,
      business_logo: __,
      phone: ___,
      ...entered
    } = PROFILE as Record<string, string>
    expect((await who.call('PUT', PATH, entered)).status).toBe(200)
    const [first] = await entriesOf(who)
    const { fields } = first!.facts as { fields: string }
    expect(fields.split(' ')).toEqual(expect.arrayContaining(['business_address1', 'tax_number']))
    expect(fields).not.toMatch(/business_address2|business_logo|phone/)

    await who.call('PUT', PATH, entered)
    expect(await entriesOf(who)).toHaveLength(1)
  })
})

describe('a tax number', () => {
  it('is shown only by its last four digits', async () => {
    const who = await newcomer()
    const answers = [
      await who.call('PUT', PATH, { ...PROFILE, tax_number: '123456789' }),
      await who.call('GET', PATH),
      await who.call('PATCH', PATH, { first_name: 'Dan' }),
    ]
    for (const { body } of answers) {
      expect(body.tax_number).toBe('•••••6789')
      expect(JSON.stringify(body)).not.toMatch(/12-?345/)
      expect(body).not.toHaveProperty('tax_number_sealed')
    }
  })

  it('is sealed in the database for its customer only', async () => {
    const who = await world.signIn()
    const row = await rowOf(who)
    expect(JSON.stringify(row)).not.toMatch(/12-?3456789/)
    const { dataSeal } = world.kit.keys
    const place = `customer-tax:${row.site_id}:${row.id}`
    expect(unseal(dataSeal, place, row.tax_number_sealed)).toBe('12-3456789')
    expect(() =>
      unseal(dataSeal, `customer-tax:${row.site_id}:${row.id + 1}`, row.tax_number_sealed),
    ).toThrow()
  })

  it('stays when a form sends its mask back, and changes with a number', async () => {
    const who = await world.signIn()
    const sealed = (await rowOf(who)).tax_number_sealed
    const { body } = await who.call('PUT', PATH, { ...PROFILE, tax_number: '•••••6789' })
    expect(body).toMatchObject({ tax_number: '•••••6789', registration_complete: true })
    expect((await rowOf(who)).tax_number_sealed).toBe(sealed)

    const changed = await who.call('PATCH', PATH, { tax_number: '987-65-4321' })
    expect(changed.body.tax_number).toBe('•••••4321')
  })

  it('isn’t invented by a mask, its own or another’s', async () => {
    const who = await newcomer()
    expect((await who.call('PUT', PATH, { ...PROFILE, tax_number: '•••••6789' })).status).toBe(400)
    await who.call('PUT', PATH, PROFILE)
    expect((await who.call('PATCH', PATH, { tax_number: '•••••0000' })).status).toBe(400)
  })
})
