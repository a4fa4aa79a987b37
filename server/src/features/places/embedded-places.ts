import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { placeKey } from '@laurel/domain/place-names'

/**
 * GeoNames' postal codes, CC BY 4.0, packed by `scripts/pack-places.mjs`: a line for each city, sorted by
 * `placeKey`, as `OH Dayton`, and its ZIP codes with their latitude and longitude in hundredths of a degree.
 */
const PACKED = new URL('../../../assets/places/us.br', import.meta.url)
const TAB = '\t'.charCodeAt(0)
const NEW_LINE = '\n'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
const ZIP_LETTERS = 5
const ZIPS = 100_000

export type ZipPlace = { zip: string; city: string; state: string }
/** `zip` if the city has only one. */
export type City = { city: string; state: string; zip: string | null; zip_count: number }

/** A buffer of 1.1 MB, and 0.4 MB for the position of each ZIP code in it. 41,000 objects would take 60 MB. */
type Places = { lines: Buffer; zipsAt: Uint32Array }
let opened: Places | undefined

function openPlaces(): Places {
  opened ??= readPlaces()
  return opened
}

function readPlaces(): Places {
  const lines = brotliDecompressSync(readFileSync(PACKED))
  const zipsAt = new Uint32Array(ZIPS)
  for (let tab = lines.indexOf(TAB); tab >= 0; tab = lines.indexOf(TAB, tab + ZIP_LETTERS)) {
    zipsAt[Number(lines.toString('latin1', tab + 1, tab + 1 + ZIP_LETTERS))] = tab + 1
  }
  return { lines, zipsAt }
}

/**
 * The post office of a ZIP code. A code can have several correct city names; this is the most common one.
 *
 * @param zip five digits
 * @returns undefined for a code that isn't in use, is the military's, or is in a territory
 */
export function findZipPlace(zip: string): ZipPlace | undefined {
  if (!/^\d{5}$/.test(zip)) return undefined
  const { lines, zipsAt } = openPlaces()
  const at = zipsAt[Number(zip)]
  return at ? { zip, ...cityAt(lines, lines.lastIndexOf(NEW_LINE, at) + 1) } : undefined
}

/**
 * Cities by the beginning of their name: those of this name first, then those with the most ZIP codes.
 *
 * @param state two letters, or undefined for every state
 */
export function findCities(typed: string, state: string | undefined, most: number): City[] {
  const { lines } = openPlaces()
  const key = placeKey(typed)
  // Thousands of cities begin with the same letter.
  if (key.length < 2) return []
  const found: Array<{ at: number; end: number; isWhole: boolean }> = []
  for (let at = firstFrom(lines, key); at < lines.length; ) {
    const end = lines.indexOf(NEW_LINE, at)
    const name = placeKey(cityAt(lines, at).city)
    if (!name.startsWith(key)) break
    if (state === undefined || stateAt(lines, at) === state) found.push({ at, end, isWhole: name === key })
    at = end + 1
  }
  // A line's length grows with its ZIP codes.
  found.sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.end - b.at - (a.end - a.at))
  return found.slice(0, most).map(({ at, end }) => {
    const [, ...zips] = lines.toString('utf8', at, end).split('\t')
    const [only = ''] = zips
    return {
      ...cityAt(lines, at),
      zip: zips.length === 1 ? only.slice(0, ZIP_LETTERS) : null,
      zip_count: zips.length,
    }
  })
}

/** Anything farther away is in another country, or at sea. */
const FARTHEST_KM = 100
const KM_PER_HUNDREDTH = 1.112

/**
 * The ZIP code whose center is nearest to a position, in a straight line.
 *
 * @param latitude in degrees, as is the longitude
 * @returns undefined outside of the United States
 */
export function findNearest(latitude: number, longitude: number): ZipPlace | undefined {
  const { lines, zipsAt } = openPlaces()
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  let nearest: { zip: number; distance: number } | undefined
  for (let zip = 0; zip < ZIPS; zip += 1) {
    const at = zipsAt[zip]!
    if (at === 0) continue
    const [north, east] = positionAt(lines, at + ZIP_LETTERS + 1)
    const distance = Math.hypot(north - latitude * 100, (east - longitude * 100) * narrowing)
    if (nearest === undefined || distance < nearest.distance) nearest = { zip, distance }
  }
  if (nearest === undefined || nearest.distance * KM_PER_HUNDREDTH > FARTHEST_KM) return undefined
  return findZipPlace(String(nearest.zip).padStart(ZIP_LETTERS, '0'))
}

/** Latitude and longitude in hundredths of a degree, as `3976 -8419`. */
function positionAt(lines: Buffer, at: number): [north: number, east: number] {
  const read = [0, 0] satisfies [number, number]
  let next = at
  for (const part of [0, 1] as const) {
    const isNegative = lines[next] === MINUS
    if (isNegative) next += 1
    for (let digit = lines[next]! - ZERO; digit >= 0 && digit <= 9; digit = lines[next]! - ZERO) {
      read[part] = read[part] * 10 + digit
      next += 1
    }
    if (isNegative) read[part] = -read[part]
    next += 1
  }
  return read
}

/** Where the first city begins whose name isn't before this one. */
function firstFrom(lines: Buffer, key: string): number {
  let from = 0
  let to = lines.length
  while (from < to) {
    const middle = Math.max(from, lines.lastIndexOf(NEW_LINE, Math.floor((from + to) / 2) - 1) + 1)
    if (placeKey(cityAt(lines, middle).city) < key) from = lines.indexOf(NEW_LINE, middle) + 1
    else to = middle
  }
  return from
}

function cityAt(lines: Buffer, at: number): { city: string; state: string } {
  return { city: lines.toString('utf8', at + 3, lines.indexOf(TAB, at)), state: stateAt(lines, at) }
}

function stateAt(lines: Buffer, at: number): string {
  return lines.toString('latin1', at, at + 2)
}
