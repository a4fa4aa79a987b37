/** How much of a request has left the browser, in bytes; the form around a file counts too. */
export type Sent = { bytes: number; totalBytes: number }

type Request = {
  method: string
  headers: Headers
  body: BodyInit | null
  signal: AbortSignal | null
}

/**
 * Sends a request and says meanwhile how much of it is gone: `fetch` tells nothing of what it sends.
 *
 * @throws {DOMException} `AbortError` when it is called off, `NetworkError` when no answer came
 */
export function sendWithProgress(
  url: string,
  { method, headers, body, signal }: Request,
  onSent: (sent: Sent) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const calledOff = () => new DOMException('The request was called off.', 'AbortError')
    if (signal?.aborted) return reject(calledOff())
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    request.open(method, url)
    request.responseType = 'arraybuffer'
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.upload.onprogress = ({ loaded, total }) => onSent({ bytes: loaded, totalBytes: total })
    request.onload = () => {
      const { status, statusText } = request
      const headers = new Headers()
      for (const name of ['content-type', 'retry-after']) {
        const value = request.getResponseHeader(name)
        if (value !== null) headers.set(name, value)
      }
      const isEmpty = status === 204 || status === 205 || status === 304
      resolve(
        new Response(isEmpty ? null : (request.response as ArrayBuffer), {
          status,
          statusText,
          headers,
        }),
      )
    }
    request.onerror = () => reject(new DOMException('No answer came.', 'NetworkError'))
    request.onabort = () => reject(calledOff())
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.send(body as XMLHttpRequestBodyInit | null)
  })
}
