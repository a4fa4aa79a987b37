import { expect, test } from 'vitest'
import { givePersonKeys } from '../../database/give-person-keys.ts'
import { json } from '../../database/json.ts'
import { customerWithList } from '../../testing/import-world.ts'
import { LIMITS, PERSON } from '../../testing/shop-world.ts'
import { textsOf } from '../../texts.ts'
import { savePeople } from '../recipient-lists/recipient-lists.service.ts'
import { errorsFileOf } from './errors-file.ts'
import { changeImport } from './imports.service.ts'

const { now, take, run, start, stop, told, errorsFile, page, everybody, add, change, changeCard } =
  customerWithList()

const HEADER = 'First Name,Last Name,Address,City,State,ZIP'

test('unknown columns wait to be mapped, and their mapping is remembered', async () => {
  const file = (n: number) => `Vorname;Nachname;Strasse;Ort;Staat;PLZ\nZoë${n};Müller;1 Elm;Boston;MA;2108`
  const waiting = await take(file(1))
  expect(waiting).toMatchObject({ state: 'mapping', mapping_is_sure: false, file: { delimiter: ';' } })
  expect(waiting.columns.map(({ meaning }) => meaning)).toContain('ignore')

  const mapping = ['first_name', 'last_name', 'address1', 'city', 'state', 'zip'] as const
  const shown = await changeImport(now.imports.kit, now.dana, LIMITS, waiting.id, {
    mapping: [...mapping],
    has_header: true,
  })
  expect(shown.preview).toMatchObject([
    { row: 2, first_name: 'Zoë1', zip: '02108', problems: [{ code: 'zero_restored' }] },
  ])
  expect((await page()).total_count).toBe(0)

  expect(await start(waiting.id)).toMatchObject({
    state: 'finished',
    rows_added: 1,
    rows_with_warnings: 1,
    problem_counts: [{ code: 'zero_restored', severity: 'warning', count: 1 }],
  })
  const next = await take(file(2), { has_header: true })
  expect(next).toMatchObject({ state: 'finished', rows_added: 1 })
  expect(next.columns.every(({ found_by }) => found_by === 'memory')).toBe(true)
})

test('headings without a known word are recognized again, and so is their mapping', async () => {
  const file = (n: number) => `Alpha;Beta;Gamma;Delta;Epsilon;Zeta\nZoë${n};Müller;1 Elm;Boston;MA;2108`
  const mapping = ['first_name', 'last_name', 'address1', 'city', 'state', 'zip'] as const
  expect(await take(file(1))).toMatchObject({ state: 'mapping', has_header: false })
  await take(file(2), { mapping: [...mapping], has_header: true })

  const next = await take(file(3))
  expect(next).toMatchObject({ state: 'finished', has_header: true, rows_added: 1 })
  expect(next.columns.map(({ meaning, found_by }) => [meaning, found_by])).toEqual(
    mapping.map((meaning) => [meaning, 'memory']),
  )
  // Its customer may still say that the first row is a person.
  expect(await take(file(4), { has_header: false })).toMatchObject({ state: 'mapping', has_header: false })
})

test('rows are ready when their card has a value, their own or one for everyone', async () => {
  await changeCard({ denomination_cents: null })
  const done = await take(
    `${HEADER},Amount\nMaya,Okafor,12 Elm,Portland,OR,97205,\nAna,Lima,13 Elm,Portland,OR,97205,50\nIvo,,,,,,`,
  )
  const counts = { rows_added: 3, rows_needing_attention: 1 }
  expect(done).toMatchObject({ ...counts, rows_valid: 1, rows_without_value: 1 })
  await changeCard({ denomination_cents: 5_000 })
  expect(await told(done.id)).toMatchObject({ ...counts, rows_valid: 2, rows_without_value: 0 })
})

test('a plain list waits too if its customer wants to see it first', async () => {
  const shown = await take(`${HEADER}\nMaya,Okafor,12 Elm,Portland,OR,9720`, { review: true })
  expect(shown).toMatchObject({ state: 'mapping', mapping_is_sure: true })
  expect(shown.preview).toMatchObject([{ problems: [{ field: 'zip', code: 'invalid', value: '9720' }] }])
})

test.each([
  ['a heading twice', 'Name,Name,Email\nMaya,Okafor,m@x.co'],
  ['a column only its content tells', 'Name,Contact address\nMaya Okafor,maya@halden.example'],
  ['no heading at all, in a file', 'Maya Okafor,maya@halden.example'],
  [
    'an unknown heading, while the street is missing',
    'Name,Where,City,State,ZIP\nMaya Okafor,12 Elm,Portland,OR,97205',
  ],
])('%s asks for confirmation', async (_, content) => {
  expect(await take(content)).toMatchObject({ state: 'mapping' })
})

test.each([
  ['200 columns', `${Array.from({ length: 200 }, (_, n) => `c${n}`).join(',')}\n1`, 'too_many_columns'],
  ['one endless line', 'name,email '.repeat(150_000), 'row_too_long'],
  ['a document of an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'old_workbook'],
  ['random bytes', Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 251)), 'not_text'],
])('%s is rejected, and the list stays', async (_, content, code) => {
  await add()
  await expect(take(content)).rejects.toMatchObject({ code: 'import_unreadable', errors: [{ code }] })
  expect((await page()).total_count).toBe(1)
})

test('a text with the wrong extension is read by its content', async () => {
  const done = await take(`${HEADER}\nMaya,Okafor,12 Elm,Portland,OR,97205`, {}, 'people.xlsx')
  expect(done).toMatchObject({ state: 'finished', file: { kind: 'csv' }, rows_added: 1 })
})

test('failed rows are downloaded, repaired, and replace the originals', async () => {
  const done = await take(
    [
      'Team,First Name,Last Name,Address,City,State,ZIP,Card value',
      'A,Maya,Okafor,12 Elm,Portland,OR,97205,50',
      'B,Ana,,13 Elm,Portland,OR,97205,50',
      'C,=cmd(),Doe,14 Elm,Portland,OR,9720,fifty',
    ].join('\n'),
    {},
    'people.csv',
  )
  expect((await errorsFileOf(now.shops.pool, now.dana, done.id, textsOf('en'))).fileName).toBe(
    'people to fix.csv',
  )
  const lines = (await errorsFile(done.id)).split('\r\n')
  const [spanishHead, spanish] = (await errorsFile(done.id, textsOf('es'))).split('\r\n')
  expect(spanishHead).toBe(lines[0])
  expect(spanish).toContain('Last Name: Ingrese un apellido.')
  expect(lines[0]).toBe(
    '\ufeffTeam,First Name,Last Name,Address,City,State,ZIP,Card value,What to fix,Laurel row',
  )
  expect(lines[1]).toMatch(/^B,Ana,,13 Elm,Portland,OR,97205,50,Last Name: Enter a last name\.,\d+$/)
  expect(lines[2]).toMatch(/^C,'=cmd\(\),Doe,14 Elm,Portland,OR,9720,fifty,"?Card value: .*ZIP: /)

  const repaired = lines.join('\r\n').replace('Ana,,', 'Ana,Lima,').replace('9720,fifty', '97201,75')
  const again = await take(repaired, {}, 'people to fix.csv')

  expect(again).toMatchObject({ state: 'finished', mode: 'repair', rows_added: 2, rows_needing_attention: 0 })
  // Theirs, and not "What to fix", which we wrote.
  expect(again.ignored_columns).toEqual(['Team'])
  expect((await page()).results).toMatchObject([
    { first_name: 'Maya', position: 1 },
    { last_name: 'Lima', position: 2, needs_attention: false },
    { first_name: '=cmd()', zip: '97201', amount_cents: 7_500, position: 3, change: 'unchanged' },
  ])
  expect((await errorsFile(done.id)).trim().split('\r\n')).toHaveLength(1)
})

test('a person edited by hand since a repaired file was uploaded stays unchanged, and their row says so', async () => {
  const done = await take(`${HEADER}\nMaya,,12 Elm,Portland,OR,97205\nAna,,13 Elm,Portland,OR,97205`)
  const repaired = (await errorsFile(done.id))
    .replace('Maya,,', 'Maya,FromFile,')
    .replace('Ana,,', 'Ana,FromFile,')
  // Before the file came it is older than what the file says.
  const [maya, ana] = (await page()).results
  await change(ana!.id, { last_name: 'Before' })
  const waiting = await take(repaired, { review: true })
  await change(maya!.id, { last_name: 'ByHand', city: 'Salem' })

  expect(await start(waiting.id)).toMatchObject({
    state: 'finished',
    rows_read: 2,
    rows_added: 1,
    problem_counts: [{ code: 'changed', severity: 'error', count: 1 }],
    errors: [
      {
        row: 2,
        field: 'row',
        code: 'changed',
        message: 'Someone changed this person during the import, so we left them as they are.',
      },
    ],
  })
  expect((await page()).results).toMatchObject([
    { last_name: 'ByHand', city: 'Salem' },
    { last_name: 'FromFile', city: 'Portland' },
  ])
})

test('only our own heading makes a list a repair, and another’s mapping isn’t remembered', async () => {
  const file = (n: number) => `Ref,First Name,Last Name\n${n},Maya${n},Okafor`
  const mapping = ['row', 'first_name', 'last_name'] as const
  const said = await take(file(1), { mapping: [...mapping] })
  expect(said).toMatchObject({ mode: 'append', rows_added: 1 })
  const next = await take(file(2))
  expect(next).toMatchObject({ mode: 'append', rows_added: 1 })
  expect(next.columns.map(({ meaning }) => meaning)).toEqual(['ignore', 'first_name', 'last_name'])

  // As it was remembered by an earlier release.
  await now.shops.pool
    .updateTable('import_mappings')
    .set({ meanings: json(mapping) as never })
    .where('customer_id', '=', now.dana.customerId)
    .execute()
  expect(await take(file(3))).toMatchObject({ mode: 'append', state: 'finished', rows_added: 1 })
  expect((await page()).total_count).toBe(3)
})

test('our own columns keep their meaning anywhere in a remembered list', async () => {
  const mapping = ['first_name', 'last_name', 'address1', 'city', 'state', 'zip'] as const
  const headings = 'Alpha,Beta,Gamma,Delta,Epsilon,Zeta'
  await take(`${headings}\nMaya,Okafor,1 Elm,Boston,MA,02108`, { mapping: [...mapping], has_header: true })
  const [maya] = (await page()).results
  const repair = await take(`Laurel row,${headings}\n${maya!.id},Hana,Lima,2 Elm,Boston,MA,02108`)
  expect(repair).toMatchObject({ state: 'finished', mode: 'repair', rows_added: 1 })
  expect((await page()).results).toMatchObject([{ first_name: 'Hana', last_name: 'Lima', address1: '2 Elm' }])
})

/** A repair of long rows, so that a job reads it: each person is called otherwise in it. */
async function beginRepair() {
  const filler = 'x'.repeat(2_500)
  const row = (n: number) => `P${n},,${n} Elm,Portland,OR,97205,${filler}`
  const rows = Array.from({ length: 600 }, (_, n) => row(n))
  const done = await take(`${HEADER},Notes\n${rows.join('\n')}`)
  await run(done.id)
  const [first, second] = (await page({ page_size: 2 })).results
  await change(first!.id, { city: 'Salem', last_name: 'By hand' })
  await change(second!.id, { last_name: 'Of Boston', state: 'MA' })
  await change(second!.id, { kept_warnings: ['not_in_state'] })
  const before = await everybody()
  const header = `${HEADER},Notes,Laurel row`
  const repaired = before.map(
    ({ id, first_name }) => `Re${first_name},Okafor,1 Elm,Boston,MA,02108,${filler},${id}`,
  )
  return { before, file: `${header}\n${repaired.join('\n')}` }
}

test('a repair stopped halfway restores everyone except those changed since', async () => {
  const { before, file } = await beginRepair()
  const repair = await take(file)
  expect(repair).toMatchObject({ state: 'queued', mode: 'repair' })
  await run(repair.id, 1)
  const half = await everybody()
  expect(half.filter(({ first_name }) => first_name.startsWith('Re'))).toHaveLength(500)
  await change(before[2]!.id, { first_name: 'Since' })

  expect(await stop(repair.id)).toMatchObject({
    state: 'cancelled',
    failure: { message: 'You stopped this import. Your list didn’t change.' },
  })
  const after = await everybody()
  expect(after.filter((_, n) => n !== 2)).toEqual(before.filter((_, n) => n !== 2))
  expect(after[2]).toMatchObject({ first_name: 'Since', city: 'Boston' })
  expect(await now.shops.pool.selectFrom('recipient_changes').selectAll().execute()).toEqual([])
})

test('a repair that can’t be read to its end is undone, and one that is read completely isn’t', async () => {
  const { before, file } = await beginRepair()
  const broken = await take(`${file}\n"Open,quote`)
  await run(broken.id)
  expect(await told(broken.id)).toMatchObject({ state: 'failed', failure: { code: 'open_quote' } })
  expect(await everybody()).toEqual(before)

  const whole = await take(file)
  await run(whole.id)
  expect((await everybody()).every(({ first_name }) => first_name.startsWith('Re'))).toBe(true)
  expect(await now.shops.pool.selectFrom('recipient_changes').selectAll().execute()).toEqual([])
})

test('a row repaired in the grid is in the errors file as it is now', async () => {
  const done = await take(`${HEADER}\nAna,,13 Elm,Portland,OR,9720`)
  const [ana] = (await page()).results
  await change(ana!.id, { last_name: 'Lima' })
  expect(await errorsFile(done.id)).toContain(
    'Ana,Lima,13 Elm,Portland,OR,9720,ZIP: Enter a five-digit ZIP code.',
  )
})

test('a recipient from before people were compared is recognized too, and saved once', async () => {
  const { shops, dana } = now
  await add({ first_name: 'Maya' })
  await add({ first_name: 'Maya', address1: '12 Elm St.' })
  await add({ first_name: '', last_name: '' })
  const keys = async () => {
    const rows = await shops.pool
      .selectFrom('card_recipient_details')
      .select('person_key')
      .where('card_item_id', '=', now.item.id)
      .orderBy('position')
      .execute()
    return rows.map(({ person_key }) => person_key)
  }
  const [key] = await keys()
  const earlier = now.item
  await shops.pool.updateTable('card_recipient_details').set({ person_key: null }).execute()

  await shops.pool.transaction().execute(givePersonKeys)

  expect(await keys()).toEqual([key, key, null])
  const saved = await savePeople(shops.pool, dana, earlier.id, { name: 'Team' })
  expect(saved).toMatchObject({ saved_count: 1, list: { people_count: 1 } })

  await shops.pool.updateTable('card_items').set({ state: 'in_cart' }).where('id', '=', earlier.id).execute()
  await shops.pool
    .updateTable('orders')
    .set({ status: 'approved', number: 'N-1043', placed_at: new Date() })
    .where('id', '=', earlier.order_id)
    .execute()
  now.item = await shops.draft(dana, { denomination_cents: 5_000 })
  expect((await add({ first_name: 'Maya' })).problems).toMatchObject([
    { code: 'already_received', message: 'This person already got a card in order N-1043.' },
  ])
})

test('a person who is twice on a list, or already got a card, gets a warning', async () => {
  const { shops, dana } = now
  const earlier = await shops.draft(dana, { denomination_cents: 5_000 })
  await shops.add(dana, earlier, { first_name: 'Maya', last_name: 'Okafor' })
  await shops.pool.updateTable('card_items').set({ state: 'in_cart' }).where('id', '=', earlier.id).execute()
  await shops.pool
    .updateTable('orders')
    .set({ status: 'approved', number: 'N-1042', placed_at: new Date() })
    .where('id', '=', earlier.order_id)
    .execute()
  now.item = await shops.draft(dana, { denomination_cents: 5_000 })

  const done = await take(
    `${HEADER}\nmaya,OKAFOR,12 Elm St,Portland,OR,97205\nAna,Lima,1 Elm,Portland,OR,97205\nAna,Lima,1 Elm,Portland,OR,97205`,
  )

  expect(done.problem_counts).toEqual([
    { code: 'already_received', severity: 'warning', count: 1 },
    { code: 'duplicate', severity: 'warning', count: 1 },
  ])
  const list = await page()
  expect(list).toMatchObject({ warning_count: 2, attention_count: 0 })
  expect(list.results.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
    ['This person already got a card in order N-1042.'],
    [],
    ['This looks like the same person as row 2.'],
  ])
  expect((await page({ only: 'duplicate' })).results).toMatchObject([{ position: 3 }])

  await change(list.results[1]!.id, { first_name: 'Hana' })
  expect(await page({ only: 'warning' })).toMatchObject({ count: 1, results: [{ position: 1 }] })
  const added = await add({
    ...PERSON,
    first_name: 'Hana',
    last_name: 'Lima',
    address1: '1 Elm',
  })
  expect(added.problems).toMatchObject([{ code: 'duplicate' }])
})
