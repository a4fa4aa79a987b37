import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { labelsPdf } from './labels-pdf.ts'

/** The smallest GIF there is: one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')

async function* labels() {
  const letter = await PDFDocument.create()
  letter.addPage([612, 792]).drawText('Upright')
  letter.addPage([432, 288]).drawText('On its side')
  yield { bytes: Buffer.from(await letter.save()), contentType: 'application/pdf' }
  yield { bytes: GIF, contentType: 'image/gif' }
  const wide = createCanvas(1400, 800)
  yield { bytes: await wide.encode('png'), contentType: 'image/png' }
}

test('labels as PDFs and pictures are combined on pages of 4 by 6 inches', async () => {
  const bytes = await buffer(Readable.from(labelsPdf(labels(), 'Labels, batch B-1001')))
  const pdf = await PDFDocument.load(bytes)
  expect(pdf.getTitle()).toBe('Labels, batch B-1001')
  expect(pdf.getPages().map((page) => page.getSize())).toEqual(Array(4).fill({ width: 288, height: 432 }))
})
