import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { statesOfZip } from '@laurel/domain/zip-prefixes'
import { expect, test } from 'vitest'
import { findZipPlace } from './zip-codes.ts'

const packed = readFileSync(new URL('../../../assets/places/zip-codes.br', import.meta.url))
const rows = brotliDecompressSync(packed)
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))

test('finds every ZIP code it has', async () => {
  expect(rows.length).toBeGreaterThan(40_000)
  for (const [zip = '', state, city] of rows) {
    const found = findZipPlace(zip)
    if (found?.city !== city || found?.state !== state) expect(found).toEqual({ zip, city, state })
  }
})

test('agrees with the states by prefix, apart from a few at borders', () => {
  const others = rows.filter(([zip = '', state]) => !statesOfZip(zip).some((code) => code === state))
  expect(others.length).toBeLessThanOrEqual(6)
})

test.each(['00000', '99999', '45401-1234', '4540', '454022', '', 'abcde', '٤٥٤٠٢', '09001', '00501\tNY'])(
  'knows no place for %j',
  async (zip) => {
    expect(findZipPlace(zip)).toBeUndefined()
  },
)
