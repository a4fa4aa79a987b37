/**
 * Draws cards for `npm run bench -- print`: `single` and `bare` on the canvas alone, one or four at once, `pdf` into
 * an encrypted print file.
 * Prints one line of JSON: cards per second, and peak memory in MB.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CardFace } from '@laurel/domain/card-face'
import { dotsFromMm, printSize } from '@laurel/domain/card-geometry'
import { paintCard } from '@laurel/domain/paint-card'
import { createCanvas, Path2D } from '@napi-rs/canvas'
import { makeCardPress, mapInOrder } from '../features/batches/print/card-press.ts'
import { JPEG_QUALITY, registerFonts, tint } from '../features/card-items/card-painter.ts'
import { makeFileStore } from '../features/files/local-file-store.ts'
import { putSealed } from '../features/files/sealed-file.ts'
import { writers } from '../makers/makers.ts'

const cardFiles = writers.streamsOf<typeof import('../features/batches/print/cards-pdf.ts')>(
  new URL('../features/batches/print/cards-pdf.ts', import.meta.url),
)

const [mode = 'pdf', count = '500'] = process.argv.slice(2)
const cards = Number(count)
const COLORS = { primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' }
const failed = (failure: unknown) => {
  throw new Error(`a card failed: ${JSON.stringify(failure)}`)
}
const faceOf = (at: number): CardFace => ({
  colors: COLORS,
  art: 'laurel',
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: 'for ten good years',
  rewardType: 'direct',
  recipientName: `Recipient Number ${at}`,
  amountText: '$75',
  networkName: 'Meridian',
  logoOneColor: true,
})
async function* numbers() {
  for (let at = 1; at <= cards; at += 1) yield at
}

/** Draws and encodes every card, one or four at once, and discards it. */
async function drawBare(atOnce: number) {
  registerFonts()
  const { width, height } = printSize()
  const options = {
    widthDots: dotsFromMm(85.6),
    makePath: (d: string) => new Path2D(d),
    tint,
    onLayerFailed: failed,
  }
  const drawn = mapInOrder(
    numbers(),
    async (at) => {
      const canvas = createCanvas(width, height)
      paintCard(canvas.getContext('2d'), faceOf(at), options)
      return canvas.encode('jpeg', JPEG_QUALITY)
    },
    atOnce,
  )
  for await (const _ of drawn);
}

/** As in a batch: front with bleed, back, number and code, crop marks, encrypted while it's written. */
async function drawPdf() {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-print-bench-'))
  try {
    const files = await makeFileStore({ dataDir, filesUrl: undefined })
    const press = makeCardPress(failed)
    const back = await press.back({
      colors: COLORS,
      tone: 'deep',
      message: 'Ask us.',
      signature: 'Signed.',
      networkName: 'Meridian',
    })
    const printed = mapInOrder(numbers(), async (at) => ({
      front: await press.front('1', faceOf(at), { isOwnLogo: false }),
      back,
      number: `9999${String(at).padStart(15, '0')}`,
      pin: String(10_000_000 + at),
      slug: `B-1001 · ${at} of ${cards} · D-${at}`,
    }))
    const { stream } = cardFiles('cardsPdf', printed, { title: 'Cards', author: 'Northwind' })
    return (await putSealed(files, Buffer.alloc(32, 7), 'a'.repeat(32), stream)).bytes
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const began = performance.now()
const bytes = mode === 'pdf' ? await drawPdf() : await drawBare(mode === 'single' ? 1 : 4)
const seconds = (performance.now() - began) / 1_000
const peakMb = process.resourceUsage().maxRSS / 1_024
console.info(JSON.stringify({ perSecond: cards / seconds, peakMb, megabytes: (bytes ?? 0) / 1_000_000 }))
