import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** GeoNames' postal codes, CC BY 4.0, packed by `scripts/pack-zip-codes.mjs`: lines sorted by ZIP code. */
const PACKED = new URL('../../../assets/places/zip-codes.br', import.meta.url)
const NEW_LINE = '\n'.charCodeAt(0)

export type ZipPlace = { zip: string; city: string; state: string }

let opened: Buffer | undefined

/** One buffer of 1.3 MB, read with the first question: 41,000 objects would take 60 MB. */
function openZipCodes(): Buffer {
  opened ??= brotliDecompressSync(readFileSync(PACKED))
  return opened
}

/**
 * The post office of a ZIP code. Several city names can be right for one code; this is the most common one.
 *
 * @param zip five digits
 * @returns undefined for a code that isn't in use, is the military's, or is in a territory
 */
export function findZipPlace(zip: string): ZipPlace | undefined {
  const lines = openZipCodes()
  let from = 0
  let to = lines.length
  while (from < to) {
    const start = lines.lastIndexOf(NEW_LINE, Math.floor((from + to) / 2) - 1) + 1
    const at = Math.max(start, from)
    const end = lines.indexOf(NEW_LINE, at)
    const [found = '', state = '', city = ''] = lines.toString('utf8', at, end).split('\t')
    if (found === zip) return { zip, city, state }
    if (found < zip) from = end + 1
    else to = at
  }
  return undefined
}
