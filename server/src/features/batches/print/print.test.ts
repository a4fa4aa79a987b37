import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CardFace } from '@laurel/domain/card-face'
import { lettersTooMany } from '@laurel/domain/card-name-width'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDrawing, readPdf } from '../../../testing/read-pdf.ts'
import type { SiteRow } from '../../sites/sites.repo.ts'
import { makeCardPress } from './card-press.ts'
import { cardsPdf } from './cards-pdf.ts'
import { addressedPages, countParcelLetters } from './letter-pages.ts'
import { ADDRESS_BOX, type LetterPage, lettersPdf } from './letters-pdf.ts'
import { manifestPdf } from './manifest-pdf.ts'
import { packingSlipPdf } from './packing-slip-pdf.ts'
import { points } from './pdf-stream.ts'
import type { PrintedLetter } from './printed-letters.repo.ts'

/** The widest name a card prints in full, and one with every kind of printable letter. */
const WIDEST = `A ${'M'.repeat(lettersThatFit('M') - 2)}`
const EUROPEAN = 'Đorđe Þórunn Łącka-Żółć'
function lettersThatFit(letter: string): number {
  const line = letter.repeat(100)
  return line.length - lettersTooMany(line)
}
const SITE = {
  id: 1,
  name: 'Northwind Rewards',
  short_name: 'Northwind',
  network_name: 'Meridian',
  language: 'en',
  card_mark: { paths: [{ d: 'M16 16A8 8 0 0 0 16 0Z', second: false }], word: 'Northwind', serif: false },
  site_primary_color: '#0B6B4F',
  site_secondary_color: '#F2A93B',
  site_tertiary_color: '#12211C',
  support_email: 'help@northwind.example',
  support_phone: '(937) 555-0117',
  support_hours: 'Monday to Friday, 8 to 6',
} as SiteRow
const COLORS = { primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' }

const letter = (position: number, over: Partial<PrintedLetter> = {}): PrintedLetter => ({
  id: position,
  order_id: 1,
  order_number: '10001',
  po_number: 'PO-77',
  card_item_id: 1,
  position,
  card_count: 1,
  value_cents: 7_500,
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: '',
  phone: '',
  address1: '90 Foundry Road',
  address2: '',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
  language: '',
  message: 'Thank you, {first name}. Spend it on something that makes you smile.',
  sender_name: 'Dana Whitlock, Halden Tools',
  business_name: 'Halden Tools, LLC',
  network_name: 'Overland',
  service: 'USPS First-Class',
  carrier: 'USPS',
  tracking_number: '',
  status: 'printing',
  ...over,
})

async function* each<T>(list: readonly T[]) {
  yield* list
}

const bytesOf = (pdf: AsyncIterable<Uint8Array>) => buffer(Readable.from(pdf))

/** Debian's package qpdf; where it is not, the check is skipped and said to be. */
const QPDF = 'qpdf'

let folder: string
let cards: Buffer
let letters: Buffer
const LONG = letter(2, {
  first_name: 'Wilhelmina-Alexandra Konstantina',
  last_name: 'Featherstonehaugh-Cholmondeley von Österreich',
  company: 'The Very Long Named Manufacturing and Distribution Company of Ohio, LLC',
  address1: '12345 North Martin Luther King Jr. Memorial Boulevard Southwest',
  address2: 'Building 12, Floor 14, Suite 1400, Receiving',
  city: 'Rancho Santa Margarita-on-the-Lake',
  message: 'W'.repeat(40).concat(' ').repeat(12).slice(0, 500),
  sender_name: 'Maximiliane Featherstonehaugh-Cholmondeley and everybody at Halden Tools',
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-print-'))
  const failures: unknown[] = []
  const press = makeCardPress((failure) => failures.push(failure))
  const words = { message: 'Ask us.', signature: 'Signed.' }
  const back = await press.back({ colors: COLORS, tone: 'deep', ...words, networkName: 'Meridian' })
  const face = (recipientName: string): CardFace => ({
    colors: COLORS,
    art: 'laurel',
    tone: 'deep',
    gradient: 'soft',
    line1: 'Thank you',
    line2: 'for ten good years',
    rewardType: 'direct',
    recipientName,
    amountText: '$75',
    networkName: 'Meridian',
    logoOneColor: true,
  })
  const names = ['Ada Lovelace', WIDEST, EUROPEAN]
  const printed = await Promise.all(
    names.map(async (name, at) => ({
      front: await press.front('1', face(name), { isOwnLogo: false }),
      back,
      number: `999912345678901234${at}`,
      pin: `8765432${at}`,
      slug: `B-1001 · ${at + 1} of 3 · D-${at + 1}`,
    })),
  )
  const about = { title: 'Cards', author: SITE.name }
  cards = await bytesOf(cardsPdf(each(printed), about))
  const returnTo = ['Northwind Rewards', '1 Main Street', 'Dayton, OH 45402']
  const all = [
    letter(1),
    LONG,
    letter(3, { message: '', first_name: '', last_name: '', company: 'Acme', sender_name: '' }),
  ]
  const drawn = addressedPages(SITE, each(all))
  letters = await bytesOf(lettersPdf(drawn, SITE, { title: 'Letters', returnTo }))
  expect(failures).toEqual([])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a letter is in its recipient’s language', async () => {
  const pages: LetterPage[] = []
  const all = [letter(1, { language: 'es', message: '' }), letter(2, { message: '' })]
  for await (const page of addressedPages(SITE, each(all))) pages.push(page)
  const [spanish, english] = pages
  expect(spanish).toMatchObject({
    text: 'Dana Whitlock, Halden Tools le envió esta tarjeta.',
    terms: expect.stringMatching(/^es el valor de esta tarjeta\. Úsela donde se acepte Overland\./),
  })
  expect(english).toMatchObject({
    terms: expect.stringMatching(/^is on this card\. Use it wherever Overland/),
  })
})

const boxesOf = (pdf: Buffer, name: string) =>
  [...pdf.toString('latin1').matchAll(new RegExp(`/${name} \\[([^\\]]+)\\]`, 'g'))].map(([, box]) =>
    box!.trim().split(/\s+/).map(Number),
  )
const mm = (value: number) => (value / 72) * 25.4

test('a card is cut at 85.6 by 53.98 mm, with 3 mm of bleed, in the middle of its sheet', () => {
  const [media, trim, bleed] = ['MediaBox', 'TrimBox', 'BleedBox'].map((name) => boxesOf(cards, name))
  expect(media).toHaveLength(6)
  expect(trim).toHaveLength(6)
  for (const [at, [left, bottom, right, top]] of trim!.entries()) {
    expect(mm(right! - left!)).toBeCloseTo(85.6, 2)
    expect(mm(top! - bottom!)).toBeCloseTo(53.98, 2)
    const [mLeft, mBottom, mRight, mTop] = media![at]!
    expect(left! - mLeft!).toBeCloseTo(mRight! - right!, 2)
    expect(bottom! - mBottom!).toBeCloseTo(mTop! - top!, 2)
    expect(mm(left! - bleed![at]![0]!)).toBeCloseTo(3, 2)
    expect(mm(bleed![at]![3]! - top!)).toBeCloseTo(3, 2)
  }
})

test('a card’s picture has 300 dots per inch and covers the bleed', () => {
  const pdf = cards.toString('latin1')
  const [, width] = /\/Width (\d+)/.exec(pdf)!
  const [, height] = /\/Height (\d+)/.exec(pdf)!
  expect([Number(width), Number(height)]).toEqual([1082, 709])
  const placed = [...readDrawing(cards).matchAll(/([\d.]+) 0 0 -?([\d.]+) [\d.]+ [\d.]+ cm\s*\/I\d+ Do/g)]
  expect(placed).toHaveLength(6)
  for (const [, w, h] of placed) {
    expect(Number(width) / (Number(w) / 72)).toBeCloseTo(300, -1)
    expect(mm(Number(w))).toBeGreaterThanOrEqual(85.6 + 6 - 0.01)
    expect(mm(Number(h))).toBeGreaterThanOrEqual(53.98 + 6 - 0.01)
  }
})

test('the file contains the back of a design once, however many cards use it', () => {
  expect(cards.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(4)
})

test('number and code are text in the safe area, on the back only', () => {
  const { text, pages } = readPdf(cards)
  expect(pages).toBe(6)
  expect(text).toContain('9999 1234 5678 9012 340')
  expect(text.match(/8765432\d/g)).toHaveLength(3)
})

test('no text of a card’s sheet lies between the safe area and the crop marks', () => {
  const trim = boxesOf(cards, 'TrimBox')[0]!
  const safe = points(3)
  for (const { x, y } of textOrigins(cards)) {
    const isInside =
      x >= trim[0]! + safe && x <= trim[2]! - safe && y >= trim[1]! + safe && y <= trim[3]! - safe
    const isBelowTheBleed = y < trim[1]! - safe
    expect(isInside || isBelowTheBleed, `${x} ${y}`).toBe(true)
  }
})

describe.each([
  ['cards', () => cards],
  ['letters', () => letters],
])('the %s', (name, file) => {
  test('carry every font they use', () => {
    const pdf = file().toString('latin1')
    const descriptors = pdf.match(/\/Type \/FontDescriptor/g) ?? []
    expect(descriptors.length).toBeGreaterThan(0)
    expect(pdf.match(/\/FontFile\d? \d+ 0 R/g)).toHaveLength(descriptors.length)
    expect(pdf).not.toMatch(/\/Subtype \/Type1\b/)
  })

  test.skipIf(spawnSync(QPDF, ['--version']).status !== 0)('pass qpdf --check', () => {
    const path = join(folder, `${name}.pdf`)
    writeFileSync(path, file())
    const { status, stdout, stderr } = spawnSync(QPDF, ['--check', path], { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  })
})

test('an address fits the window of a #10 envelope, however long it is', () => {
  const pageHeight = 792
  const window = {
    left: ADDRESS_BOX.x - 0.01,
    right: ADDRESS_BOX.x + ADDRESS_BOX.width,
    top: ADDRESS_BOX.y,
    bottom: ADDRESS_BOX.y + ADDRESS_BOX.height,
  }
  // The sheet folded in three slides in its envelope by 1 inch and by 0.458 inch.
  expect(window.left).toBeGreaterThanOrEqual(0.875 * 72)
  expect(window.right).toBeLessThanOrEqual((5.375 - 1) * 72)
  expect(window.top).toBeGreaterThanOrEqual((11 / 3 - 1.625 + 4.125 - 11 / 3) * 72 - 0.01)
  expect(window.bottom).toBeLessThanOrEqual((11 / 3 - 0.5) * 72 + 0.01)
  const lines = textOrigins(letters)
    .map(({ x, y }) => ({ x, fromTop: pageHeight - y }))
    .filter(({ fromTop }) => fromTop > window.top - 12 && fromTop < window.bottom + 12)
  expect(lines.length).toBe(3 + 5 + 3)
  for (const { x, fromTop } of lines) {
    expect(x).toBeGreaterThanOrEqual(window.left)
    expect(fromTop).toBeGreaterThanOrEqual(window.top)
    expect(fromTop).toBeLessThanOrEqual(window.bottom)
  }
})

test('a letter contains the sender’s message, the recipient, and how to use the card', () => {
  const { text, pages } = readPdf(letters)
  expect(pages).toBe(3)
  for (const words of [
    'Thank you, Ada.',
    'Dana Whitlock, Halden Tools',
    '$75',
    // As on its card, whatever the site's network is by now.
    'Overland',
    'D-1 · order 10001',
    'Peel it off gently',
    'Halden Tools, LLC sent you this card.',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('Dear')
  expect(readDrawing(letters).match(/0\.625 0 0 0\.625 0 0 cm/g)).toHaveLength(3)
})

test('the widest name that a card accepts is printed in full', () => {
  expect(lettersTooMany(WIDEST)).toBe(0)
  expect(lettersTooMany(`${WIDEST}MM`)).toBeGreaterThan(0)
  expect(lettersTooMany(EUROPEAN)).toBe(0)
})

test('a packing slip and a manifest take as many pages as they need', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({
    card_item_id: at,
    name: `Design ${at}`,
    reward: 'Meridian Prepaid',
    network_name: 'meridian',
    quantity: 10,
    value_cents: 5_000,
    message: at < 2 ? 'Thank you.' : ' ',
    sender_name: '',
  }))
  const slip = readPdf(
    await bytesOf(
      packingSlipPdf(each(lines), SITE, {
        batchNumber: 'B-1001',
        parcel: letter(1),
        letters: countParcelLetters(lines),
      }),
    ),
  )
  expect(slip.pages).toBe(2)
  expect(slip.text).toContain('Design 59')
  expect(slip.text).toMatch(/Letters, one for each card with a message\n20\n/)
  const many = Array.from({ length: 61 }, (_, at) => letter(at + 1))
  const about = { number: 'B-1001', deliveries: 61 }
  const manifest = readPdf(await bytesOf(manifestPdf(each(many), SITE, about)))
  expect(manifest.pages).toBe(3)
  expect(manifest.text).toContain('D-61')
})

/** Where each run of text begins, from the lower left of its page. */
function textOrigins(pdf: Buffer): Array<{ x: number; y: number }> {
  const pageHeight = boxesOf(pdf, 'MediaBox')[0]![3]!
  return [...readDrawing(pdf).matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Math.min(pageHeight, Number(y)),
  }))
}
