import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem, offlineProblem } from '../../../app/api-problem.ts'
import type { UploadDoor } from './upload-door.ts'
import { makeUploads, type Target } from './upload-engine.ts'

const PART_BYTES = 5
const LOGOS: Target = { folder: 'logos', folderId: null, path: [] }

type Begun = { name: string; bytes: number; sha256: string; parts: Map<number, string>; isComplete: boolean }

/** A server whose answers fail in the order that a test asks for. */
function fakeServer() {
  const begun = new Map<number, Begun>()
  const names = new Set<string>()
  const online = new Set<() => void>()
  const failures: Record<string, (Error | 'lost')[]> = {}
  const server = {
    begun,
    names,
    calls: [] as string[],
    isOnline: true,
    /** Another upload took the name in the meantime. */
    takenAtEnd: false,
    /** The next calls of this kind fail; `lost` happens, but its answer doesn't arrive. */
    fail: (kind: string, ...how: (Error | 'lost')[]) => {
      failures[kind] = how
    },
    comeOnline: () => {
      server.isOnline = true
      for (const tell of online) tell()
    },
  }
  async function answer<T>(kind: string, work: () => T): Promise<T> {
    server.calls.push(kind)
    const failure = server.isOnline ? failures[kind]?.shift() : offlineProblem(undefined)
    if (failure instanceof Error) throw failure
    const result = work()
    if (failure === 'lost') throw offlineProblem(undefined)
    return result
  }
  const partsOf = (id: number) => {
    const upload = begun.get(id)
    if (!upload || upload.isComplete) throw new ApiProblem({ status: 404, code: 'not_found' })
    return Array.from({ length: Math.ceil(upload.bytes / PART_BYTES) }, (_, at) => ({
      number: at + 1,
      url: `${id}/${at + 1}`,
      headers: {},
      bytes: Math.min(PART_BYTES, upload.bytes - at * PART_BYTES),
      isStored: upload.parts.has(at + 1),
      etag: upload.parts.has(at + 1) ? `etag-${at + 1}` : null,
    }))
  }
  const door: UploadDoor = {
    hash: async (file) => `hash of ${await file.text()}`,
    folderOf: ({ folderId }) => answer('folder', () => folderId),
    start: ({ name, bytes, sha256, onConflict }) =>
      answer('start', () => {
        if (names.has(name) && onConflict === 'ask') {
          throw new ApiProblem({ status: 409, code: 'file_name_taken' })
        }
        const id = begun.size + 1
        begun.set(id, { name: `${name} ${onConflict}`, bytes, sha256, parts: new Map(), isComplete: false })
        return { id, parts: partsOf(id) }
      }),
    read: (id) => answer('read', () => ({ id, parts: partsOf(id) })),
    put: async ({ url, number }, piece, _signal, onSent) => {
      onSent(1)
      const text = await piece.text()
      return answer('put', () => {
        begun.get(Number(url.split('/')[0]))!.parts.set(number, text)
        return `etag-${number}`
      })
    },
    complete: (id, etags, onConflict) =>
      answer('complete', () => {
        const upload = begun.get(id)!
        if (server.takenAtEnd && onConflict === 'ask') {
          throw new ApiProblem({ status: 409, code: 'file_name_taken' })
        }
        expect(etags).toEqual([...upload.parts.keys()].map((number) => ({ number, etag: `etag-${number}` })))
        upload.isComplete = true
      }),
    abort: (id) => answer('abort', () => void begun.delete(id)),
    unfinished: () =>
      answer('unfinished', () =>
        [...begun].map(([id, { name, bytes, sha256, parts }]) => ({
          key: String(id),
          id,
          name,
          bytes,
          sha256,
          target: LOGOS,
          sentBytes: parts.size * PART_BYTES,
        })),
      ),
    isOnline: () => server.isOnline,
    onOnline: (tell) => {
      online.add(tell)
      return () => online.delete(tell)
    },
  }
  return { ...server, server, door }
}

const fileOf = (name: string, text: string) => new File([text], name)
const fault = (status: number) => new ApiProblem({ status })
const offline = offlineProblem(undefined)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const { server, door } = fakeServer()
  const onDone = vi.fn()
  const uploads = makeUploads(door, onDone)
  const upload = (at = 0) => uploads.store.getState().uploads[at]
  const sent = (id = 1) => [...(server.begun.get(id)?.parts.values() ?? [])].join('')
  return { server, door, uploads, upload, sent, onDone, pass: (ms = 0) => vi.advanceTimersByTimeAsync(ms) }
}

test('sends a file in parts and completes it', async () => {
  const { server, uploads, upload, sent, onDone, pass } = setUp()
  uploads.add([fileOf('logo.png', 'abcdefghijkl')], () => LOGOS)
  expect(upload()?.state).toBe('reading')
  await pass()
  expect(upload()).toMatchObject({ state: 'done', sentBytes: 12 })
  expect(sent()).toBe('abcdefghijkl')
  expect(server.begun.get(1)).toMatchObject({ sha256: 'hash of abcdefghijkl', isComplete: true })
  expect(onDone).toHaveBeenCalledOnce()
})

test('continues after a lost connection without sending anything twice', async () => {
  const { server, uploads, upload, sent, pass } = setUp()
  uploads.add([fileOf('logo.png', 'abcdefghijkl')], () => LOGOS)
  server.fail('put', new ApiProblem({ status: 502 }), offline, offline)
  await pass()
  expect(upload()).toMatchObject({ state: 'offline', sentBytes: 0 })
  await pass(1_000)
  expect(upload()?.state).toBe('offline')
  await pass(1_999)
  expect(server.calls.filter((call) => call === 'put')).toHaveLength(2)
  await pass(1)
  expect(server.calls.filter((call) => call === 'put')).toHaveLength(3)
  await pass(4_000)
  expect(upload()?.state).toBe('done')
  expect(server.calls.filter((call) => call === 'put')).toHaveLength(3 + 3)
  expect(sent()).toBe('abcdefghijkl')
})

test('shows what is saved while it waits, and continues as soon as the network is back', async () => {
  const { server, uploads, upload, pass } = setUp()
  const second = vi.fn(() => {
    server.isOnline = false
  })
  server.fail('put')
  uploads.store.subscribe(({ uploads: [one] }) => {
    if (one?.sentBytes === 6 && server.isOnline && second.mock.calls.length === 0) second()
  })
  uploads.add([fileOf('logo.png', 'abcdefghijkl')], () => LOGOS)
  await pass()
  expect(upload()).toMatchObject({ state: 'offline', sentBytes: 5 })
  // Without a network, nothing counts as an attempt.
  await pass(3_600_000)
  expect(upload()?.state).toBe('offline')
  server.comeOnline()
  await pass()
  expect(upload()?.state).toBe('done')
})

test('stops after many attempts until a person resumes it', async () => {
  const { server, uploads, upload, sent, pass } = setUp()
  server.fail('put', ...Array.from({ length: 8 }, () => offline))
  uploads.add([fileOf('logo.png', 'abcdefghijkl')], () => LOGOS)
  await pass(300_000)
  expect(upload()?.state).toBe('stopped')
  uploads.resume(upload()!.key)
  await pass()
  expect(upload()?.state).toBe('done')
  expect(server.begun.size).toBe(1)
  expect(sent()).toBe('abcdefghijkl')
})

test('waits as long as a busy server asks', async () => {
  const { server, uploads, upload, pass } = setUp()
  server.fail('put', new ApiProblem({ status: 429 }, { retryAfterMs: 20_000 }))
  uploads.add([fileOf('logo.png', 'abc')], () => LOGOS)
  await pass(19_999)
  expect(upload()?.state).toBe('offline')
  await pass(1)
  expect(upload()?.state).toBe('done')
})

test('completes again when the answer is lost', async () => {
  const { server, uploads, upload, pass } = setUp()
  server.fail('complete', 'lost')
  uploads.add([fileOf('logo.png', 'abc')], () => LOGOS)
  await pass(1_000)
  expect(upload()?.state).toBe('done')
  expect(server.calls.filter((call) => call === 'complete')).toHaveLength(2)
})

test('gets new links once they expire, and gives up on those that never work', async () => {
  const { server, uploads, upload, pass } = setUp()
  server.fail('put', fault(403))
  uploads.add([fileOf('one.png', 'abcdefg')], () => LOGOS)
  await pass()
  expect(upload()?.state).toBe('done')
  server.fail('put', ...Array.from({ length: 20 }, () => fault(403)))
  uploads.add([fileOf('two.png', 'abcdefg')], () => LOGOS)
  await pass()
  expect(upload(1)).toMatchObject({ state: 'refused', problem: { status: 403 } })
})

test('begins anew when the server has removed what it had', async () => {
  const { server, uploads, upload, sent, pass } = setUp()
  server.fail('put', ...Array.from({ length: 8 }, () => offline))
  uploads.add([fileOf('logo.png', 'abcdefg')], () => LOGOS)
  await pass(300_000)
  server.begun.clear()
  server.begun.set(9, { name: '', bytes: 0, sha256: '', parts: new Map(), isComplete: false })
  uploads.resume(upload()!.key)
  await pass()
  expect(upload()?.state).toBe('done')
  expect(sent(2)).toBe('abcdefg')
})

test('asks about a taken name, for one file or for all', async () => {
  const { server, uploads, upload, pass } = setUp()
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) server.names.add(name)
  uploads.add(
    ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => fileOf(name, name)),
    () => LOGOS,
  )
  await pass()
  expect([0, 1, 2, 3].map((at) => upload(at)?.state)).toEqual(['taken', 'taken', 'taken', 'taken'])
  uploads.answer(upload()!.key, 'replace', false)
  await pass()
  expect(upload()?.state).toBe('done')
  uploads.answer(upload(1)!.key, 'skip', false)
  expect(uploads.store.getState().uploads).toHaveLength(3)
  uploads.answer(upload(1)!.key, 'keep_both', true)
  await pass()
  expect([...server.begun.values()].map(({ name }) => name)).toEqual([
    'a.png replace',
    'c.png keep_both',
    'd.png keep_both',
  ])
})

test('sends nothing again when the name is taken only at the end', async () => {
  const { server, uploads, upload, pass } = setUp()
  server.takenAtEnd = true
  uploads.add([fileOf('logo.png', 'abcdefg')], () => LOGOS)
  await pass()
  expect(upload()?.state).toBe('taken')
  uploads.answer(upload()!.key, 'keep_both', false)
  await pass()
  expect(upload()?.state).toBe('done')
  expect(server.calls.filter((call) => call === 'put')).toHaveLength(2)
  expect(server.begun.size).toBe(1)
})

test('sends a part again that the server lacks at the end', async () => {
  const { server, uploads, upload, sent, pass } = setUp()
  server.fail('complete', new ApiProblem({ status: 409, code: 'upload_incomplete' }))
  uploads.add([fileOf('logo.png', 'abcdefg')], () => LOGOS)
  let isLost = false
  uploads.store.subscribe(({ uploads: [one] }) => {
    if (one?.state !== 'finishing' || isLost) return
    isLost = true
    server.begun.get(1)!.parts.delete(2)
  })
  await pass()
  expect(upload()?.state).toBe('done')
  expect(sent()).toBe('abcdefg')
})

test('says why a file is refused, and takes another one in its place', async () => {
  const { server, uploads, upload, pass } = setUp()
  server.fail(
    'complete',
    new ApiProblem({ status: 422, code: 'file_has_script', detail: 'It has a script.' }),
  )
  uploads.add([fileOf('logo.svg', '<svg/>')], () => LOGOS)
  await pass()
  expect(upload()).toMatchObject({ state: 'refused', problem: { message: 'It has a script.' } })
  await uploads.choose(upload()!.key, fileOf('logo.png', 'png'))
  await pass()
  expect(uploads.store.getState().uploads).toHaveLength(1)
  expect(upload()).toMatchObject({ name: 'logo.png', state: 'done' })
  expect(server.calls).toContain('abort')
})

test('sends three files at a time', async () => {
  const { uploads, server, pass } = setUp()
  server.isOnline = false
  uploads.add(
    ['1', '2', '3', '4', '5'].map((name) => fileOf(name, name)),
    () => LOGOS,
  )
  await pass()
  const states = () => uploads.store.getState().uploads.map(({ state }) => state)
  expect(states()).toEqual(['offline', 'offline', 'offline', 'queued', 'queued'])
  server.comeOnline()
  await pass()
  expect(states()).toEqual(['done', 'done', 'done', 'done', 'done'])
  uploads.clearDone()
  expect(states()).toEqual([])
})

test('cancels: nothing more is sent, and the server removes what it has', async () => {
  const { server, uploads, upload, pass } = setUp()
  server.fail('put', offline)
  uploads.add([fileOf('logo.png', 'abcdefg')], () => LOGOS)
  await pass()
  void uploads.cancel(upload()!.key)
  await pass(60_000)
  expect(uploads.store.getState().uploads).toEqual([])
  expect(server.calls.filter((call) => call === 'put')).toHaveLength(1)
  expect(server.begun.size).toBe(0)
})

test('continues after a reload with the same file, and only with it', async () => {
  const { server, door, uploads: before, upload: first, sent, pass } = setUp()
  server.fail('put', ...Array.from({ length: 8 }, () => offline))
  before.add([fileOf('logo.png', 'abcdefghijkl')], () => LOGOS)
  await pass(300_000)
  expect(first()?.state).toBe('stopped')
  server.begun.get(1)!.parts.set(1, 'abcde')
  server.begun.get(1)!.name = 'logo.png'

  const uploads = makeUploads(door)
  const upload = () => uploads.store.getState().uploads[0]!
  await uploads.readUnfinished()
  await uploads.readUnfinished()
  expect(uploads.store.getState().uploads).toHaveLength(1)
  expect(upload()).toMatchObject({ state: 'unchosen', sentBytes: 5 })
  for (const other of [
    fileOf('other.png', 'abcdefghijkl'),
    fileOf('logo.png', 'abcdefghijk'),
    fileOf('logo.png', 'abcdefghijkL'),
  ]) {
    await uploads.choose(upload().key, other)
    expect(upload()).toMatchObject({ state: 'unchosen', isOtherFile: true })
  }
  server.calls.length = 0
  await uploads.choose(upload().key, fileOf('logo.png', 'abcdefghijkl'))
  await pass()
  expect(upload().state).toBe('done')
  expect(server.calls).toEqual(['folder', 'read', 'put', 'put', 'complete'])
  expect(sent()).toBe('abcdefghijkl')
})

test('a dropped file continues the unfinished upload of the same name and size', async () => {
  const { server, uploads, upload, pass } = setUp()
  server.begun.set(1, {
    name: 'logo.png',
    bytes: 7,
    sha256: 'hash of abcdefg',
    parts: new Map([[1, 'abcde']]),
    isComplete: false,
  })
  await uploads.readUnfinished()
  uploads.add([fileOf('logo.png', 'abcdefg')], () => LOGOS)
  await pass()
  expect(uploads.store.getState().uploads).toHaveLength(1)
  expect(upload()?.state).toBe('done')
  expect(server.begun.size).toBe(1)
})

test('estimates the time left from the last seconds', async () => {
  const { server, door, uploads, upload, pass } = setUp()
  door.put = (_part, _piece, _signal, onSent) =>
    new Promise(() => {
      let sent = 0
      setInterval(() => onSent(++sent * 100), 500)
    })
  server.begun.set(3, { name: '', bytes: 0, sha256: '', parts: new Map(), isComplete: false })
  door.start = async ({ bytes }) => ({
    id: 3,
    parts: [{ number: 1, url: '', headers: {}, bytes, isStored: false, etag: null }],
  })
  uploads.add([fileOf('big.pdf', 'x'.repeat(10_000))], () => LOGOS)
  await pass(500)
  expect(upload()?.msLeft).toBeUndefined()
  await pass(1_500)
  expect(upload()).toMatchObject({ sentBytes: 400, msLeft: 48_000 })
})

test('forgets everything at sign-out, but the server keeps it', async () => {
  const { server, uploads, pass } = setUp()
  server.fail('put', offline)
  uploads.add([fileOf('logo.png', 'abcdefg')], () => LOGOS)
  await pass()
  uploads.forget()
  await pass(60_000)
  expect(uploads.store.getState().uploads).toEqual([])
  expect(server.begun.size).toBe(1)
  expect(server.calls.filter((call) => call === 'put')).toHaveLength(1)
})
