import { crc32 } from 'node:zlib'

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'
export type ImageHeader = { contentType: ImageType; width: number; height: number }

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Reads an image's type and pixel size from its bytes, never from its name. Nothing is decoded, so an oversized
 * image is refused before it costs memory.
 *
 * @returns undefined for anything but a complete PNG, JPEG, or WebP: the decoder would fill the missing part of
 * a damaged one with black
 */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  try {
    if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(bytes)
    if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes)
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') {
      return readWebp(bytes)
    }
    return undefined
  } catch (cause) {
    // The file ends before a field it announced.
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

/** Walks every chunk: each carries its checksum, and the last one is IEND. */
function readPng(bytes: Buffer): ImageHeader | undefined {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 8 + length
    if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) return undefined
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') break
    at = end + 4
  }
  return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Walks the segments to the frame header; the picture ends with its end-of-image marker. */
function readJpeg(bytes: Buffer): ImageHeader | undefined {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrameMarker(marker)) {
      if (bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < at) return undefined
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return { contentType: 'image/jpeg', width, height }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
}

/** SOF0 to SOF15 without the three of that range that are tables: DHT, JPG, DAC. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function readWebp(bytes: Buffer): ImageHeader | undefined {
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return undefined
  const size = webpSize(bytes)
  return size && { contentType: 'image/webp', ...size }
}

function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      if (bytes.readUInt8(20) !== 0x2f) return undefined
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    default:
      return undefined
  }
}
