import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** Sizes follow their entry's bytes, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** A stream would read many parts ahead, whose lengths it doesn't know. */
export const ONE_AHEAD = { highWaterMark: 1 }
/** Beyond this, an archive would need another format. */
const MAX_BYTES = 0xffffffff

/** Writes a ZIP archive as it's read, without holding an entry in memory. Call {@link end} last. */
export function makeZip() {
  const directory: Buffer[] = []
  let offset = 0
  const counted = (bytes: Buffer) => {
    offset += bytes.length
    if (offset > MAX_BYTES) throw new RangeError('the archive is too large')
    return bytes
  }
  return {
    async *entry(name: string, parts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
      const startsAt = offset
      let [crc, size] = [0, 0]
      const deflate = createDeflateRaw({ level: 3 })
      async function* raw() {
        for await (const part of parts) {
          const bytes = Buffer.from(part)
          crc = crc32(bytes, crc)
          size += bytes.length
          if (size > MAX_BYTES) throw new RangeError(`${name} is too large`)
          yield bytes
        }
      }
      yield counted(Buffer.concat([shorts('PK\x03\x04', VERSION, ...about()), longs(0, 0, 0), named(name)]))
      const packedAt = offset
      // The reader gets the error: the pipeline destroys the stream with it.
      pipeline(Readable.from(raw(), ONE_AHEAD), deflate).catch(() => {})
      for await (const chunk of deflate) yield counted(chunk as Buffer)
      const sizes = longs(crc, offset - packedAt, size)
      yield counted(Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sizes]))
      directory.push(
        Buffer.concat([
          shorts('PK\x01\x02', VERSION, VERSION, ...about()),
          sizes,
          named(name).subarray(0, 4),
          shorts('', 0, 0, 0),
          longs(0, startsAt),
          Buffer.from(name),
        ]),
      )
    },
    end(): Buffer {
      const central = Buffer.concat(directory)
      const entries = directory.length
      return Buffer.concat([
        central,
        shorts('PK\x05\x06', 0, 0, entries, entries),
        longs(central.length, offset),
        shorts('', 0),
      ])
    },
  }
}

/** Flags, method, and the earliest time that the format knows. */
const about = () => [FLAGS, DEFLATED, 0, 0x21]

/** The lengths of a name and of nothing more, and the name. */
function named(name: string): Buffer {
  const bytes = Buffer.from(name)
  return Buffer.concat([shorts('', bytes.length, 0), bytes])
}

function shorts(signature: string, ...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
  return Buffer.concat([Buffer.from(signature, 'latin1'), bytes])
}

function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
