import { fileURLToPath } from 'node:url'
import { type BrandRoles, brandRoles } from '@laurel/domain/brand-roles'
import type { Texts } from '@laurel/domain/texts'
import PDFDocument from 'pdfkit'
import { brandColors } from '../sites/site-brand.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { drawable, isPlain, UNDRAWN } from './pdf-text.ts'

const BEYOND_LATIN = new URL('../../../assets/fonts/dejavu-sans-condensed.ttf', import.meta.url)
const LETTER = { width: 612, height: 792 }
const SIDE = 54
const FOOT = 64
const BAR = 76

/** The column between the side margins, in points. */
export const COLUMN = { left: SIDE, right: LETTER.width - SIDE, width: LETTER.width - 2 * SIDE } as const

export type Ink = 'ink' | 'muted' | 'accent-text'
export type Words = {
  text: string
  /** Points from the left edge of the page. */
  x: number
  width: number
  size?: number
  bold?: boolean
  ink?: Ink
  align?: 'left' | 'right'
}

/** Letter-size pages in the organization's colors, written from top to bottom. A full page starts the next one. */
export type Pdf = {
  /** Writes texts side by side, as high as the highest needs, and goes below them. */
  row(words: readonly Words[], options?: { gap?: number; onNewPage?: () => void }): void
  /** Draws columns that all begin at the same height, and goes below the longest. */
  beside(...columns: ReadonlyArray<() => void>): void
  text(text: string, options?: Omit<Words, 'text' | 'x' | 'width'> & { gap?: number }): void
  rule(options?: { strong?: boolean }): void
  space(points: number): void
  image(png: Buffer, options: { x: number; width: number; height: number }): void
  /** Begins a new page when less than this is left. */
  keepTogether(points: number): void
}

type Heading = { i18n: Texts; title: string; subject: string; isDemo: boolean; logo?: Buffer | undefined }

/**
 * Draws a document and returns its bytes.
 *
 * @param title what it is, in one word, beside the organization's logo and name
 */
export async function drawDocument(
  site: SiteRow,
  { i18n, title, subject, isDemo, logo }: Heading,
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  const role = brandRoles(brandColors(site))
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: SIDE, bottom: FOOT, left: SIDE, right: SIDE },
    bufferPages: true,
    lang: i18n.locale,
    info: { Title: subject, Author: site.name, Creator: site.name, Producer: 'Laurel' },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const pen = makePen(doc, role)
  drawHead(doc, pen, site, { title, role, logo })
  doc.on('pageAdded', () => {
    doc.rect(0, 0, LETTER.width, 10).fill(role.action)
    doc.y = SIDE
  })
  draw(makePdf(doc, pen, role))
  drawFeet(doc, pen, site, { i18n, subject, isDemo })
  doc.end()
  return whole
}

type Pen = {
  /** Makes the text ready, and chooses font, size and color for it. */
  take(words: Pick<Words, 'text' | 'size' | 'bold'> & { color: string }): string
  hasMarked(): boolean
}

function makePen(doc: PDFKit.PDFDocument, role: BrandRoles): Pen {
  doc.registerFont('beyond-latin', fileURLToPath(BEYOND_LATIN))
  let font: { hasGlyphForCodePoint(code: number): boolean } | undefined
  // Read only for a document that needs it.
  const canDraw = (character: string) => {
    if (font === undefined) {
      doc.font('beyond-latin')
      font = (doc as unknown as { _font: { font: NonNullable<typeof font> } })._font.font
    }
    return font.hasGlyphForCodePoint(character.codePointAt(0)!)
  }
  let marked = false
  doc.font('Helvetica').fillColor(role.ink)
  return {
    take({ text, size = 10, bold = false, color }) {
      const ready = drawable(text, canDraw)
      marked ||= ready.includes(UNDRAWN)
      doc.font(isPlain(ready) ? (bold ? 'Helvetica-Bold' : 'Helvetica') : 'beyond-latin')
      doc.fontSize(size).fillColor(color)
      return ready
    },
    hasMarked: () => marked,
  }
}

function makePdf(doc: PDFKit.PDFDocument, pen: Pen, role: BrandRoles): Pdf {
  const bottom = LETTER.height - FOOT
  const pdf: Pdf = {
    row(words, { gap = 5, onNewPage } = {}) {
      const height = Math.max(
        ...words.map((one) => {
          const ready = pen.take({ ...one, color: role[one.ink ?? 'ink'] })
          return doc.heightOfString(ready, { width: one.width })
        }),
      )
      if (doc.y + height > bottom) {
        doc.addPage()
        onNewPage?.()
      }
      const top = doc.y
      for (const one of words) {
        const ready = pen.take({ ...one, color: role[one.ink ?? 'ink'] })
        doc.text(ready, one.x, top, { width: one.width, align: one.align ?? 'left' })
      }
      doc.y = top + height + gap
    },
    beside(...columns) {
      const top = doc.y
      const ends = columns.map((drawColumn) => {
        doc.y = top
        drawColumn()
        return doc.y
      })
      doc.y = Math.max(...ends)
    },
    text(text, { gap = 4, ...words } = {}) {
      pdf.row([{ text, x: COLUMN.left, width: COLUMN.width, ...words }], { gap })
    },
    rule({ strong = false } = {}) {
      doc
        .moveTo(COLUMN.left, doc.y)
        .lineTo(COLUMN.right, doc.y)
        .lineWidth(strong ? 1 : 0.5)
        .strokeColor(role[strong ? 'line-strong' : 'line'])
        .stroke()
      doc.y += 6
    },
    space(points) {
      doc.y += points
    },
    image(png, { x, width, height }) {
      pdf.keepTogether(height)
      doc.image(png, x, doc.y, { width, height })
      doc.y += height + 6
    },
    keepTogether(points) {
      if (doc.y + points > bottom) doc.addPage()
    },
  }
  return pdf
}

type Head = { title: string; role: BrandRoles; logo: Buffer | undefined }
/** In points: as high as two lines of the name. */
const LOGO = { height: 34, widest: 190, gap: 12, top: 28 } as const

/** The logo and the name on white, or the name alone on the organization's color. */
function drawHead(doc: PDFKit.PDFDocument, pen: Pen, site: SiteRow, { title, role, logo }: Head) {
  if (logo !== undefined) {
    drawLogoHead(doc, pen, site, { title, role, logo })
    return
  }
  doc.rect(0, 0, LETTER.width, BAR).fill(role.action)
  const color = role['on-action']
  const name = pen.take({ text: site.name, size: 18, bold: true, color })
  const width = COLUMN.width - 170
  const height = Math.min(doc.heightOfString(name, { width }), BAR - 16)
  doc.text(name, COLUMN.left, (BAR - height) / 2 + 2, { width, height, ellipsis: true })
  const word = pen.take({ text: title, size: 18, color })
  doc.text(word, COLUMN.right - 160, BAR / 2 - 8, { width: 160, align: 'right' })
  doc.y = BAR + 26
}

function drawLogoHead(
  doc: PDFKit.PDFDocument,
  pen: Pen,
  site: SiteRow,
  { title, role, logo }: Head & { logo: Buffer },
) {
  doc.rect(0, 0, LETTER.width, 10).fill(role.action)
  const { width: pixels, height } = sizeOf(doc, logo)
  const width = Math.min(LOGO.widest, (pixels / height) * LOGO.height)
  doc.image(logo, COLUMN.left, LOGO.top, { fit: [width, LOGO.height], valign: 'center' })
  if (!site.logo_has_name) {
    const x = COLUMN.left + width + LOGO.gap
    const room = COLUMN.right - 170 - x
    const name = pen.take({ text: site.name, size: 16, bold: true, color: role.ink })
    const high = Math.min(doc.heightOfString(name, { width: room }), LOGO.height + 6)
    doc.text(name, x, LOGO.top + (LOGO.height - high) / 2 + 2, { width: room, height: high, ellipsis: true })
  }
  const word = pen.take({ text: title, size: 18, color: role.ink })
  doc.text(word, COLUMN.right - 160, LOGO.top + LOGO.height / 2 - 8, { width: 160, align: 'right' })
  doc.y = BAR + 26
}

/** The types leave it out. */
function sizeOf(doc: PDFKit.PDFDocument, png: Buffer): { width: number; height: number } {
  const opener = doc as unknown as { openImage(src: Buffer): { width: number; height: number } }
  return opener.openImage(png)
}

/** The sender and the page number, at the foot of every page. */
function drawFeet(
  doc: PDFKit.PDFDocument,
  pen: Pen,
  site: SiteRow,
  { i18n, subject, isDemo }: Pick<Heading, 'i18n' | 'subject' | 'isDemo'>,
) {
  const { start, count } = doc.bufferedPageRange()
  const from = [isDemo ? i18n.t('Demo') : '', site.name, site.support_email, site.support_phone]
    .filter((line) => line !== '')
    .join('  ·  ')
  const note = pen.hasMarked()
    ? `  ·  ${i18n.t('{mark} replaces a character we can’t print.', { mark: UNDRAWN })}`
    : ''
  for (let index = start; index < start + count; index++) {
    doc.switchToPage(index)
    // Below the margin the next page would begin.
    doc.page.margins.bottom = 0
    const foot = pen.take({ text: `${from}${note}`, size: 8, color: '#5b6168' })
    doc.text(foot, COLUMN.left, LETTER.height - 44, {
      width: COLUMN.width - 170,
      height: 20,
      ellipsis: true,
    })
    const text = i18n.t('{subject}, page {page} of {count}', { subject, page: index + 1, count })
    const page = pen.take({ text, size: 8, color: '#5b6168' })
    doc.text(page, COLUMN.right - 160, LETTER.height - 44, { width: 160, align: 'right', height: 20 })
  }
}
