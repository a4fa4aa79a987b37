import { setTimeout as pause } from 'node:timers/promises'
import PDFDocument from 'pdfkit'

const ASSETS = new URL('../../../../assets/fonts/', import.meta.url)
const FONT_FILES = {
  regular: 'instrument-sans-regular.ttf',
  semibold: 'instrument-sans-semibold.ttf',
  beyond: 'dejavu-sans-condensed.ttf',
} as const

/** Bytes that may wait to be written before drawing pauses: the file grows, memory does not. */
const WAITING_AT_MOST = 2 * 1024 * 1024
const LOOK_AGAIN_MS = 2

export type PdfPage = { width: number; height: number }
export type Doc = PDFKit.PDFDocument

export type Sheet = {
  doc: Doc
  /** Begins a page, once there is room for what was drawn before. */
  page(size: PdfPage, boxes?: Record<string, number[]>): Promise<void>
}

/**
 * Creates a PDF page by page, as fast as it's read. Fonts are embedded, because printers have none of ours.
 *
 * @returns the bytes, and in the end the number of pages
 */
export async function* drawPdf(
  { title, author }: { title: string; author: string },
  draw: (sheet: Sheet) => Promise<void>,
): AsyncGenerator<Uint8Array, number> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    lang: 'en-US',
    // Names and numbers don't repeat, so cached layouts would only fill memory.
    fontLayoutCache: false,
    info: { Title: title, Author: author, Creator: author, Producer: 'Laurel' },
  } as PDFKit.PDFDocumentOptions)
  for (const [name, file] of Object.entries(FONT_FILES))
    doc.registerFont(name, new URL(file, ASSETS).pathname)

  let pages = 0
  const sheet: Sheet = {
    doc,
    async page({ width, height }, boxes = {}) {
      const last = doc.page as unknown as PageParts | undefined
      while (doc.readableLength > WAITING_AT_MOST) {
        if (doc.destroyed) throw new Error('the file has no reader left')
        await pause(LOOK_AGAIN_MS)
      }
      doc.addPage({ size: [width, height], margin: 0 })
      if (last) forget(last)
      Object.assign((doc.page as unknown as PageParts).dictionary.data, boxes)
      pages += 1
    },
  }
  draw(sheet).then(
    () => {
      // A document without a page is none.
      if (pages === 0) doc.addPage()
      doc.end()
    },
    (cause: Error) => doc.destroy(cause),
  )
  yield* doc as AsyncIterable<Buffer>
  return pages
}

type Reference = { data: Record<string, unknown> }
type PageParts = { dictionary: Reference; resources: Reference; content: Reference }

/** A page that was written is known by its number alone; what it held is let go. */
function forget({ dictionary, resources, content }: PageParts): void {
  for (const part of [dictionary, resources, content]) part.data = {}
}

type Shapes = { hasGlyphForCodePoint(code: number): boolean }

/** Selects the brand's font for a text, or a wider one if it needs it. */
export function setFont(doc: Doc, font: 'regular' | 'semibold', size: number, text: string): Doc {
  doc.font(font).fontSize(size)
  const { font: shapes } = (doc as unknown as { _font: { font: Shapes } })._font
  const isWhole = [...text].every(
    (each) => each === '\n' || shapes.hasGlyphForCodePoint(each.codePointAt(0)!),
  )
  return isWhole ? doc : doc.font('beyond')
}

/** One line that shrinks until it fits, and is cut at the smallest size. */
export function fitLine(
  doc: Doc,
  text: string,
  { font = 'regular', size, minSize, width }: FitOptions,
): string {
  for (let at = size; at >= minSize; at -= 0.5) {
    setFont(doc, font, at, text)
    if (doc.widthOfString(text) <= width) return text
  }
  const letters = [...text]
  while (letters.length > 0 && doc.widthOfString(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
type FitOptions = { font?: 'regular' | 'semibold'; size: number; minSize: number; width: number }

const POINTS_PER_MM = 72 / 25.4
export function points(mm: number): number {
  return mm * POINTS_PER_MM
}
