import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { type NewEntry, openArchive, writeArchive } from './archive.ts'
import { BackupRefused } from './backup-refused.ts'

const PASSPHRASE = 'a passphrase for tests'
const about = {
  id: 'an-archive',
  version: '0.2.0',
  created_at: '2026-11-23T12:00:00.000Z',
  migrations: { public: ['2026-01-01T00-00-00_a'], identity: [] },
}
/** Several chunks that don't compress, and an empty file. */
const FILES: Record<string, Buffer> = {
  big: randomBytes(300_000),
  empty: Buffer.alloc(0),
  small: Buffer.from('x'),
}

async function* entries(): AsyncGenerator<NewEntry> {
  for (const [key, bytes] of Object.entries(FILES)) {
    yield { head: { kind: 'file', key }, body: Readable.from([bytes]) }
  }
}

async function read(archive: Buffer, passphrase = PASSPHRASE): Promise<Record<string, Buffer>> {
  // In parts that fit neither chunks nor lines.
  const parts = Array.from({ length: Math.ceil(archive.length / 7_001) }, (_, nth) =>
    archive.subarray(nth * 7_001, (nth + 1) * 7_001),
  )
  const files: Record<string, Buffer> = {}
  for await (const { head, body, foot } of await (await openArchive(Readable.from(parts))).open(passphrase)) {
    const read: Buffer[] = []
    for await (const part of body) read.push(part)
    await foot()
    if (head.kind === 'file') files[head.key] = Buffer.concat(read)
  }
  return files
}

let archive: Buffer
let headerBytes: number
beforeAll(async () => {
  archive = Buffer.concat(await Readable.from(writeArchive(about, PASSPHRASE, entries())).toArray())
  headerBytes = archive.indexOf('\n') + 1
})

test('reads the files that were written', async () => {
  expect(await read(archive)).toEqual(FILES)
})

test('has no readable content', () => {
  expect(archive.includes(FILES.big!.subarray(0, 32))).toBe(false)
  expect(archive.includes('small')).toBe(false)
})

describe('refuses', () => {
  const refusal = (bytes: Buffer, passphrase?: string) =>
    read(bytes, passphrase).then(
      () => 'read without an error',
      (cause: Error) => (cause instanceof BackupRefused ? cause.message : cause),
    )
  const changed = (at: number, by = 1) => {
    const copy = Buffer.from(archive)
    copy[at]! ^= by
    return copy
  }

  test('a wrong passphrase, and says so', async () => {
    expect(await refusal(archive, 'another passphrase')).toMatch(/passphrase is wrong/)
  })

  test('a changed byte, wherever it is', async () => {
    const length = archive.length
    const places = [headerBytes, headerBytes + 5, headerBytes + 70_000, length - 200_000, length - 1]
    for (const at of places) expect(await refusal(changed(at)), `byte ${at}`).toMatch(/damaged/)
  })

  test('a changed header', async () => {
    expect(await refusal(changed(0))).toMatch(/isn’t a backup of Laurel/)
    const forged = Buffer.from(archive.toString('latin1').replace('"0.2.0"', '"0.1.0"'), 'latin1')
    expect(await refusal(forged)).toMatch(/damaged/)
  })

  test('an archive that was cut off, also between two chunks', async () => {
    const afterFirstChunk = headerBytes + 64 * 1024 + 16
    for (const end of [archive.length - 1, afterFirstChunk, afterFirstChunk + 1_000, headerBytes, 10]) {
      expect(await refusal(archive.subarray(0, end)), `${end} bytes`).toMatch(/incomplete|isn’t a backup/)
    }
    expect(await refusal(archive.subarray(0, afterFirstChunk))).toMatch(/its end is missing/)
  })

  test('chunks in another order, or an extra chunk', async () => {
    const size = 64 * 1024 + 16
    const first = archive.subarray(headerBytes, headerBytes + size)
    const second = archive.subarray(headerBytes + size, headerBytes + 2 * size)
    const [before, after] = [archive.subarray(0, headerBytes), archive.subarray(headerBytes + 2 * size)]
    expect(await refusal(Buffer.concat([before, second, first, after]))).toMatch(/damaged/)
    expect(await refusal(Buffer.concat([archive, first]))).toMatch(/damaged/)
  })

  test('a later version’s format, and a file of another kind', async () => {
    const later = archive.toString('latin1').replace('"laurel_backup":1', '"laurel_backup":2')
    expect(await refusal(Buffer.from(later, 'latin1'))).toMatch(/Laurel 0\.2\.0, which is newer/)
    expect(await refusal(Buffer.from('PK\u0003\u0004\nsomething else'))).toMatch(/isn’t a backup/)
    expect(await refusal(Buffer.alloc(0))).toMatch(/isn’t a backup/)
  })

  test('a header that asks for hours of key derivation', async () => {
    const costly = archive.toString('latin1').replace('"N":131072', '"N":1073741824')
    expect(await refusal(Buffer.from(costly, 'latin1'))).toMatch(/damaged/)
  })
})
