import { createHash } from 'node:crypto'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import * as z from 'zod'
import { BackupRefused } from './backup-refused.ts'
import { makeKey, openChunks, openKey, sealChunks } from './sealed-chunks.ts'

/**
 * An archive (`.laurel`): one line of readable JSON, then compressed and encrypted entries. An entry is a head in
 * JSON, its bytes in blocks, and a foot in JSON with their number and SHA-256.
 */
const FORMAT = 1
const MAX_HEADER_BYTES = 256 * 1024
const MAX_BLOCK_BYTES = 256 * 1024 * 1024

const Header = z.object({
  laurel_backup: z.number(),
  id: z.string(),
  version: z.string(),
  created_at: z.iso.datetime(),
  /** The migrations that had run, by schema. */
  migrations: z.object({ public: z.array(z.string()), identity: z.array(z.string()) }),
  key: z.object({
    name: z.literal('scrypt'),
    N: z.number().int().positive(),
    r: z.number().int().positive(),
    p: z.number().int().positive(),
    salt: z.string(),
    check: z.string(),
  }),
})
export type Header = z.infer<typeof Header>

const Head = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('secret') }),
  z.object({
    kind: z.literal('table'),
    schema: z.string(),
    name: z.string(),
    columns: z.array(z.string()),
    /** The last number given out, by identity column. */
    numbered: z.record(z.string(), z.string()),
  }),
  z.object({ kind: z.literal('file'), key: z.string() }),
  z.object({ kind: z.literal('end'), entries: z.number() }),
])
export type Head = z.infer<typeof Head>
export type EntryHead = Exclude<Head, { kind: 'end' }>

const Foot = z.object({ bytes: z.number(), sha256: z.string(), rows: z.number().optional() })
export type Foot = z.infer<typeof Foot>

/** An entry to write to an archive. */
export type NewEntry = { head: EntryHead; body: AsyncIterable<Buffer>; rows?: () => number }
/** An entry read from an archive. Read the body before the foot. */
export type ReadEntry = { head: EntryHead; body: AsyncIterable<Buffer>; foot(): Promise<Foot> }

/** The bytes of an archive, made as they are read. */
export async function* writeArchive(
  about: Omit<Header, 'laurel_backup' | 'key'>,
  passphrase: string,
  entries: AsyncIterable<NewEntry>,
): AsyncGenerator<Buffer> {
  const { key, recipe } = await makeKey(passphrase)
  const header = Buffer.from(`${JSON.stringify({ laurel_backup: FORMAT, ...about, key: recipe })}\n`)
  yield header
  yield* sealChunks(through(blocksOf(entries), createZstdCompress()), key, hashOf(header))
}

async function* blocksOf(entries: AsyncIterable<NewEntry>) {
  let count = 0
  for await (const { head, body, rows } of entries) {
    yield block(json(head))
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of body) {
      if (part.length === 0) continue
      hash.update(part)
      bytes += part.length
      yield block(part)
    }
    yield block(Buffer.alloc(0))
    yield block(json({ bytes, sha256: hash.digest('hex'), ...(rows && { rows: rows() }) }))
    count += 1
  }
  yield block(json({ kind: 'end', entries: count }))
}

/**
 * Opens an archive.
 *
 * @throws {BackupRefused} if it isn't one, or this version can't read it
 */
export async function openArchive(source: AsyncIterable<Buffer>) {
  const bytes = source[Symbol.asyncIterator]()
  const close = async () => {
    await bytes.return?.()
  }
  const { header, line, rest } = await readHeader(bytes).catch(async (cause) => {
    await close()
    throw cause
  })
  async function* remaining() {
    if (rest.length > 0) yield rest
    for (let part = await bytes.next(); !part.done; part = await bytes.next()) yield part.value
  }
  /** @throws {BackupRefused} for a wrong passphrase, and while reading a damaged or incomplete archive */
  async function open(passphrase: string): Promise<AsyncGenerator<ReadEntry>> {
    const key = await openKey(passphrase, header.key)
    const opened = openChunks(remaining(), key, hashOf(line))
    return entriesOf(new Blocks(through(opened, createZstdDecompress())))
  }
  return { header, open, close }
}

async function readHeader(bytes: AsyncIterator<Buffer>) {
  const { line, rest } = await firstLine(bytes)
  return { header: parseHeader(line), line, rest }
}

function parseHeader(line: Buffer): Header {
  let told: unknown
  try {
    told = JSON.parse(line.toString())
  } catch {
    throw new BackupRefused('This file isn’t a backup of Laurel, or its beginning is damaged.')
  }
  const format = z.object({ laurel_backup: z.number(), version: z.string() }).safeParse(told)
  if (format.success && format.data.laurel_backup > FORMAT) {
    const { version } = format.data
    throw new BackupRefused(
      `This backup was made by Laurel ${version}, which is newer. Restore it with that version or a later one.`,
    )
  }
  const header = Header.safeParse(told)
  if (!header.success) {
    throw new BackupRefused('This file isn’t a backup of Laurel, or its beginning is damaged.')
  }
  return header.data
}

async function firstLine(bytes: AsyncIterator<Buffer>): Promise<{ line: Buffer; rest: Buffer }> {
  let read = Buffer.alloc(0)
  while (read.length < MAX_HEADER_BYTES) {
    const part = await bytes.next()
    if (part.done) break
    read = Buffer.concat([read, part.value])
    const end = read.indexOf('\n')
    if (end >= 0) return { line: read.subarray(0, end + 1), rest: read.subarray(end + 1) }
  }
  throw new BackupRefused('This file isn’t a backup of Laurel, or its beginning is damaged.')
}

async function* entriesOf(blocks: Blocks): AsyncGenerator<ReadEntry> {
  for (let count = 0; ; count += 1) {
    const head = Head.parse(JSON.parse((await blocks.next()).toString()))
    if (head.kind === 'end') {
      if (head.entries !== count) throw new BackupRefused('This backup is damaged: entries are missing.')
      await blocks.finish()
      return
    }
    const hash = createHash('sha256')
    let bytes = 0
    async function* body() {
      for (let part = await blocks.next(); part.length > 0; part = await blocks.next()) {
        hash.update(part)
        bytes += part.length
        yield part
      }
    }
    const foot = async () => {
      const told = Foot.parse(JSON.parse((await blocks.next()).toString()))
      if (told.bytes !== bytes || told.sha256 !== hash.digest('hex')) {
        throw new BackupRefused(`This backup is damaged: ${nameOf(head)} doesn’t match its checksum.`)
      }
      return told
    }
    yield { head, body: body(), foot }
  }
}

export function nameOf(head: EntryHead): string {
  if (head.kind === 'table') return `the table ${head.name}`
  return head.kind === 'file' ? `the file ${head.key}` : 'the secret'
}

/** Blocks of a stream: four bytes of length, then the bytes. */
class Blocks {
  readonly #source: AsyncIterator<Buffer>
  #read: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async next(): Promise<Buffer> {
    const length = (await this.#take(4)).readUInt32BE(0)
    if (length > MAX_BLOCK_BYTES) throw new BackupRefused('This backup is damaged: a block is too long.')
    return this.#take(length)
  }

  /** Reads to the mark of the last chunk. */
  async finish(): Promise<void> {
    const { done } = await this.#source.next()
    if (!done || this.#read.length > 0) throw new BackupRefused('This backup is damaged: data after its end.')
  }

  async #take(bytes: number): Promise<Buffer> {
    const parts = [this.#read]
    let length = this.#read.length
    while (length < bytes) {
      const part = await this.#source.next()
      if (part.done) throw new BackupRefused('This backup is incomplete: its end is missing.')
      parts.push(part.value)
      length += part.value.length
    }
    const joined = Buffer.concat(parts)
    this.#read = joined.subarray(bytes)
    return joined.subarray(0, bytes)
  }
}

function block(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length, 0)
  return Buffer.concat([length, bytes])
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** If the source fails, so does the result. */
function through(source: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> {
  return pipeline(Readable.from(source), transform, () => {})
}
