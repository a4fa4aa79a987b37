import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { makeGuardedRequests, type ResolveHost } from './guarded-requests.ts'
import { makeWebhookPost } from './webhook-post.ts'

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.restoreAllMocks()
})

/** A server of ours on this machine, and how often it was asked. */
async function listen(answer: RequestListener) {
  const seen: IncomingMessage[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    seen.push(request)
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { seen, port, url: `http://127.0.0.1:${port}/hook` }
}

const open = (resolveHost?: ResolveHost) =>
  makeWebhookPost(makeGuardedRequests({ toPrivateHosts: true, ...(resolveHost && { resolveHost }) }))
const guarded = (resolveHost: ResolveHost) =>
  makeWebhookPost(makeGuardedRequests({ toPrivateHosts: false, resolveHost }))
const to = (address: string) => async () => [{ address, family: address.includes(':') ? 6 : 4 }]
const send = (post: ReturnType<typeof makeWebhookPost>, url: string) =>
  post.send(url, { 'content-type': 'application/json' }, '{"a":1}')

test('posts the message and keeps the beginning of the answer', async () => {
  let body = ''
  const { url, seen } = await listen(async (request, response) => {
    for await (const part of request) body += part
    response.writeHead(201).end(`thanks\u0000 \u001b[31m${'x'.repeat(5_000)}`)
  })
  const sent = await send(open(), url)
  expect(sent).toMatchObject({ status: 201, problem: '' })
  expect(sent.answer).toMatch(/^thanks \[31mx+$/)
  expect(sent.answer.length).toBeLessThanOrEqual(1_024)
  expect([body, seen[0]!.method, seen[0]!.headers.connection]).toEqual(['{"a":1}', 'POST', 'close'])
})

test('doesn’t connect to a name that resolves to this machine or a private network', async () => {
  const { port, seen } = await listen((_, response) => response.end())
  for (const address of ['127.0.0.1', '::1', '10.0.0.7', '169.254.169.254', '::ffff:127.0.0.1', 'fd00::1']) {
    const sent = await send(guarded(to(address)), `http://innocent.example:${port}/`)
    expect(sent).toMatchObject({ status: null, problem: expect.stringMatching(/private network/) })
    expect(await guarded(to(address)).problemWith('https://innocent.example/')).toMatch(/private network/)
  }
  for (const url of [`http://127.0.0.1:${port}/`, `http://[::1]:${port}/`, `http://0x7f.1:${port}/`]) {
    const sent = await send(guarded(to('93.184.216.34')), url)
    expect(sent.problem).toMatch(/private network/)
  }
  expect(seen).toHaveLength(0)
})

test('sends nothing if one of several addresses is private', async () => {
  const both: ResolveHost = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  expect((await send(guarded(both), 'http://half.example/')).problem).toMatch(/private network/)
})

test('doesn’t connect to a name that is public when saved and private when connecting', async () => {
  const { port, seen } = await listen((_, response) => response.end())
  const answers = ['93.184.216.34', '127.0.0.1']
  const rebinding: ResolveHost = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
  const post = guarded(rebinding)
  const url = `http://rebind.example:${port}/`
  expect(await post.problemWith(url)).toBeUndefined()
  expect((await send(post, url)).problem).toMatch(/private network/)
  expect(seen).toHaveLength(0)
})

test('connects to the address it checked: the name is resolved once', async () => {
  const { port, seen } = await listen((_, response) => response.end('ok'))
  const resolveHost = vi.fn(to('127.0.0.1'))
  const sent = await send(open(resolveHost), `http://named.example:${port}/`)
  expect(sent.status).toBe(200)
  expect(resolveHost).toHaveBeenCalledTimes(1)
  expect(seen[0]!.headers.host).toBe(`named.example:${port}`)
})

test('treats a redirect as an answer and doesn’t follow it', async () => {
  const inside = await listen((_, response) => response.end('secret'))
  const { url } = await listen((_, response) =>
    response.writeHead(307, { location: inside.url }).end('over there'),
  )
  expect(await send(open(), url)).toMatchObject({ status: 307, answer: 'over there' })
  expect(inside.seen).toHaveLength(0)
})

test('reads only the beginning of an endless answer', async () => {
  let written = 0
  const { url } = await listen((_, response) => {
    const more = () => {
      if (response.destroyed) return
      written += 65_536
      response.write('y'.repeat(65_536), more)
    }
    more()
  })
  const sent = await send(open(), url)
  expect([sent.status, sent.answer.length]).toEqual([200, 1_024])
  expect(written).toBeLessThan(32 * 1_024 * 1_024)
})

test('doesn’t wait for a server that is late or drips', async () => {
  const timeout = AbortSignal.timeout
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms / 100))
  const silent = await listen(() => {})
  expect(await send(open(), silent.url)).toMatchObject({
    status: null,
    problem: 'No response within 15 seconds.',
  })
  const dripping = await listen((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const sent = await send(open(), dripping.url)
  expect(sent.status).toBe(200)
  expect(sent.durationMs).toBeLessThan(2_000)
  const never: ResolveHost = () => new Promise(() => {})
  expect((await send(open(never), 'http://slow-name.example/')).problem).toMatch(/15 seconds/)
})

test('reports a malformed answer in a sentence', async () => {
  const raw = async (answer: string) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(answer))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => server.close())
    return send(open(), `http://127.0.0.1:${(server.address() as { port: number }).port}/`)
  }
  expect((await raw('')).problem).toMatch(/closed before we got/)
  expect((await raw('220 mail.example ESMTP\r\n')).problem).toMatch(/^The connection failed \(HPE_/)
  expect((await raw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`)).problem).toMatch(
    /response headers/,
  )
  const upgraded = await raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  expect(upgraded.status).toBeNull()
  expect((await send(open(), 'http://127.0.0.1:1/')).problem).toBe('The server refused the connection.')
  const unknown = Object.assign(new Error(), { code: 'ENOTFOUND' })
  const nobody = open(() => Promise.reject(unknown))
  expect((await send(nobody, 'http://nobody.example/')).problem).toMatch(/couldn’t find this host name/)
})

test('sends nothing to a server that can’t prove its name', async () => {
  const { port, seen } = await listen((_, response) => response.end())
  expect((await send(open(), `https://127.0.0.1:${port}/`)).status).toBeNull()
  expect(seen).toHaveLength(0)
})
