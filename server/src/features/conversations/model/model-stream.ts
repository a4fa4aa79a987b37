import { ModelFailed } from './model.ts'

/** Far more than an answer has. */
const MAX_BYTES = 1024 * 1024
/** A model that sends nothing for so long counts as silent. */
const SILENT_MS = 20_000

type Sent = { url: string; headers: Record<string, string>; body: string }

/**
 * Sends a request to a model, and reads its answer as it comes. The key goes only to the host of the settings: no
 * redirect is followed.
 *
 * @throws {ModelFailed} if it refuses, is silent, breaks off, or sends too much; the reason of `signal` if it’s aborted
 */
export async function* readModel(
  { url, headers, body }: Sent,
  contentType: string,
  signal: AbortSignal,
  silentMs = SILENT_MS,
): AsyncGenerator<Uint8Array> {
  const silence = new AbortController()
  const both = AbortSignal.any([signal, silence.signal])
  const heard = () => setTimeout(() => silence.abort(), silentMs)
  let timer = heard()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: both,
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !type.startsWith(contentType) || response.body === null) {
      await response.body?.cancel().catch(() => {})
      throw new ModelFailed(`status ${response.status}, ${type.slice(0, 60) || 'no type'}`)
    }
    let bytes = 0
    for await (const chunk of response.body) {
      clearTimeout(timer)
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw new ModelFailed(`more than ${MAX_BYTES} bytes`)
      yield chunk
      timer = heard()
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ModelFailed) throw cause
    throw new ModelFailed(silence.signal.aborted ? `silent for ${silentMs} ms` : (cause as Error).name)
  } finally {
    clearTimeout(timer)
  }
}

/** JSON that a model’s service sent. @throws {ModelFailed} */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new ModelFailed('broken JSON')
  }
}
