import { createStore } from 'zustand/vanilla'
import { ApiProblem, isOffline } from '../../../app/api-problem.ts'
import { freshKey } from '../../../app/call.ts'
import type { UploadDoor, UploadedParts } from './upload-door.ts'

/** Files that are sent at the same time. Each sends one part after the other. */
const AT_ONCE = 3
/** Attempts without any progress until a person has to resume. Waiting for the network doesn't count. */
const MAX_TRIES = 8
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
/** What the time left is estimated from. */
const RECENT_MS = 10_000

/** Where a file goes. `path` are folders of a dropped folder, which are created. */
export type Target = { folder: 'logos' | 'lists' | 'own'; folderId: number | null; path: readonly string[] }
export type OnConflict = 'ask' | 'keep_both' | 'replace'

export type UploadState =
  /** Its turn hasn't come. */
  | 'queued'
  /** Its checksum is computed. */
  | 'reading'
  | 'sending'
  /** No connection: it continues automatically. */
  | 'offline'
  /** Many attempts failed: a person resumes it. */
  | 'stopped'
  | 'finishing'
  /** The folder has a file with this name: a person decides. */
  | 'taken'
  /** From an earlier visit: it continues once the file is chosen again. */
  | 'unchosen'
  /** Refused. */
  | 'refused'
  | 'done'

export type Upload = {
  key: string
  name: string
  bytes: number
  target: Target
  onConflict: OnConflict
  state: UploadState
  sentBytes: number
  /** Undefined until it can be estimated. */
  msLeft: number | undefined
  /** Why it is refused. */
  problem: unknown
  /** A file was chosen to continue, but it's another one. */
  isOtherFile: boolean
  file: File | undefined
  sha256: string | undefined
  /** The server's upload, once it has begun. */
  id: number | undefined
}

/** Uploads files in parts, and continues after the connection was lost or the page reloaded. */
export function makeUploads(door: UploadDoor, onDone: (upload: Upload) => void = () => {}) {
  const store = createStore<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }))
  const runs = new Map<string, { controller: AbortController; wake: () => void }>()

  const all = () => store.getState().uploads
  const find = (key: string) => all().find((one) => one.key === key)
  function set(key: string, part: Partial<Upload>) {
    store.setState({ uploads: all().map((one) => (one.key === key ? { ...one, ...part } : one)) })
  }
  function remove(key: string) {
    store.setState({ uploads: all().filter((one) => one.key !== key) })
  }

  /** A file that an unfinished upload waits for continues that one. */
  function add(files: readonly File[], targetOf: (file: File) => Target) {
    const fresh: Upload[] = []
    for (const file of files) {
      const before = all().find(({ state, name, bytes }) => {
        return state === 'unchosen' && name === file.name && bytes === file.size
      })
      if (before) void choose(before.key, file)
      else fresh.push(newUpload(file, targetOf(file)))
    }
    store.setState({ uploads: [...all(), ...fresh] })
    pump()
  }

  /** Starts what waits for its turn. */
  function pump() {
    for (const { key, state } of all()) {
      if (runs.size >= AT_ONCE) return
      if (state !== 'queued' || runs.has(key)) continue
      const controller = new AbortController()
      runs.set(key, { controller, wake: () => {} })
      void run(key, controller.signal).finally(() => {
        runs.delete(key)
        pump()
      })
    }
  }

  async function run(key: string, signal: AbortSignal): Promise<void> {
    try {
      await transfer(key, signal)
    } catch (cause) {
      if (signal.aborted) return
      if (cause instanceof Stopped) set(key, { state: 'stopped' })
      else if (isTaken(cause)) set(key, { state: 'taken' })
      else set(key, { state: 'refused', problem: cause })
    }
    const ended = find(key)
    if (ended?.state === 'done') onDone(ended)
  }

  async function transfer(key: string, signal: AbortSignal): Promise<void> {
    const { file, target } = find(key)!
    if (find(key)!.sha256 === undefined) {
      set(key, { state: 'reading' })
      set(key, { sha256: await door.hash(file!, signal) })
    }
    const folderId = await lasting(key, signal, () => door.folderOf(target))
    // An upload that expired, or whose links did, continues with new ones. If those fail at once, it's refused.
    let renewedAt = -1
    for (;;) {
      const { parts, id } = await begin(key, signal, folderId)
      try {
        const etags = await sendParts(key, signal, file!, parts)
        set(key, { state: 'finishing', msLeft: undefined })
        await lasting(key, signal, () => door.complete(id, etags, find(key)!.onConflict))
        return set(key, { state: 'done', sentBytes: file!.size })
      } catch (cause) {
        const { sentBytes } = find(key)!
        if (!isGone(cause) || sentBytes <= renewedAt) throw cause
        renewedAt = sentBytes
      }
    }
  }

  async function begin(key: string, signal: AbortSignal, folderId: number | null): Promise<UploadedParts> {
    const { id, name, bytes, file, sha256, target, onConflict } = find(key)!
    if (id !== undefined) {
      try {
        return await lasting(key, signal, () => door.read(id))
      } catch (cause) {
        if (!isGone(cause)) throw cause
        set(key, { id: undefined, sentBytes: 0 })
      }
    }
    const intent = freshKey()
    const begun = await lasting(key, signal, () =>
      door.start(
        {
          name,
          bytes,
          contentType: file!.type,
          sha256: sha256!,
          folder: target.folder,
          folderId,
          onConflict,
        },
        intent,
      ),
    )
    set(key, { id: begun.id })
    return begun
  }

  async function sendParts(key: string, signal: AbortSignal, file: File, parts: UploadedParts['parts']) {
    const recent: { at: number; bytes: number }[] = []
    const etags: { number: number; etag: string }[] = []
    let start = 0
    let stored = parts.filter(({ isStored }) => isStored).reduce((sum, { bytes }) => sum + bytes, 0)
    const tell = (sentBytes: number) => {
      const now = Date.now()
      recent.push({ at: now, bytes: sentBytes })
      while (now - recent[0]!.at > RECENT_MS) recent.shift()
      set(key, { state: 'sending', sentBytes, msLeft: msLeft(recent, file.size - sentBytes) })
    }
    tell(stored)
    for (const part of parts) {
      const piece = file.slice(start, start + part.bytes)
      start += part.bytes
      if (part.isStored) {
        etags.push({ number: part.number, etag: part.etag ?? '' })
        continue
      }
      const etag = await lasting(key, signal, () => {
        recent.length = 0
        tell(stored)
        return door.put(part, piece, signal, (sent) => tell(stored + Math.min(sent, part.bytes)))
      })
      etags.push({ number: part.number, etag })
      stored += part.bytes
      tell(stored)
    }
    return etags
  }

  /** Repeats an action until it succeeds, is refused, or failed too often. */
  async function lasting<T>(key: string, signal: AbortSignal, action: () => Promise<T>): Promise<T> {
    const savedBytes = find(key)?.sentBytes ?? 0
    for (let tries = 1; ; ) {
      signal.throwIfAborted()
      try {
        return await action()
      } catch (cause) {
        signal.throwIfAborted()
        if (!passes(cause)) throw cause
        set(key, { state: 'offline', msLeft: undefined, sentBytes: savedBytes })
        const backoff = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
        const asked = cause instanceof ApiProblem ? (cause.retryAfterMs ?? 0) : 0
        if (door.isOnline()) tries += 1
        if (tries > MAX_TRIES) throw new Stopped()
        await sleep(key, signal, Math.max(backoff, asked))
      }
    }
  }

  /** Ends early when the network is back, or a person resumes it. */
  function sleep(key: string, signal: AbortSignal, ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(wake, ms)
      const stopListening = door.onOnline(wake)
      const call = runs.get(key)!
      call.wake = wake
      signal.addEventListener('abort', end)
      function settle() {
        clearTimeout(timer)
        stopListening()
        call.wake = () => {}
        signal.removeEventListener('abort', end)
      }
      function wake() {
        settle()
        resolve()
      }
      function end() {
        settle()
        reject(signal.reason)
      }
    })
  }

  /** Tries again now. */
  function resume(key: string) {
    if (find(key)?.state === 'offline') return runs.get(key)?.wake()
    set(key, { state: 'queued' })
    pump()
  }

  /** Ends an upload and takes it off the list. */
  async function cancel(key: string): Promise<void> {
    const upload = find(key)
    runs.get(key)?.controller.abort()
    remove(key)
    // An upload that isn't removed now expires within a day.
    if (upload?.id !== undefined && upload.state !== 'done') await door.abort(upload.id).catch(() => {})
  }

  /** Decides what happens to a file whose name is taken, or to all of them. */
  function answer(key: string, how: 'keep_both' | 'replace' | 'skip', isForAll: boolean) {
    const asked = all().filter(({ state, key: each }) => state === 'taken' && (isForAll || each === key))
    for (const one of asked) {
      if (how === 'skip') void cancel(one.key)
      else set(one.key, { state: 'queued', onConflict: how })
    }
    pump()
  }

  /** Continues an upload of an earlier visit, if this is the same file. In place of a refused file, it's another one. */
  async function choose(key: string, file: File): Promise<void> {
    const { name, bytes, sha256, state, target } = find(key)!
    if (state === 'refused') {
      void cancel(key)
      return add([file], () => target)
    }
    set(key, { state: 'reading', isOtherFile: false })
    try {
      const isSame = file.name === name && file.size === bytes && (await door.hash(file)) === sha256
      if (isSame) set(key, { state: 'queued', file })
      else set(key, { state: 'unchosen', isOtherFile: true })
    } catch (problem) {
      set(key, { state: 'refused', problem })
    }
    pump()
  }

  /** Lists what an earlier visit left unfinished. */
  async function readUnfinished(): Promise<void> {
    const begun = await door.unfinished()
    const known = new Set(all().map(({ id }) => id))
    const added = begun.filter(({ id }) => !known.has(id)).map((one): Upload => ({ ...BLANK, ...one }))
    store.setState({ uploads: [...all(), ...added] })
  }

  function clearDone() {
    store.setState({ uploads: all().filter(({ state }) => state !== 'done') })
  }

  /** At sign-out: what the server has can be continued at the next visit. */
  function forget() {
    for (const { controller } of runs.values()) controller.abort()
    store.setState({ uploads: [] })
  }

  return { store, add, resume, cancel, answer, choose, readUnfinished, clearDone, forget }
}

const BLANK = {
  onConflict: 'ask',
  state: 'unchosen',
  msLeft: undefined,
  problem: undefined,
  isOtherFile: false,
  file: undefined,
} as const

function newUpload(file: File, target: Target): Upload {
  return {
    ...BLANK,
    key: freshKey(),
    name: file.name,
    bytes: file.size,
    target,
    state: 'queued',
    sentBytes: 0,
    file,
    sha256: undefined,
    id: undefined,
  }
}

/** Too many attempts without progress. */
class Stopped extends Error {}

/** Lost connections, overload, and faults pass; a refusal doesn't. */
function passes(cause: unknown): boolean {
  if (!(cause instanceof ApiProblem)) return false
  return isOffline(cause) || cause.status >= 500 || cause.status === 429 || cause.status === 408
}

/** The upload or a part’s link has expired, or the server lacks a part. */
function isGone(cause: unknown): boolean {
  if (!(cause instanceof ApiProblem)) return false
  return cause.code === 'upload_incomplete' || [401, 403, 404, 410].includes(cause.status)
}

function isTaken(cause: unknown): boolean {
  return cause instanceof ApiProblem && cause.code === 'file_name_taken'
}

function msLeft(recent: readonly { at: number; bytes: number }[], bytes: number): number | undefined {
  const [first, last] = [recent[0]!, recent.at(-1)!]
  const passed = last.at - first.at
  if (passed < 1_000 || last.bytes <= first.bytes) return undefined
  return (bytes * passed) / (last.bytes - first.bytes)
}
