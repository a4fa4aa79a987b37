import { type BrandRoles, brandRoles } from '@laurel/domain/brand-roles'
import { deliveryReference } from '@laurel/domain/delivery-reference'
import { mergeMessage } from '@laurel/domain/message-merge'
import { formatDollars } from '@laurel/domain/money'
import type { SiteRow } from '../../sites/sites.repo.ts'
import { addressLines } from './address-lines.ts'
import { TRIM_MM } from './cards-pdf.ts'
import { type Doc, fitLine, type PdfStream, points, setFont, streamPdf } from './pdf-stream.ts'
import type { PrintedLetter } from './printed-letters.repo.ts'

const INCH = 72
const LETTER = { width: 8.5 * INCH, height: 11 * INCH }
const SIDE = 0.9375 * INCH
const COLUMN = LETTER.width - 2 * SIDE

/**
 * Where the address shows. A #10 envelope (4 1/8 by 9 1/2 inches) has its window 7/8 inch from the left
 * and 1/2 inch from the bottom, 4 1/2 by 1 1/8 inches. A Letter sheet folded in three is 3 2/3 by 8 1/2
 * inches and slides in it by 1 inch and by nearly 1/2 inch: what stands in this box shows wherever it lies,
 * 1/16 inch of paper around it.
 */
export const ADDRESS_BOX = {
  x: 0.9375 * INCH,
  y: (11 / 3 - 1.625 + (4.125 - 11 / 3)) * INCH,
  width: 3.375 * INCH,
  height: (1.125 - (4.125 - 11 / 3)) * INCH,
} as const
const FOLDS = [LETTER.height / 3, (2 * LETTER.height) / 3]

/**
 * The letters the cards are glued to: address where the envelope's window is, message, sender, and the
 * organization's colors.
 */
export function lettersPdf(
  site: SiteRow,
  { title, returnTo }: { title: string; returnTo: readonly string[] },
  letters: AsyncIterable<PrintedLetter>,
  onLetter: (done: number) => Promise<void>,
): PdfStream {
  const role = brandRoles({
    primary: site.site_primary_color,
    secondary: site.site_secondary_color,
    tertiary: site.site_tertiary_color,
  })
  return streamPdf({ title, author: site.name }, async ({ doc, page }) => {
    let done = 0
    for await (const letter of letters) {
      await page(LETTER)
      drawHead(doc, site, role, returnTo)
      drawAddress(doc, letter, role)
      drawWords(doc, site, letter, role)
      drawCardPlace(doc, site, letter, role)
      drawFoot(doc, site, letter, role)
      done += 1
      await onLetter(done)
    }
  })
}

function drawHead(doc: Doc, site: SiteRow, role: BrandRoles, returnTo: readonly string[]) {
  doc.rect(0, 0, LETTER.width, 10).fill(role.action)
  const name = fitLine(doc, site.name, { font: 'semibold', size: 17, minSize: 10, width: 260 })
  doc.fillColor(role.ink).text(name, SIDE, 0.5 * INCH, { lineBreak: false })
  doc.fillColor(role.muted)
  returnTo.forEach((line, at) => {
    const shown = fitLine(doc, line, { size: 8, minSize: 6, width: 260 })
    doc.text(shown, SIDE, 0.5 * INCH + 24 + at * 10.5, { lineBreak: false })
  })
}

/** From the bottom up: a short address stands where the longest one ends. */
function drawAddress(doc: Doc, letter: PrintedLetter, role: BrandRoles) {
  const lines = addressLines(letter)
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

function drawWords(doc: Doc, site: SiteRow, letter: PrintedLetter, role: BrandRoles) {
  const person = {
    firstName: letter.first_name,
    lastName: letter.last_name,
    amountCents: letter.value_cents,
  }
  const greeting = letter.first_name === '' ? 'Hello,' : `Dear ${letter.first_name},`
  const usual = `${letter.sender_name || site.name} sends you this card.`
  const message = letter.message === '' ? usual : mergeMessage(letter.message, person)
  // The longest message there is shrinks a little before it would run into the card.
  let size = 12
  const heightOf = (text: string) => {
    setFont(doc, 'regular', size, text)
    return doc.heightOfString(text, { width: COLUMN, lineGap: size * 0.35 })
  }
  while (size > 8 && heightOf(message) > WORDS_HEIGHT - 70) size -= 0.5
  setFont(doc, 'semibold', 13, greeting)
    .fillColor(role.ink)
    .text(greeting, SIDE, WORDS_TOP, { lineBreak: false })
  setFont(doc, 'regular', size, message).text(message, SIDE, WORDS_TOP + 26, {
    width: COLUMN,
    height: WORDS_HEIGHT - 56,
    lineGap: size * 0.35,
    ellipsis: true,
  })
  if (letter.sender_name === '') return
  const y = Math.min(WORDS_TOP + 26 + heightOf(message) + 14, CARD_TOP - 50)
  const sender = fitLine(doc, letter.sender_name, { font: 'semibold', size: 12, minSize: 8, width: COLUMN })
  doc.fillColor(role.ink).text(sender, SIDE, y, { lineBreak: false })
}

const CARD = { width: points(TRIM_MM.width), height: points(TRIM_MM.height) }

/** Where the card is glued, and what is said about it. */
function drawCardPlace(doc: Doc, site: SiteRow, letter: PrintedLetter, role: BrandRoles) {
  doc
    .roundedRect(SIDE, CARD_TOP, CARD.width, CARD.height, points(3.18))
    .lineWidth(0.5)
    .dash(3, { space: 3 })
    .strokeColor(role['line-strong'])
    .stroke()
    .undash()
  const x = SIDE + CARD.width + 22
  const width = LETTER.width - SIDE - x
  const value = formatDollars(letter.value_cents)
  setFont(doc, 'semibold', 26, value).fillColor(role.ink).text(value, x, CARD_TOP, { lineBreak: false })
  const terms = `is on this card. Use it wherever ${site.network_name} is taken. Number and code are on its back: treat them like cash.`
  const ask = [site.support_email, site.support_phone, site.support_hours].filter(Boolean).join('\n')
  setFont(doc, 'regular', 9.5, terms)
    .fillColor(role.ink)
    .text(terms, x, CARD_TOP + 36, { width, lineGap: 3 })
  setFont(doc, 'regular', 9, ask)
    .fillColor(role.muted)
    .text(ask, x, doc.y + 8, { width, lineGap: 2 })
}

/** Matches letter and card in the print shop, and shows where it is folded. */
function drawFoot(doc: Doc, site: SiteRow, letter: PrintedLetter, role: BrandRoles) {
  const slug = `${deliveryReference(letter.id)} · order ${letter.order_number} · ${letter.position}`
  const line = fitLine(doc, `${site.short_name} · ${slug}`, { size: 6.5, minSize: 5, width: COLUMN })
  doc.fillColor(role.muted).text(line, SIDE, LETTER.height - 30, { lineBreak: false })
  doc.lineWidth(0.4).strokeColor(role['line-strong'])
  for (const y of FOLDS) doc.moveTo(0, y).lineTo(10, y)
  doc.stroke()
}
