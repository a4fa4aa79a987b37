import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { makeGuardedRequests, type ResolveHost } from '../webhooks/guarded-requests.ts'
import { fetchFile } from './fetch-file.ts'
import { problemSays } from './file-problem.ts'
import type { FileSource } from './file-source.ts'

const closing: Array<() => void> = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

async function listen(answer: RequestListener) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { seen, port }
}

const https = (url: string): FileSource => ({ kind: 'https', url, auth: 'none', username: '', secret: '' })

/** What is said of a file that can't be fetched. */
async function saidOf(source: FileSource, resolveHost: ResolveHost, toPrivateHosts = false): Promise<string> {
  const requests = makeGuardedRequests({ toPrivateHosts, resolveHost })
  try {
    await fetchFile({ requests, config: { webhooksToPrivateHosts: toPrivateHosts } }, source)
    return 'fetched'
  } catch (cause) {
    return problemSays(cause) ?? String(cause)
  }
}
const to = (address: string) => async () => [{ address, family: address.includes(':') ? 6 : 4 }]

test('doesn’t open a private address, nor a name that resolves to one', async () => {
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/',
    'https://10.0.0.7/',
  ]) {
    expect(await saidOf(https(url), to('93.184.216.34'))).toMatch(/private network/)
  }
  for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::ffff:127.0.0.1', 'fd00::1']) {
    expect(await saidOf(https('https://innocent.example/people.csv'), to(address))).toMatch(/private network/)
  }
})

test('checks an S3 endpoint in the same way', async () => {
  const source: FileSource = {
    ...{ kind: 's3', bucket: 'acme-hr', object_key: 'people.csv', region: 'us-east-1' },
    ...{ endpoint: 'https://storage.example', access_key_id: 'AKIA', secret: 'opensesame' },
  }
  expect(await saidOf(source, to('10.0.0.7'))).toMatch(/private network/)
  expect(await saidOf({ ...source, endpoint: '' }, to('10.0.0.7'))).toMatch(/private network/)
})

test('sends nothing to a bucket but the guarded request', async () => {
  let connections = 0
  const server = createTcpServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close())
  const { port } = server.address() as { port: number }
  const source: FileSource = {
    ...{ kind: 's3', bucket: 'abc--use1-az4--x-s3', object_key: 'people.csv', region: 'us-east-1' },
    ...{ endpoint: `https://127.0.0.1:${port}`, access_key_id: 'AKIA', secret: 'opensesame' },
  }
  expect(await saidOf(source, to('93.184.216.34'))).toMatch(/private network/)
  expect(await saidOf({ ...source, bucket: 'acme-hr', region: '--' }, to('93.184.216.34'))).toBe(
    'We can’t read from this bucket. Check its name and region.',
  )
  expect(connections).toBe(0)
})

test('gives up on a source that hangs, and on a stopped server', async () => {
  const timeout = AbortSignal.timeout
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(30))
  const requests = { assertPublic: async () => {}, open: () => new Promise<never>(() => {}) }
  const kit = { requests, config: { webhooksToPrivateHosts: false } }
  const source = https('https://innocent.example/people.csv')
  expect(await fetchFile(kit, source).catch(problemSays)).toBe('The file didn’t arrive within 60 seconds.')
  vi.restoreAllMocks()
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(fetchFile(kit, source, stopped)).rejects.toThrow('stopped')
})

test('doesn’t follow a redirect to http, or to a name of a private address', async () => {
  const inside = await listen((_, response) => response.end('Name\nAna'))
  // The first server is this machine, as far as the test allows it: what it redirects to is not.
  const open = await listen((request, response) => {
    const location = request.url === '/plain' ? 'http://plain.example/' : '//127.0.0.1:1/'
    response.writeHead(302, { location: location.replace(':1/', `:${inside.port}/`) }).end()
  })
  const local = `http://localhost:${open.port}`
  expect(await saidOf(https(`${local}/plain`), to('127.0.0.1'), true)).toMatch(/must start with https/)
  const resolve: ResolveHost = async (host) =>
    host === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : []
  const requests = makeGuardedRequests({ toPrivateHosts: true, resolveHost: resolve })
  // Guarded from the second request on.
  let asked = 0
  const guarded = makeGuardedRequests({ toPrivateHosts: false, resolveHost: resolve })
  const kit = {
    requests: {
      ...requests,
      open: (...given: Parameters<typeof requests.open>) => {
        asked += 1
        return (asked === 1 ? requests : guarded).open(...given)
      },
    },
    config: { webhooksToPrivateHosts: true },
  }
  const failed = await fetchFile(kit, https(`${local}/inside`)).catch(problemSays)
  expect(failed).toMatch(/private network/)
  expect(inside.seen).toEqual([])
})

test('says in plain words that a server doesn’t speak TLS', async () => {
  const { port } = await listen((_, response) => response.end())
  const said = await saidOf(https(`https://localhost:${port}/`), to('127.0.0.1'), true)
  expect(said).toBe('We couldn’t connect securely to the server. Check the address.')
})

test('gives up after a few redirects', async () => {
  const { port, seen } = await listen((_, response) => response.writeHead(302, { location: '/again' }).end())
  expect(await saidOf(https(`http://localhost:${port}/`), to('127.0.0.1'), true)).toMatch(
    /redirects too often/,
  )
  expect(seen).toHaveLength(4)
})

test('says nothing of paths, queries, and secrets', async () => {
  const source: FileSource = {
    ...{ kind: 'https', url: 'https://innocent.example/secretpath?token=t0p', auth: 'bearer' },
    ...{ username: '', secret: 'opensesame' },
  }
  for (const resolve of [to('10.0.0.7'), async () => [], () => Promise.reject(new Error('secretpath'))]) {
    expect(await saidOf(source, resolve as ResolveHost)).not.toMatch(/secretpath|t0p|opensesame/)
  }
})
