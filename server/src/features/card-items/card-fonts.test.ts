import { readFileSync } from 'node:fs'
import { CARD_SANS, CARD_SERIF, cardFont } from '@laurel/domain/card-text'
import { isInHouseLetters, unprintableCharacters } from '@laurel/domain/printable-text'
import { createCanvas } from '@napi-rs/canvas'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { FONT_FILES, registerFonts } from './card-painter.ts'

const WEB = new URL('../../../../web/', import.meta.url)
const PRINT_FONT = new URL('../../../assets/fonts/dejavu-sans-condensed.ttf', import.meta.url).pathname
const LAST_CODE = 0x2fff

/** Everything that may be printed as it is kept, and the capitals names are printed in. */
const PRINTABLE = Array.from({ length: LAST_CODE }, (_, code) => String.fromCodePoint(code)).filter(
  (each) =>
    each === each.normalize('NFC') && !/\p{Cc}/u.test(each) && unprintableCharacters(each).length === 0,
)
const DRAWN = [...new Set(PRINTABLE.flatMap((each) => [each, ...each.toUpperCase().normalize('NFC')]))]

type Face = { family: string; file: string; has: (code: number) => boolean }

function glyphsOf(path: string) {
  const doc = new PDFDocument({ autoFirstPage: false }).font(path)
  type Shapes = { hasGlyphForCodePoint(code: number): boolean; unitsPerEm: number; layout: Layout }
  type Layout = (text: string) => { advanceWidth: number }
  return (doc as unknown as { _font: { font: Shapes } })._font.font
}

/** The faces the page declares: a letter is drawn by a file only if its range names it. */
function browserFaces(): Face[] {
  const css = readFileSync(new URL('src/styles/base.css', WEB), 'utf8')
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)]
    .map(([, body = '']) => body)
    .filter((body) => !body.includes('italic'))
    .map((body) => {
      const file = body.match(/url\("\/fonts\/([^"]+)"/)?.[1] ?? ''
      const shapes = glyphsOf(new URL(`public/fonts/${file}`, WEB).pathname)
      const ranges = [...body.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
        ([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)],
      )
      const isNamed = (code: number) =>
        ranges.length === 0 || ranges.some(([from = 0, to = 0]) => code >= from && code <= to)
      return {
        family: body.match(/font-family: "([^"]+)"/)?.[1] ?? '',
        file,
        has: (code) => isNamed(code) && shapes.hasGlyphForCodePoint(code),
      }
    })
}

const BROWSER = browserFaces()
const SERVER: Face[] = FONT_FILES.map(([file, family]) => {
  const shapes = glyphsOf(new URL(`public/fonts/${file}`, WEB).pathname)
  return { family, file, has: (code) => shapes.hasGlyphForCodePoint(code) }
})

test.each([
  ['the browser', BROWSER],
  ['the server', SERVER],
])('%s has every printable letter, in the font that draws its line', (_, faces) => {
  for (const family of [CARD_SANS, CARD_SERIF]) {
    const missing = DRAWN.filter((letter) => {
      const drawnBy = cardFont({ weight: 400, size: 10, family }, letter)
      return !faces.some((face) => drawnBy.includes(`"${face.family}"`) && face.has(letter.codePointAt(0)!))
    })
    expect(missing, family).toEqual([])
  }
})

test('names in capitals keep their chosen font', () => {
  const torn = PRINTABLE.filter((each) => isInHouseLetters(each) && !isInHouseLetters(each.toUpperCase()))
  expect(torn).toEqual([])
})

test('letters and documents have every printable letter', () => {
  const shapes = glyphsOf(PRINT_FONT)
  expect(DRAWN.filter((letter) => !shapes.hasGlyphForCodePoint(letter.codePointAt(0)!))).toEqual([])
})

test.each([
  [CARD_SERIF, 'Nguyễn', 'noto-serif-display.woff2'],
  [CARD_SANS, 'Nguyễn', 'inter.woff2'],
  [CARD_SERIF, 'Třešň', 'instrument-serif-ext.woff2'],
])('%s draws %j with the glyphs of %s', (family, text, file) => {
  registerFonts()
  const c = createCanvas(10, 10).getContext('2d')
  c.font = cardFont({ weight: 400, size: 100, family }, text)
  const shapes = glyphsOf(new URL(`public/fonts/${file}`, WEB).pathname)
  for (const letter of text.match(/[^ -~]/g) ?? []) {
    const width = (shapes.layout(letter).advanceWidth / shapes.unitsPerEm) * 100
    expect(c.measureText(letter).width, letter).toBeCloseTo(width, 0)
  }
})
