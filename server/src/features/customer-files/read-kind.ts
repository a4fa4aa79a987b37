import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileType } from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import * as yauzl from 'yauzl'
import { cleanImage } from '../files/clean-image.ts'
import { drawSvgLogo } from '../files/site-logos.ts'
import { entriesOf } from '../imports/workbook-rows.ts'

/** What an upload became: its type, and other bytes if they were drawn anew. */
export type Read = {
  type: FileType
  width: number | null
  height: number | null
  /** Undefined if the file stays as it came. */
  drawn?: Buffer
}

/** What the first bytes of a file say. Its name and header say nothing. */
type Sniffed = 'picture' | 'svg' | 'pdf' | 'zip' | 'text'

export function sniff(head: Buffer): Sniffed | undefined {
  const begins = (...bytes: number[]) => head.subarray(0, bytes.length).equals(Buffer.from(bytes))
  if (begins(0x89, 0x50, 0x4e, 0x47) || begins(0xff, 0xd8, 0xff)) return 'picture'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'picture'
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'pdf'
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'zip'
  const text = head.toString('utf8', 0, 4_096).replace(/^\uFEFF?\s*/, '')
  if (/^</.test(text) && /<svg[\s>]/i.test(text)) return 'svg'
  // Pages, scripts, and documents of other kinds that are text, too.
  if (/^(<(!|\?|html|head|body|script|svg)|#!|%!PS|\{\\rtf)/i.test(text)) return undefined
  return 'text'
}

/** Kinds that are only judged, and for pictures drawn, as a whole. */
export function isReadWhole(kind: Sniffed): boolean {
  return kind === 'picture' || kind === 'svg' || kind === 'zip'
}

/** @throws {Refusal} `file_kind_not_allowed` and others of what the file is */
export async function readWhole(kind: Sniffed, bytes: Buffer): Promise<Read> {
  if (kind === 'picture') {
    const { bytes: drawn, contentType: type, width, height } = await cleanImage(bytes)
    return { type, width, height, drawn }
  }
  if (kind === 'svg') return readSvg(bytes)
  await assertWorkbook(bytes)
  return { type: XLSX, width: null, height: null }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Drawn by us: an SVG itself is never kept. */
async function readSvg(bytes: Buffer): Promise<Read> {
  const drawn = await drawSvgLogo(bytes)
  const hasScript = drawn?.removed.includes('scripts') ?? /<script[\s>/]/i.test(bytes.toString('utf8'))
  if (hasScript) throw new Refusal('file_has_script')
  const lacks = drawn?.removed.some((part) => part === 'text' || part === 'pictures' || part === 'html')
  if (drawn === undefined || lacks) throw new Refusal('file_not_a_logo')
  const { bytes: png, width, height } = drawn.drawing
  return { type: 'image/png', width, height, drawn: png }
}

/** @throws {Refusal} `file_kind_not_allowed` for other archives, and bombs; `file_has_macros` */
async function assertWorkbook(bytes: Buffer): Promise<void> {
  const other = () => new Refusal('file_kind_not_allowed')
  const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false }
  const zip = await yauzl.fromBufferPromise(bytes, options).catch(() => {
    throw other()
  })
  try {
    const entries = await entriesOf(zip).catch(() => {
      throw other()
    })
    const types = entries.get('[Content_Types].xml')
    if (types === undefined || types.uncompressedSize > MAX_TYPES_BYTES || !entries.has('xl/workbook.xml')) {
      throw other()
    }
    const stream = await zip.openReadStreamPromise(types)
    const text = (await buffer(stream)).toString('utf8')
    const hasMacros =
      /macro|vba/i.test(text) || [...entries.keys()].some((name) => /vba|macrosheets/i.test(name))
    if (hasMacros) throw new Refusal('file_has_macros')
  } finally {
    zip.close()
  }
}

const MAX_TYPES_BYTES = 1_000_000

/** Checks and hashes a file while its bytes pass. */
export class Passing {
  readonly #hash = createHash('sha256')
  #kind: Sniffed
  #isText = true
  #isWide: boolean | undefined
  #last: Buffer = Buffer.alloc(0)
  bytes = 0

  constructor(kind: Sniffed) {
    this.#kind = kind
  }

  take(chunk: Buffer): Buffer {
    this.#hash.update(chunk)
    this.bytes += chunk.length
    // In UTF-16, as Excel saves “Unicode text”, half of the bytes are zero.
    this.#isWide ??=
      chunk.toString('latin1', 0, 2) === '\xFF\xFE' || chunk.toString('latin1', 0, 2) === '\xFE\xFF'
    if (this.#kind === 'text' && !this.#isWide) this.#isText &&= !hasControls(chunk)
    if (this.#kind === 'pdf') this.#last = Buffer.concat([this.#last, chunk]).subarray(-END_BYTES)
    return chunk
  }

  sha256(): string {
    return this.#hash.digest('hex')
  }

  /** @throws {Refusal} `file_kind_not_allowed` for what isn't text, or half a PDF */
  type(name: string): FileType {
    const isWhole = this.#kind === 'pdf' ? this.#last.includes('%%EOF') : this.#isText
    if (!isWhole) throw new Refusal('file_kind_not_allowed')
    if (this.#kind === 'pdf') return 'application/pdf'
    if (/\.csv$/i.test(name)) return 'text/csv'
    return /\.(tsv|tab)$/i.test(name) ? 'text/tab-separated-values' : 'text/plain'
  }
}

/** The end of a PDF is in its last bytes; some programs write more behind it. */
const END_BYTES = 2_048

/** Control characters, except tabs, line breaks, and page breaks. */
function hasControls(bytes: Buffer): boolean {
  return bytes.some((byte) => byte < 9 || byte === 11 || (byte > 13 && byte < 32) || byte === 127)
}
