import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { placeKey } from '@laurel/domain/place-names'
import { statesOfZip } from '@laurel/domain/zip-prefixes'
import { expect, test } from 'vitest'
import { findCities, findNearest, findZipPlace } from './embedded-places.ts'

const packed = readFileSync(new URL('../../../assets/places/us.br', import.meta.url))
const cities = brotliDecompressSync(packed)
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [name = '', ...zips] = line.split('\t')
    return { state: name.slice(0, 2), city: name.slice(3), zips: zips.map((zip) => zip.slice(0, 5)) }
  })
const rows = cities.flatMap(({ city, state, zips }) => zips.map((zip) => ({ zip, city, state })))

test('finds every ZIP code it has', () => {
  expect(rows.length).toBeGreaterThan(40_000)
  for (const row of rows) {
    const found = findZipPlace(row.zip)
    if (found?.city !== row.city || found.state !== row.state) expect(found).toEqual(row)
  }
})

test('agrees with the state of each prefix, except for a few at borders', () => {
  const others = rows.filter(({ zip, state }) => !statesOfZip(zip).some((code) => code === state))
  expect(others.length).toBeLessThanOrEqual(6)
})

test.each([
  '00000',
  '99999',
  '45401-1234',
  '4540',
  '454022',
  '',
  'abcde',
  '٤٥٤٠٢',
  '09001',
  '00501\tNY',
  '1e4  ',
])('knows no place for %j', (zip) => {
  expect(findZipPlace(zip)).toBeUndefined()
})

test('is sorted for the search', () => {
  const keys = cities.map(({ city }) => placeKey(city))
  expect(keys.filter((key, at) => at > 0 && key < keys[at - 1]!)).toEqual([])
})

test('finds every city by its name in its state', () => {
  for (const { city, state, zips } of cities) {
    const zip = zips.length === 1 ? zips[0] : null
    const found = findCities(city, state, 8)
    const isFound = found.some((one) => one.city === city && one.zip === zip && one.zip_count === zips.length)
    if (!isFound) expect(found).toContainEqual({ city, state, zip, zip_count: zips.length })
  }
})

test.each([
  ['aus', undefined, 'Austin, TX'],
  ['st lou', undefined, 'Saint Louis, MO'],
  ['portland', 'ME', 'Portland, ME'],
  ['Troy', undefined, 'Troy, MI'],
  ['zz', undefined, undefined],
  ['%', undefined, undefined],
  ['_____', undefined, undefined],
  ["'", undefined, undefined],
  ['s.', undefined, undefined],
  ['dayton', 'XX', undefined],
])('%j in %s is first of all %s', (typed, state, place) => {
  const [first] = findCities(typed, state, 5)
  expect(first && `${first.city}, ${first.state}`).toBe(place)
})

test('lists an exact name before longer ones, and larger cities first', () => {
  const found = findCities('york', undefined, 30)
  const exact = found.filter(({ city }) => city === 'York')
  expect(found.slice(0, exact.length)).toEqual(exact)
  expect(findCities('da', undefined, 3).map(({ city }) => city)).toContain('Dallas')
})

test.each([
  [39.76, -84.19, 'Dayton', 'OH'],
  [43.66, -70.26, 'Portland', 'ME'],
  [21.31, -157.86, 'Honolulu', 'HI'],
  [61.22, -149.9, 'Anchorage', 'AK'],
])('%d, %d is in %s, %s', (latitude, longitude, city, state) => {
  expect(findNearest(latitude, longitude)).toMatchObject({ city, state })
})

test.each([
  [0, 0],
  [48.86, 2.35],
  [90, 0],
  [-90, 180],
])('%d, %d is near no ZIP code', (latitude, longitude) => {
  expect(findNearest(latitude, longitude)).toBeUndefined()
})
