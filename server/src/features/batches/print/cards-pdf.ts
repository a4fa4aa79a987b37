import { CARD_HEIGHT_UNITS, CARD_WIDTH_MM, CARD_WIDTH_UNITS, mmFromUnits } from '@laurel/domain/card-geometry'
import { CARD_CODE_AT, CARD_NUMBER_AT } from '@laurel/domain/paint-card-back'
import { BLEED_MM, MARGIN_MM, TRIM_MM } from './card-sheet.ts'
import { type Doc, drawPdf, fitLine, points, setFont } from './pdf-stream.ts'

const MARK_MM = { from: BLEED_MM + 1, to: BLEED_MM + 5 } as const

/** One card to print. */
export type PrintedCard = {
  front: Buffer
  back: Buffer
  number: string
  pin: string
  /** Printed next to the card: batch, position, reference. */
  slug: string
}

/**
 * Lays out cards for printing: alternating front and back, each on a sheet with 3 mm of bleed, crop marks, and
 * PDF boxes for the cut.
 */
export function cardsPdf(cards: AsyncIterable<PrintedCard>, about: { title: string; author: string }) {
  return drawPdf(about, async ({ doc, page }) => {
    const frontOf = pictures(doc)
    const backOf = pictures(doc)
    for await (const card of cards) {
      await page(SHEET, BOXES)
      placePicture(doc, frontOf(card.front))
      drawFrame(doc, `${card.slug} · front`)

      await page(SHEET, BOXES)
      placePicture(doc, backOf(card.back))
      setNumber(doc, card)
      drawFrame(doc, `${card.slug} · back`)
    }
  })
}

/** A picture that repeats from card to card is in the file once. */
function pictures(doc: Doc) {
  let last: { jpeg: Buffer; picture: object } | undefined
  return (jpeg: Buffer): object => {
    if (last === undefined || !last.jpeg.equals(jpeg)) last = { jpeg, picture: openImage(doc, jpeg) }
    return last.picture
  }
}

const M = points(MARGIN_MM)
const WIDTH = points(TRIM_MM.width)
const HEIGHT = points(TRIM_MM.height)
const SHEET = { width: WIDTH + 2 * M, height: HEIGHT + 2 * M }

function box(beyondMm: number): number[] {
  const beyond = points(beyondMm)
  return [M - beyond, M - beyond, M + WIDTH + beyond, M + HEIGHT + beyond]
}
const BOXES = { TrimBox: box(0), BleedBox: box(BLEED_MM), CropBox: box(MARGIN_MM) }

function openImage(doc: Doc, jpeg: Buffer): object {
  return (doc as unknown as { openImage(src: Buffer): object }).openImage(jpeg)
}

/** A card is drawn a hair higher than it is cut, so it is laid around the middle of the trim. */
const PICTURE = {
  width: points(CARD_WIDTH_MM + 2 * BLEED_MM),
  height: points(mmFromUnits(CARD_HEIGHT_UNITS) + 2 * BLEED_MM),
}

function placePicture(doc: Doc, picture: object): void {
  doc.image(picture as Buffer, M + (WIDTH - PICTURE.width) / 2, M + (HEIGHT - PICTURE.height) / 2, PICTURE)
}

function drawFrame(doc: Doc, slug: string): void {
  doc.lineWidth(0.25).strokeColor('#000000')
  for (const x of [M, M + WIDTH]) {
    for (const [from, to] of marks(M, HEIGHT)) doc.moveTo(x, from).lineTo(x, to)
  }
  for (const y of [M, M + HEIGHT]) {
    for (const [from, to] of marks(M, WIDTH)) doc.moveTo(from, y).lineTo(to, y)
  }
  doc.stroke()
  const line = fitLine(doc, slug, { size: 5, minSize: 4, width: WIDTH - 24 })
  doc.fillColor('#000000').text(line, M + 12, M + HEIGHT + points(BLEED_MM + 2), { lineBreak: false })
}

/** Before and behind a side that begins at `start`: outside the bleed, where they are cut away. */
function marks(start: number, length: number): Array<[number, number]> {
  const [near, far] = [points(MARK_MM.from), points(MARK_MM.to)]
  return [
    [start - far, start - near],
    [start + length + near, start + length + far],
  ]
}

const unit = WIDTH / CARD_WIDTH_UNITS
/** Units between what is set and the edge of its field. */
const PADDING = 5
const TOP = M + (HEIGHT - CARD_HEIGHT_UNITS * unit) / 2
type Place = { x: number; y: number; width: number; height: number }

/** Number and code as letters, not as dots of a picture: they are small, and must be read. */
function setNumber(doc: Doc, { number, pin }: PrintedCard): void {
  const grouped = number.replace(/(.{4})(?=.)/g, '$1 ')
  inMiddle(doc, grouped, CARD_NUMBER_AT, 11)
  inMiddle(doc, pin, CARD_CODE_AT, 8.5)
}

function inMiddle(doc: Doc, text: string, place: Place, size: number): void {
  const width = (place.width - 2 * PADDING) * unit
  setFont(doc, 'semibold', size, text).fillColor('#1c1c20')
  const line = fitLine(doc, text, { font: 'semibold', size, minSize: 6, width })
  const x = M + (place.x + place.width / 2) * unit - doc.widthOfString(line) / 2
  doc.text(line, x, TOP + (place.y + place.height / 2) * unit, { lineBreak: false, baseline: 'middle' })
}
