import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { HostileRequest } from './hostile-request.ts'

type Sent = Pick<HostileRequest, 'method' | 'path' | 'headers' | 'body' | 'raw'>
export type Answer = { status: number; type: string; text: string; ms: number }

/** A connection that the server keeps without an answer waits for the rest of a body. */
const RAW_WAITS_MS = 150
const PATIENCE_MS = 30_000

/** @param atOnce how many requests are sent at the same time */
export function makeSender(port: number, atOnce: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  return {
    /** @returns undefined if the server closed the connection without an answer, which only raw bytes may cause */
    async send(one: Sent): Promise<Answer | undefined> {
      return one.raw === undefined ? overHttp(agent, port, one) : overSocket(port, one.raw)
    },
    close: () => agent.destroy(),
  }
}

function overHttp(agent: Agent, port: number, { method, path, headers, body }: Sent): Promise<Answer> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const length = body && { 'content-length': String(body.length) }
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: { ...headers, ...length },
        timeout: PATIENCE_MS,
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(parts).toString('utf8'),
            ms: performance.now() - began,
          }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer in 30 s')))
    asked.on('error', reject).end(body)
  })
}

function overSocket(port: number, bytes: Buffer): Promise<Answer | undefined> {
  const began = performance.now()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    const end = () => {
      socket.destroy()
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1])
      const [head = '', ...rest] = heard.split('\r\n\r\n')
      const type = /content-type: ([^\r]+)/i.exec(head)?.[1] ?? ''
      const ms = performance.now() - began
      resolve(Number.isNaN(status) ? undefined : { status, type, text: rest.join('\r\n\r\n'), ms })
    }
    const waiting = setTimeout(end, RAW_WAITS_MS)
    socket.setEncoding('utf8').on('data', (part: string) => (heard += part))
    socket.on('close', () => {
      clearTimeout(waiting)
      end()
    })
    socket.on('error', () => {})
    socket.write(bytes)
  })
}
