import { type BrandRoles, brandRoles } from '@laurel/domain/brand-roles'
import { formatDollars } from '@laurel/domain/money'
import { brandColors } from '../../sites/site-brand.ts'
import type { SiteRow } from '../../sites/sites.repo.ts'
import { TRIM_MM } from './card-sheet.ts'
import { type Doc, drawPdf, fitLine, points, setFont } from './pdf-stream.ts'

const INCH = 72
const LETTER = { width: 8.5 * INCH, height: 11 * INCH }
const SIDE = 0.9375 * INCH
const COLUMN = LETTER.width - 2 * SIDE

/**
 * Where the address shows. A #10 envelope (4 1/8 by 9 1/2 inches) has its window 7/8 inch from the left and 1/2
 * inch from the bottom, 4 1/2 by 1 1/8 inches. A Letter sheet folded in three is 3 2/3 by 8 1/2 inches and can
 * slide by 1 inch and nearly 1/2 inch: this box stays visible, with 1/16 inch of paper around it.
 */
export const ADDRESS_BOX = {
  x: 0.9375 * INCH,
  y: (11 / 3 - 1.625 + (4.125 - 11 / 3)) * INCH,
  width: 3.375 * INCH,
  height: (1.125 - (4.125 - 11 / 3)) * INCH,
} as const
const FOLDS = [LETTER.height / 3, (2 * LETTER.height) / 3]

/** One letter, in the words it is printed with. */
export type LetterPage = {
  /** From the name to the last line; empty on letters in a parcel. */
  address: readonly string[]
  text: string
  /** Empty if the letter isn't signed. */
  signature: string
  valueCents: number
  /** The text next to its card, after the amount. */
  terms: string
  /** At its foot: which card it belongs to. */
  slug: string
}
type Heading = {
  title: string
  /** The return address; empty on letters in a parcel. */
  returnTo: readonly string[]
  /** The same in every letter, and in the file once. */
  logo?: Buffer | undefined
}

/**
 * The letters the cards are glued to: the organization's logo and colors, the address in the envelope's window,
 * the message, and the sender.
 */
export function lettersPdf(
  letters: AsyncIterable<LetterPage>,
  site: SiteRow,
  { title, returnTo, logo }: Heading,
) {
  const role = brandRoles(brandColors(site))
  return drawPdf({ title, author: site.name }, async ({ doc, page }) => {
    const picture = logo && openImage(doc, logo)
    for await (const letter of letters) {
      await page(LETTER)
      drawHead(doc, site, role, { returnTo, picture })
      drawAddress(doc, letter.address, role)
      drawWords(doc, letter, role)
      drawCardPlace(doc, site, letter, role)
      drawFoot(doc, site, letter, role)
    }
  })
}

type Picture = { width: number; height: number }
type Head = { returnTo: readonly string[]; picture: Picture | undefined }
/** The logo is drawn on a square of 32 units. */
const LOGO = { size: 20, units: 32, gap: 8, widest: 60, widestWithName: 150 } as const

function drawHead(doc: Doc, site: SiteRow, role: BrandRoles, { returnTo, picture }: Head) {
  doc.rect(0, 0, LETTER.width, 10).fill(role.action)
  const x = SIDE + drawLogo(doc, site, picture)
  if (picture === undefined || !site.logo_has_name) {
    const name = fitLine(doc, site.name, { font: 'semibold', size: 17, minSize: 10, width: 260 })
    doc.fillColor(role.ink).text(name, x, 0.5 * INCH, { lineBreak: false })
  }
  doc.fillColor(role.muted)
  returnTo.forEach((line, at) => {
    const shown = fitLine(doc, line, { size: 8, minSize: 6, width: 260 })
    doc.text(shown, SIDE, 0.5 * INCH + 24 + at * 10.5, { lineBreak: false })
  })
}

/** @returns where the name begins, to its right */
function drawLogo(doc: Doc, site: SiteRow, picture: Picture | undefined): number {
  const { paths } = site.card_mark
  const top = 0.5 * INCH
  // The shapes of a logo from before logos were uploaded, until they are drawn as a picture.
  if (picture === undefined && paths.length > 0) {
    doc
      .save()
      .translate(SIDE, top)
      .scale(LOGO.size / LOGO.units)
    for (const { d, second } of paths) {
      doc.path(d).fill(second ? site.site_secondary_color : site.site_primary_color)
    }
    doc.restore()
    return LOGO.size + LOGO.gap
  }
  if (picture === undefined) return 0
  const width = Math.min(
    site.logo_has_name ? LOGO.widestWithName : LOGO.widest,
    (picture.width / picture.height) * LOGO.size,
  )
  doc.image(picture as unknown as Buffer, SIDE, top, { fit: [width, LOGO.size], valign: 'center' })
  return width + LOGO.gap
}

function openImage(doc: Doc, jpeg: Buffer): Picture {
  return (doc as unknown as { openImage(src: Buffer): Picture }).openImage(jpeg)
}

/** Bottom-aligned: a short address ends where the longest one does. */
function drawAddress(doc: Doc, lines: readonly string[], role: BrandRoles) {
  const leading = Math.min(12, ADDRESS_BOX.height / lines.length)
  const size = Math.min(10.5, leading - 0.8)
  const top = ADDRESS_BOX.y + ADDRESS_BOX.height - lines.length * leading
  lines.forEach((line, at) => {
    const shown = fitLine(doc, line, { size, minSize: 6, width: ADDRESS_BOX.width })
    doc.fillColor(role.ink).text(shown, ADDRESS_BOX.x, top + at * leading, { lineBreak: false })
  })
}

const WORDS_TOP = FOLDS[0]! + 0.42 * INCH
const CARD_TOP = FOLDS[1]! + 0.5 * INCH
const WORDS_HEIGHT = CARD_TOP - WORDS_TOP - 30

function drawWords(doc: Doc, { text, signature }: LetterPage, role: BrandRoles) {
  // The longest message there is shrinks a little before it would run into the card.
  let size = 12
  const heightOf = (words: string) => {
    setFont(doc, 'regular', size, words)
    return doc.heightOfString(words, { width: COLUMN, lineGap: size * 0.35 })
  }
  while (size > 8 && heightOf(text) > WORDS_HEIGHT - 44) size -= 0.5
  const height = heightOf(text)
  doc.fillColor(role.ink).text(text, SIDE, WORDS_TOP, {
    width: COLUMN,
    height: WORDS_HEIGHT - 30,
    lineGap: size * 0.35,
    ellipsis: true,
  })
  if (signature === '') return
  const y = Math.min(WORDS_TOP + height + 14, CARD_TOP - 50)
  const signed = fitLine(doc, signature, { font: 'semibold', size: 12, minSize: 8, width: COLUMN })
  doc.fillColor(role.ink).text(signed, SIDE, y, { lineBreak: false })
}

const CARD = { width: points(TRIM_MM.width), height: points(TRIM_MM.height) }

/** Where the card is glued, and what is said about it. */
function drawCardPlace(doc: Doc, site: SiteRow, letter: LetterPage, role: BrandRoles) {
  doc
    .roundedRect(SIDE, CARD_TOP, CARD.width, CARD.height, points(3.18))
    .lineWidth(0.5)
    .dash(3, { space: 3 })
    .strokeColor(role['line-strong'])
    .stroke()
    .undash()
  const x = SIDE + CARD.width + 22
  const width = LETTER.width - SIDE - x
  const value = formatDollars(letter.valueCents)
  setFont(doc, 'semibold', 26, value).fillColor(role.ink).text(value, x, CARD_TOP, { lineBreak: false })
  const ask = [site.support_email, site.support_phone, site.support_hours].filter(Boolean).join('\n')
  setFont(doc, 'regular', 9.5, letter.terms)
    .fillColor(role.ink)
    .text(letter.terms, x, CARD_TOP + 36, { width, lineGap: 3 })
  setFont(doc, 'regular', 9, ask)
    .fillColor(role.muted)
    .text(ask, x, doc.y + 8, { width, lineGap: 2 })
}

/** Matches letter and card in the print shop, and shows where it is folded. */
function drawFoot(doc: Doc, site: SiteRow, { slug }: LetterPage, role: BrandRoles) {
  const line = fitLine(doc, `${site.short_name} · ${slug}`, { size: 6.5, minSize: 5, width: COLUMN })
  doc.fillColor(role.muted).text(line, SIDE, LETTER.height - 30, { lineBreak: false })
  doc.lineWidth(0.4).strokeColor(role['line-strong'])
  for (const y of FOLDS) doc.moveTo(0, y).lineTo(10, y)
  doc.stroke()
}
