import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT } from './prepare.mjs'
import { NEVER, SPELLED_OUT } from './voice.mjs'

const CATALOGS = globSync('domain/src/texts/*', { cwd: ROOT })
const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Text → translation, as translators see them. */
function translations(catalog, locale) {
  const entries = read(`${catalog}/${locale}.po`).matchAll(/^msgid (".+")\nmsgstr (".*")$/gm)
  return Object.fromEntries([...entries].map(([, text, said]) => [JSON.parse(text), JSON.parse(said)]))
}

test.each([
  ['every text is extracted, and none is left over', ['sync', '--clean', '--locale', 'en,es']],
  ['every text is in Spanish', ['missing', '--mode', 'catalog', '--locale', 'es']],
])('%s', (_, check) => {
  const lingui = join(ROOT, 'node_modules/@lingui/cli/dist/lingui.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [lingui, 'check', ...check, '--workers', '1', '--verbose'],
    { cwd: ROOT, encoding: 'utf8' },
  )
  expect(status, `${stdout}${stderr}\nRun npm run texts, and translate what is new.`).toBe(0)
})

test.each(CATALOGS)(
  'what the pages and the server read of %s is compiled from its translations',
  (catalog) => {
    for (const locale of ['en', 'es']) {
      const { source } = createCompiledCatalog(locale, translations(catalog, locale), { namespace: 'json' })
      expect(read(`${catalog}/${locale}.json`)).toBe(source)
    }
  },
)

test.each(CATALOGS)('translations in %s fill in what their texts do', (catalog) => {
  const filled = (text) => [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name).sort()
  for (const [text, said] of Object.entries(translations(catalog, 'es'))) {
    expect(filled(said), text).toEqual(filled(text))
  }
})

test('no text of a catalog reads as translated or spells contractions out', () => {
  const texts = CATALOGS.flatMap((catalog) => Object.entries(translations(catalog, 'en')).flat())
  expect(texts.filter((text) => NEVER.test(text) || SPELLED_OUT.test(text))).toEqual([])
})

test('Spanish texts say usted', () => {
  const texts = CATALOGS.flatMap((catalog) => Object.values(translations(catalog, 'es')))
  const informal = /(?<!\p{L})(tú|tus?|te|ti|tuy[oa]s?|contigo|tienes|puedes|quieres)(?!\p{L})/iu
  expect(texts.filter((text) => informal.test(text))).toEqual([])
})

test('every text that code asks for is in a catalog', () => {
  const known = new Set(CATALOGS.flatMap((catalog) => Object.keys(translations(catalog, 'en'))))
  const unknown = globSync('{domain,contract,server,web}/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => {
      const source = read(path)
      return /(i18n|\))\.t\(/.test(source) ? textsAskedFor(path, source) : []
    })
    .filter(({ text }) => !known.has(text))
  expect(unknown).toEqual([])
})

/** The first argument of each `i18n.t`, where it is written out. Others aren't extracted: `pageTexts().t('…')`. */
function textsAskedFor(path, source) {
  const found = []
  const look = (node) => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node?.type !== 'string') return
    const { callee, arguments: given = [] } = node
    const isText = callee?.property?.name === 't' && given[0]?.type === 'Literal'
    if (isText && callee.object.name === 'i18n') found.push({ path, text: given[0].value })
    if (isText && /Texts$|^textsOf$/.test(callee.object.callee?.name ?? '')) {
      found.push({ path, text: `not extracted: ${given[0].value}` })
    }
    look(Object.values(node).filter((part) => typeof part === 'object'))
  }
  look(parseSync(path, source).program)
  return found
}
