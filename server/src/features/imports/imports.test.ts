import { describe, expect, test } from 'vitest'
import { customerWithList } from '../../testing/import-world.ts'
import { LIMITS } from '../../testing/shop-world.ts'

const {
  now,
  told,
  take: upload,
  paste,
  people,
  page,
  start,
  change,
  changeCard,
  setLimits,
} = customerWithList()

const HEADER = 'First Name,Last Name,Address,City,State,ZIP'

test('reads a messy file completely: byte order mark, semicolons, quotes, a lost zero, unknown headings', async () => {
  const file = [
    '\ufeffFirst Name;LAST NAME;Street Address;Apt;City;State;Postal Code;Shirt size;Card value',
    'Maya;Okafor;"12 Elm Street; rear";4B;Boston;massachusetts;2108;M;$75',
    '',
    '"Ana ""Annie""";Lima;"90 Foundry',
    'Road";;Dayton;OH;45402;S;1,250.50',
    '=cmd();Doe;1 Main St;;Salem;OR;97301;L;fifty',
  ].join('\r\n')

  const done = await upload(file)

  expect(done).toMatchObject({
    state: 'finished',
    file_name: 'people.csv',
    rows_read: 3,
    rows_added: 3,
    rows_needing_attention: 2,
    ignored_columns: ['Shirt size'],
  })
  // The value is above the reward's; the word is no value.
  expect(done.errors).toEqual([
    { row: 4, field: 'amount_cents', code: 'too_large', message: expect.any(String) },
    {
      row: 5,
      field: 'amount_cents',
      code: 'amount_unreadable',
      message: '“fifty” isn’t an amount. Enter it as 50 or 50.00.',
    },
  ])
  const [maya, ana, doe] = await people()
  expect(maya).toMatchObject({
    position: 1,
    address1: '12 Elm Street; rear',
    address2: '4B',
    state: 'MA',
    zip: '02108',
    amount_cents: 7_500,
    needs_attention: false,
    problems: [{ code: 'zero_restored', severity: 'warning' }],
  })
  expect(ana).toMatchObject({ first_name: 'Ana "Annie"', address1: '90 Foundry Road', amount_cents: 125_050 })
  expect(doe).toMatchObject({ first_name: '=cmd()', amount_cents: null })
})

test('keeps texts that look like PostgreSQL’s array syntax', async () => {
  const names = ['NULL', '{}', String.raw`a\b`, String.raw`\""{x},y`, 'a,b']
  const rows = names.map((name) => `"${name}",Müller,1 Elm,Boston,MA,0210`)
  await upload([HEADER, ...rows].join('\n'))
  const kept = await people()
  expect(kept.map(({ first_name }) => first_name)).toEqual(names.map((name) => name.replace('""', '"')))
  expect(kept.every(({ problems }) => problems.length > 0)).toBe(true)
})

test('a quote named as the separator isn’t one, and its line still isn’t a row', async () => {
  const done = await upload(`sep="\n${HEADER}\nZoë,Müller,1 Elm,Boston,MA,02108`)
  expect(done).toMatchObject({ state: 'finished', file: { delimiter: ',' }, rows_added: 1 })
})

test('inspects only the beginning of pasted rows, like a file’s; their reader finds later errors', async () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => `P${n} Okafor\tp${n}@halden.example`)
  const pasted = await paste(`${rows.join('\n')}\n"never closed`)
  expect(pasted).toMatchObject({ state: 'queued', file: { kind: 'text', delimiter: '\t' } })
})

test('keeps the newest five files that wait for review', async () => {
  const ids: number[] = []
  for (let n = 0; n < 7; n += 1) {
    ids.push((await upload(`${HEADER}\nZoë${n},Müller,1 Elm,Boston,MA,02108`, { review: true })).id)
  }
  const states = await Promise.all(ids.map(async (id) => (await told(id)).state))
  expect(states).toEqual(['cancelled', 'cancelled', ...Array(5).fill('mapping')])
  expect(await told(ids[0]!)).toMatchObject({ failure: { message: expect.stringContaining('A newer file') } })
  await expect(start(ids[0]!)).rejects.toMatchObject({ code: 'import_moved_on' })
  const kept = await now.shops.pool
    .selectFrom('csv_card_item_imports')
    .select('file_key')
    .where('id', 'in', ids)
    .where('file_key', '!=', '')
    .execute()
  expect(kept).toHaveLength(5)
  expect(await start(ids[2]!)).toMatchObject({ state: 'finished', rows_added: 1 })
})

test.each([
  ['UTF-8', Buffer.from(`${HEADER}\nZoë,Müller,1 Elm,Boston,MA,02108`)],
  ['Windows-1252', Buffer.from(`${HEADER}\nZo\xeb,M\xfcller,1 Elm,Boston,MA,02108`, 'latin1')],
  [
    'UTF-16 with tabs, as Excel’s Unicode text',
    Buffer.from(`\ufeff${HEADER.replaceAll(',', '\t')}\r\nZoë\tMüller\t1 Elm\tBoston\tMA\t02108`, 'utf16le'),
  ],
  ['UTF-16 without its mark', Buffer.from(`${HEADER}\nZoë,Müller,1 Elm,Boston,MA,02108`, 'utf16le')],
  [
    'UTF-16, high byte first',
    Buffer.from(`\ufeff${HEADER}\nZoë,Müller,1 Elm,Boston,MA,02108`, 'utf16le').swap16(),
  ],
  [
    'a named separator',
    Buffer.from(`sep=|\n${HEADER.replaceAll(',', '|')}\nZoë|Müller|1 Elm|Boston|MA|02108`),
  ],
])('letters survive %s', async (_, bytes) => {
  await upload(bytes)
  expect(await people()).toMatchObject([
    { first_name: 'Zoë', last_name: 'Müller', zip: '02108', needs_attention: false },
  ])
})

describe('pasted rows without a header', () => {
  test.each([
    [
      'a name and an email',
      'Maya Okafor\tmaya@halden.example',
      { first_name: 'Maya', last_name: 'Okafor', email: 'maya@halden.example' },
    ],
    ['the family first', '"Okafor, Maya",maya@halden.example', { first_name: 'Maya', last_name: 'Okafor' }],
    [
      'a last name of several words',
      'Zoë van der Berg,zoe@halden.example',
      { first_name: 'Zoë', last_name: 'van der Berg' },
    ],
    [
      'an amount behind',
      'Maya,Okafor,maya@halden.example,$25.50',
      { last_name: 'Okafor', amount_cents: 2_550 },
    ],
    [
      'a whole address',
      'Maya\tOkafor\t12 Elm Street\tPortland\tOR\t97205\t75',
      {
        first_name: 'Maya',
        address1: '12 Elm Street',
        city: 'Portland',
        state: 'OR',
        zip: '97205',
        amount_cents: 7_500,
      },
    ],
    [
      'two street lines and an email',
      'Maya,Okafor,12 Elm Street,Apt 4,Boston,Massachusetts,2108,maya@halden.example',
      {
        last_name: 'Okafor',
        address1: '12 Elm Street',
        address2: 'Apt 4',
        zip: '02108',
        email: 'maya@halden.example',
      },
    ],
    [
      'a name in one cell',
      'Mary Ann Smith,12 Elm Street,Portland,OR,97205',
      { first_name: 'Mary Ann', last_name: 'Smith', address1: '12 Elm Street' },
    ],
  ])('%s', async (_, row, expected) => {
    await paste(row)
    expect(await people()).toMatchObject([expected])
  })

  test('a person named like a heading is still a person', async () => {
    await paste('First,Last,first@halden.example')
    expect(await people()).toMatchObject([{ first_name: 'First', last_name: 'Last' }])
  })
})

test('a row with an extra comma needs attention until someone checks it', async () => {
  const done = await upload(`${HEADER}\nMaya,Okafor,12 Elm Street,Portland,OR,97205,extra`)
  expect(done.errors).toMatchObject([{ row: 2, code: 'extra_cells' }])

  await changeCard({ reward_type: 'digital' })
  await changeCard({ reward_type: 'direct' })
  const [person] = await people()
  expect(person!.needs_attention).toBe(true)

  const looked = await change(person!.id, { address1: '12 Elm Street' })
  expect(looked.needs_attention).toBe(false)
})

test('an unreadable amount needs attention until the customer replaces or clears it', async () => {
  await upload('name,email,address,city,state,zip,amount\nAna Lima,,1 Elm,Boston,MA,02108,fifty')
  const [person] = await people()

  const renamed = await change(person!.id, { first_name: 'Anna' })
  expect(renamed.needs_attention).toBe(true)

  const given = await change(person!.id, { amount_cents: null })
  expect(given.needs_attention).toBe(false)
})

test('the same file twice asks first and duplicates nothing; replacing doesn’t ask', async () => {
  const file = `${HEADER}\nMaya,Okafor,12 Elm Street,Portland,OR,97205`
  const first = await upload(file)
  const second = await upload(file)
  expect(second).toMatchObject({ state: 'mapping', repeats: { id: first.id, file_name: 'people.csv' } })
  expect(await people()).toHaveLength(1)
  await expect(start(second.id)).rejects.toMatchObject({
    code: 'import_repeated',
  })

  await start(second.id, true)
  expect((await people()).map(({ position }) => position)).toEqual([1, 2])

  await upload(file, { mode: 'replace' })
  expect(await people()).toHaveLength(1)
})

test.each([
  ['a workbook', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]), 'workbook'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'not_text'],
  ['a NUL in a cell', Buffer.from(`${HEADER}\nMaya,Oka\0for,12 Elm,Portland,OR,97205`), 'not_text'],
  ['a PDF', Buffer.from('%PDF-1.4 x\ny'), 'not_a_list'],
  ['nothing', Buffer.from(' \n\n'), 'empty'],
  ['a header alone', Buffer.from(`${HEADER}\n`), 'empty'],
  [
    'a quote that never ends',
    Buffer.from(`${HEADER}\nMaya,"Okafor,12 Elm,Portland,OR,97205\nAna,Lima`),
    'open_quote',
  ],
])('%s isn’t a list, and the existing one stays', async (_, bytes, code) => {
  await upload(`${HEADER}\nMaya,Okafor,12 Elm Street,Portland,OR,97205`)

  await expect(upload(bytes, { mode: 'replace' })).rejects.toMatchObject({
    code: 'import_unreadable',
    errors: [{ field: 'file', code }],
  })
  expect(await people()).toHaveLength(1)
})

test('a request without file and rows is rejected at the field', async () => {
  await expect(paste('  ')).rejects.toMatchObject({ code: 'validation_failed', errors: [{ field: 'file' }] })
})

test('imports 5,000 rows while the customer waits', async () => {
  const rows = (count: number) =>
    `${HEADER}\n${Array.from({ length: count }, (_, n) => `P${n},Okafor,${n} Elm,Portland,OR,97205`).join('\n')}`

  expect(await upload(rows(5_000))).toMatchObject({ rows_added: 5_000, rows_needing_attention: 0 })
  const last = await page({ page: 100, page_size: 50 })
  expect(last.results.at(-1)).toMatchObject({ first_name: 'P4999', position: 5_000 })
})

test('a list beyond the site’s limit adds none of its rows', async () => {
  const file = `${HEADER}\nMaya,Okafor,12 Elm,Portland,OR,97205\nAna,Lima,13 Elm,Portland,OR,97205`
  await setLimits({ ...LIMITS, max_recipients: 1 })

  await expect(upload(file, { mode: 'replace' })).rejects.toMatchObject({ code: 'limit_exceeded' })
  expect(await people()).toEqual([])
  await setLimits(LIMITS)
})

test('odd letters, huge cells, and half characters are stored or rejected, never a fault', async () => {
  const odd = `Name,Email,Message\n👩‍🎨 ${'x'.repeat(5_000)},a@b.co,"tab\there"\n\u202eAna\ud800,b@c.co,ok`

  const done = await paste(odd)

  expect(done.rows_added).toBe(2)
  expect(done.rows_needing_attention).toBeGreaterThan(0)
})
