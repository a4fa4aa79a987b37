// `npm run licenses`: writes THIRD_PARTY_LICENSES, the licenses of everything that is shipped.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCKED, lockedPackages } from './locked-packages.mjs'
import { ROOT } from './prepare.mjs'

/** Licenses that let everyone use, change, and sell. Any other needs a decision first. */
export const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])
/** Packages whose manifest names no license, as their license file says. */
const FROM_FILE = { 'png-js': 'MIT' }
/** Its styles are part of the bundle, although only the build needs it. */
const BUNDLED = ['node_modules/tailwindcss']
const INTRODUCTION = `Licenses of third-party software in Laurel

Laurel itself is under the Apache License 2.0 (LICENSE). \`npm run licenses\` writes this file from package-lock.json.

Also included:
- Node.js (MIT and others), in archives and containers: https://github.com/nodejs/node/blob/main/LICENSE
- PostgreSQL (PostgreSQL License), inside @electric-sql/pglite
- Skia (BSD-3-Clause), inside @napi-rs/canvas
- Instrument Sans, Instrument Serif, Inter, and Noto Serif Display (SIL Open Font License 1.1): web/public/fonts/LICENSE-*.txt
- Postal codes of GeoNames (CC BY 4.0, https://www.geonames.org), packed: server/assets/places
`

/** Name, version, and license of every shipped package, for all platforms. */
export function shippedPackages() {
  const web = new Set([...lockedPackages('web'), ...BUNDLED])
  return [...new Set([...lockedPackages('server'), ...web])]
    .map((path) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const { version, license = FROM_FILE[name] } = LOCKED[path]
      return { path, name, version, license: license ?? 'unknown', isInWeb: web.has(path) }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** @returns whether an SPDX expression needs allowed licenses only */
export function isAllowed(license) {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((all) => all.split(' AND ').every((one) => ALLOWED.has(one)))
}

export function licensesText() {
  const packages = shippedPackages()
  const lines = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`)
  const owners = new Map()
  for (const { path, name, isInWeb } of packages) {
    const text = isInWeb ? licenseFile(path) : undefined
    if (text !== undefined) owners.set(text, [...(owners.get(text) ?? []), name])
  }
  const texts = [...owners].map(([text, names]) => `${[...new Set(names)].join(', ')}\n\n${text}`)
  return [
    INTRODUCTION,
    `Packages\n\n${[...new Set(lines)].sort().join('\n')}\n`,
    'License texts of the packages in the web app. The others have theirs in node_modules, which archives include.\n',
    ...texts.map((text) => `${'-'.repeat(80)}\n${text}\n`),
  ].join('\n')
}

function licenseFile(path) {
  const folder = join(ROOT, path)
  const file = existsSync(folder) && readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
  return file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : undefined
}

if (process.argv[1] === import.meta.filename) {
  const path = join(ROOT, 'THIRD_PARTY_LICENSES')
  writeFileSync(path, licensesText())
  console.info(path)
}
