import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { readImageHeader } from './image-header.ts'

const picture = createCanvas(60, 40)
picture.getContext('2d').fillRect(5, 5, 20, 20)
const formats = [
  ['image/png', picture.encodeSync('png')],
  ['image/jpeg', picture.encodeSync('jpeg')],
  ['image/webp', picture.encodeSync('webp', 80)],
] as const

describe('an image is recognized by its bytes', () => {
  it.each(formats)('%s with its size', (contentType, bytes) => {
    expect(readImageHeader(bytes)).toEqual({ contentType, width: 60, height: 40 })
  })

  it.each(formats)('%s cut short anywhere isn’t an image', (_type, bytes) => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(readImageHeader(bytes.subarray(0, length)), `${length} bytes`).toBeUndefined()
    }
  })

  it('a PNG with one changed byte in a chunk isn’t an image', () => {
    const bytes = Buffer.from(formats[0][1])
    bytes.writeUInt8(bytes.readUInt8(45) ^ 1, 45)
    expect(readImageHeader(bytes)).toBeUndefined()
  })

  it.each([
    ['text', 'Dear all, this is a logo.'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    [
      'GIF',
      'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00;',
    ],
    ['BMP', 'BM\x3a\x00\x00\x00'],
    ['nothing', ''],
  ])('%s isn’t one', (_what, text) => {
    expect(readImageHeader(Buffer.from(text, 'latin1'))).toBeUndefined()
  })
})
