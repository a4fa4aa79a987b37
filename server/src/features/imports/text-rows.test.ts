import { expect, test } from 'vitest'
import { lookAtText } from './text-format.ts'
import { readFewRows, readTextRows } from './text-rows.ts'

const FORMAT = {
  kind: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  newline: '\n',
  namesDelimiter: false,
} as const

async function rowsOf(pieces: Iterable<Uint8Array>, format: Parameters<typeof readTextRows>[1] = FORMAT) {
  async function* bytes() {
    yield* pieces
  }
  const rows = []
  for await (const read of readTextRows(bytes(), format)) rows.push(...read.rows)
  return rows
}

test.each([
  ['tabs', '\t'],
  ['semicolons', ';'],
  ['bars', '|'],
  ['commas', ','],
])('two columns separated by %s are two, with or without an empty last line', (_, mark) => {
  const list = `Name${mark}Email\nMaya Okafor${mark}maya@example.com`
  for (const end of ['', '\n', '\r\n\r\n']) {
    const { rows } = lookAtText(Buffer.from(list + end), { isUtf8: true, isWhole: true, isPasted: false })
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Email'],
      ['Maya Okafor', 'maya@example.com'],
    ])
  }
})

test('a list has the same rows, however it is cut into pieces', async () => {
  const bytes = Buffer.from('a,"b\r\n""c""",ë\r\n\r\n"x",,👩‍🎨\nlast,"",1')
  const whole = await rowsOf([bytes])
  expect(whole).toEqual([
    { number: 1, cells: ['a', 'b\r\n"c"', 'ë'] },
    { number: 3, cells: ['x', '', '👩‍🎨'] },
    { number: 4, cells: ['last', '', '1'] },
  ])
  for (const size of [1, 2, 3, 5]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    )
    expect(await rowsOf(pieces)).toEqual(whole)
  }
})

test('a million rows are read one piece at a time', async () => {
  const piece = Buffer.from('Maya,Okafor,12 Elm Street,Portland,OR,97205\n'.repeat(1_000))
  async function* bytes() {
    for (let n = 0; n < 1_000; n += 1) yield piece
  }
  let count = 0
  let most = 0
  for await (const { rows } of readTextRows(bytes(), FORMAT)) {
    count += rows.length
    most = Math.max(most, rows.length)
  }
  expect(count).toBe(1_000_000)
  expect(most).toBeLessThanOrEqual(1_001)
})

test.each([
  ['a row without an end', 'x'.repeat(1_100_000), 'row_too_long'],
  ['a quote without an end', `a,b\n"${'x,y\n'.repeat(300_000)}`, 'open_quote'],
  ['a NUL far inside', `${'a,b\n'.repeat(100_000)}c\0,d\n`, 'not_text'],
])('%s ends the reading with a message', async (_, text, code) => {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 64_000) }, (_each, n) =>
    bytes.subarray(n * 64_000, (n + 1) * 64_000),
  )
  await expect(rowsOf(pieces)).rejects.toMatchObject({ errors: [{ code }] })
})

test('reads at most one row more than the limit of a text in memory, and lets other requests run', async () => {
  const few = { limit: 3, isPasted: false }
  expect(await readFewRows(Buffer.from('a\n\nb\nc'), few)).toHaveLength(3)
  expect(await readFewRows(Buffer.from('a\n'.repeat(5_000_000)), few)).toHaveLength(4)
  let turns = 0
  const other = setInterval(() => {
    turns += 1
  }, 1)
  // Blank rows aren't counted, so all of the text is read.
  expect(await readFewRows(Buffer.from(`a${'\n'.repeat(2_000_000)}b`), few)).toHaveLength(2)
  clearInterval(other)
  expect(turns).toBeGreaterThan(5)
})
