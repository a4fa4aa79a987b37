import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { type Color, nearestIn, paletteOf } from './palette.ts'

const COLORS = 256
const INDEXED = 3
/** How much of the error is diffused: all of it would cost bytes and add grain. */
const DITHER = 0.9

/** A screenshot as a 256-color PNG: a third of the size, with no visible difference. */
export async function smallPng(page: Page): Promise<Buffer> {
  const png = await page.screenshot()
  const { width, height, pixels } = await decode(page, png)
  const rgba = Buffer.from(pixels, 'base64')
  const palette = paletteOf(rgba, COLORS)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, INDEXED, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(indexedRows(rgba, width, palette), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Maps every pixel to the palette and diffuses the error to its neighbors, so that gradients show no bands
 * (Floyd–Steinberg). Each row begins with its filter: none.
 */
function indexedRows(rgba: Uint8Array, width: number, palette: readonly Color[]): Buffer {
  const nearest = nearestIn(palette)
  const height = rgba.length / 4 / width
  const rows = Buffer.alloc((width + 1) * height)
  const lacking = new Float32Array((width + 2) * 3 * (height + 1))
  const at = (x: number, y: number) => (y * (width + 2) + x + 1) * 3
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wanted = [0, 1, 2].map((channel) => {
        const value = rgba[(y * width + x) * 4 + channel]! + lacking[at(x, y) + channel]!
        return Math.max(0, Math.min(255, Math.round(value)))
      }) as unknown as Color
      const index = nearest(...wanted)
      rows[y * (width + 1) + 1 + x] = index
      for (const channel of [0, 1, 2] as const) {
        const lack = (wanted[channel] - palette[index]![channel]) * DITHER
        lacking[at(x + 1, y) + channel]! += (lack * 7) / 16
        lacking[at(x - 1, y + 1) + channel]! += (lack * 3) / 16
        lacking[at(x, y + 1) + channel]! += (lack * 5) / 16
        lacking[at(x + 1, y + 1) + channel]! += lack / 16
      }
    }
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** Decodes the PNG in the browser that took the screenshot. */
async function decode(page: Page, png: Buffer) {
  const reader = await page.context().newPage()
  try {
    return await reader.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const pen = canvas.getContext('2d')!
      pen.drawImage(bitmap, 0, 0)
      const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height)
      let text = ''
      for (let at = 0; at < data.length; at += 30_000) {
        text += String.fromCharCode(...data.subarray(at, at + 30_000))
      }
      return { width: bitmap.width, height: bitmap.height, pixels: btoa(text) }
    }, png.toString('base64'))
  } finally {
    await reader.close()
  }
}
