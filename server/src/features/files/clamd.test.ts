import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { clamdAddress, makeScanner, ScanFailed } from './clamd.ts'

/** Antivirus programs know it by agreement: https://www.eicar.org. In two parts, so that they leave this file alone. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const streamOf = (...parts: (Buffer | string)[]) =>
  Readable.from(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))

/** A clamd that does what it's told, once it has all chunks. */
async function openFake(answer: (socket: Socket, received: Buffer) => void, whole = true) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    let isAnswered = false
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      if (isAnswered || (whole && !received.subarray(-4).equals(Buffer.alloc(4)))) return
      isAnswered = true
      answer(socket, received)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

const scanOf = async (answer: string, source = streamOf('bytes')) =>
  makeScanner(await openFake((socket) => socket.end(answer)))(source)

test('sends the file in chunks with their length', async () => {
  let heard: Buffer = Buffer.alloc(0)
  const address = await openFake((socket, received) => {
    heard = received
    socket.end('stream: OK\0')
  })
  const large = randomBytes(70_000)
  expect(await makeScanner(address)(streamOf('abc', large))).toBe('clean')
  const of = (length: number) => Buffer.from([0, length >> 16, (length >> 8) & 255, length & 255])
  const expected = [
    Buffer.from('zINSTREAM\0'),
    ...[of(3), Buffer.from('abc')],
    ...[of(65_536), large.subarray(0, 65_536)],
    ...[of(70_000 - 65_536), large.subarray(65_536)],
    of(0),
  ]
  expect(heard.equals(Buffer.concat(expected))).toBe(true)
})

test('knows what is clean and what is infected', async () => {
  expect(await scanOf('stream: OK\0')).toBe('clean')
  expect(await scanOf('stream: Win.Test.EICAR_HDB-1 FOUND\0')).toBe('infected')
})

test.each([
  ['INSTREAM size limit exceeded. ERROR\0'],
  ['stream: OK FOUND OK\0'],
  ['stream:  FOUND\0'],
  ['stream: OK, perhaps\0'],
  ['UNKNOWN COMMAND\0'],
  ['\0'],
  [''],
  ['stream: O'],
  ['<html>stream: OK</html>'],
  ['x'.repeat(100_000)],
])('an answer that says neither fails: %s', async (answer) => {
  await expect(scanOf(answer)).rejects.toThrow(ScanFailed)
})

test('a file that is longer than clamd takes is neither clean nor infected', async () => {
  const address = await openFake((socket) => socket.end('INSTREAM size limit exceeded. ERROR\0'), false)
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(64 * 1024)
    })(),
  )
  await expect(makeScanner(address)(endless)).rejects.toThrow(ScanFailed)
  expect(endless.destroyed).toBe(true)
})

test('fails if clamd isn’t there, hangs up, or is silent', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  await expect(makeScanner({ host: '127.0.0.1', port })(streamOf('x'))).rejects.toThrow(ScanFailed)
  const rude = await openFake((socket) => socket.destroy(), false)
  await expect(makeScanner(rude)(streamOf(randomBytes(1_000_000)))).rejects.toThrow(ScanFailed)
  const silent = await openFake(() => {})
  await expect(makeScanner(silent, 50)(streamOf('x'))).rejects.toThrow('clamd is silent')
})

test('fails if the file can’t be read', async () => {
  const address = await openFake((socket) => socket.end('stream: OK\0'))
  const broken = new Readable({ read: () => {} })
  setImmediate(() => broken.destroy(new Error('the disk is gone')))
  await expect(makeScanner(address)(broken)).rejects.toThrow('the disk is gone')
})

test('is at tcp://host:port', () => {
  expect(clamdAddress('tcp://clamav')).toEqual({ host: 'clamav', port: 3310 })
  expect(clamdAddress('tcp://[::1]:3311/')).toEqual({ host: '::1', port: 3311 })
  for (const wrong of ['http://clamav', 'clamav:3310', 'tcp://', 'tcp://clamav/path', 'tcp://u@clamav']) {
    expect(() => clamdAddress(wrong)).toThrow('CLAMD_URL is wrong')
  }
})

/** Debian's package clamav-daemon, without its signatures: `apt-get install clamav-daemon`. */
const CLAMD = '/usr/sbin/clamd'

describe.skipIf(!existsSync(CLAMD))(`Debian’s clamd (needs ${CLAMD})`, () => {
  let folder: string
  let clamd: ChildProcess
  let scan: ReturnType<typeof makeScanner>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'laurel-clamd-'))
    const eicar = join(folder, 'eicar')
    writeFileSync(eicar, EICAR)
    const [sum] = execFileSync('md5sum', [eicar], { encoding: 'utf8' }).split(' ')
    writeFileSync(join(folder, 'own.hdb'), `${sum}:${EICAR.length}:Own.Eicar\n`)
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    await new Promise((done) => free.close(done))
    const settings = [
      ...[`DatabaseDirectory ${folder}`, `TCPSocket ${port}`, 'TCPAddr 127.0.0.1', 'Foreground yes'],
      ...[`User ${userInfo().username}`, 'StreamMaxLength 1M', `TemporaryDirectory ${folder}`],
    ]
    writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
    clamd = spawn(CLAMD, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
    scan = makeScanner({ host: '127.0.0.1', port })
    await vi.waitFor(() => scan(streamOf('ready?')), { timeout: 60_000, interval: 200 })
  })
  afterAll(async () => {
    clamd.kill()
    await once(clamd, 'exit')
    rmSync(folder, { recursive: true })
  })

  test('finds the test virus, and nothing in other files', async () => {
    expect(await scan(streamOf(EICAR))).toBe('infected')
    expect(await scan(streamOf(EICAR.slice(0, 30), EICAR.slice(30)))).toBe('infected')
    expect(await scan(streamOf(randomBytes(500_000)))).toBe('clean')
    expect(await scan(streamOf(''))).toBe('clean')
  })

  test('doesn’t call a file clean that is longer than it takes', async () => {
    await expect(scan(streamOf(...Array.from({ length: 40 }, () => randomBytes(65_536))))).rejects.toThrow(
      ScanFailed,
    )
  })
})
