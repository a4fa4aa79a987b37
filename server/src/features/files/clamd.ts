import { once } from 'node:events'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { WrongSetting } from '../../wrong-setting.ts'

export type ScanResult = 'clean' | 'infected'
export type Scanner = (source: Readable) => Promise<ScanResult>
export type ClamdAddress = { host: string; port: number }

/** Scanning failed: the file is neither clean nor infected. */
export class ScanFailed extends Error {
  override readonly name = 'ScanFailed'
}

const DEFAULT_PORT = 3310
/** Without a byte from clamd or from the file store for this long. */
const SILENT_MS = 60_000
const MAX_ANSWER_BYTES = 4_096
const LARGEST_CHUNK = 64 * 1024

/** @throws {WrongSetting} */
export function clamdAddress(url: string): ClamdAddress {
  const { protocol, hostname, port, pathname, username, search } = URL.parse(url) ?? {}
  const isPlain = (pathname === '' || pathname === '/') && username === '' && search === ''
  if (protocol !== 'tcp:' || !hostname || !isPlain) {
    throw new WrongSetting('CLAMD_URL is wrong: expects tcp://host:port')
  }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port ? Number(port) : DEFAULT_PORT }
}

/**
 * Scans files with ClamAV's daemon.
 *
 * @see https://docs.clamav.net/manual/Usage/ClamdProtocol.html (`INSTREAM`)
 * @returns a function that throws {@link ScanFailed} unless clamd calls the whole file clean or infected
 */
export function makeScanner({ host, port }: ClamdAddress, silentMs = SILENT_MS): Scanner {
  return async (source) => {
    const socket = connect({ host, port })
    const failed = new Promise<never>((_, reject) => {
      const fail = (message: string) => reject(new ScanFailed(message))
      socket.setTimeout(silentMs, () => fail('clamd is silent'))
      socket.on('error', ({ message }) => fail(message))
      source.on('error', ({ message }) => fail(message))
    })
    let answer = Buffer.alloc(0)
    const answered = new Promise<string>((resolve) => {
      socket.on('data', (bytes: Buffer) => {
        answer = Buffer.concat([answer, bytes]).subarray(0, MAX_ANSWER_BYTES)
        if (answer.includes(0)) resolve(answer.toString('utf8', 0, answer.indexOf(0)))
      })
      socket.on('close', () => resolve(answer.toString()))
    })
    try {
      // clamd answers early, and closes, if the file is longer than it takes.
      const sent = Promise.race([send(), answered])
      await Promise.race([sent, failed])
      return resultOf(await Promise.race([answered, failed]))
    } finally {
      socket.destroy()
      source.destroy()
    }

    async function send(): Promise<void> {
      socket.write('zINSTREAM\0')
      for await (const part of source as AsyncIterable<Buffer>) {
        for (let at = 0; at < part.length; at += LARGEST_CHUNK)
          await write(part.subarray(at, at + LARGEST_CHUNK))
      }
      socket.write(lengthOf(0))
    }

    async function write(chunk: Buffer): Promise<void> {
      socket.write(lengthOf(chunk.length))
      if (!socket.write(chunk)) await once(socket, 'drain')
    }
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function resultOf(answer: string): ScanResult {
  if (answer === 'stream: OK') return 'clean'
  if (/^stream: \S.* FOUND$/.test(answer)) return 'infected'
  throw new ScanFailed(`clamd answered: ${answer.slice(0, 200) || 'nothing'}`)
}
