import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas, loadImage } from '@napi-rs/canvas'

export type LabelFile = { bytes: Buffer; contentType: string }

/** 4 by 6 inches, as label printers take them. */
const PAGE = { width: 288, height: 432 }

/** All labels in one file, one to a page: what carriers give as a PDF is taken over, pictures are placed. */
export async function* labelsPdf(
  labels: AsyncIterable<LabelFile>,
  title: string,
): AsyncGenerator<Uint8Array, number> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  for await (const { bytes, contentType } of labels) {
    if (contentType !== 'application/pdf') {
      const image = await pdf.embedPng(await pngOf(bytes))
      pdf.addPage([PAGE.width, PAGE.height]).drawImage(image, fitted(image))
      continue
    }
    const source = await PDFDocument.load(bytes)
    for (const embedded of await pdf.embedPdf(source, source.getPageIndices())) {
      pdf.addPage([PAGE.width, PAGE.height]).drawPage(embedded, fitted(embedded))
    }
  }
  yield pdf.save()
  return pdf.getPageCount()
}

/** As large as possible and centered; a landscape label is rotated. */
function fitted(label: { width: number; height: number }) {
  const isTurned = label.width > label.height
  const [width, height] = isTurned ? [label.height, label.width] : [label.width, label.height]
  const scale = Math.min(PAGE.width / width, PAGE.height / height)
  const left = (PAGE.width - width * scale) / 2
  return {
    // Rotated around its lower left corner, it extends to the left.
    x: isTurned ? left + width * scale : left,
    y: (PAGE.height - height * scale) / 2,
    width: label.width * scale,
    height: label.height * scale,
    rotate: degrees(isTurned ? 90 : 0),
  }
}

async function pngOf(bytes: Buffer): Promise<Buffer> {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.encodeSync('png')
}
