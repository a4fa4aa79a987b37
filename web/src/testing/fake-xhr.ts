import { vi } from 'vitest'

/** Lets a test control an upload: report progress, then finish. */
export type Upload = { sent: (bytes: number, totalBytes: number) => void; finish: () => void }

/**
 * Sends XMLHttpRequests through `fetch`, which tests fake.
 *
 * @param onSend called with each request; by default it finishes at once
 */
export function fakeXhr(onSend: (file: Upload) => void = ({ finish }) => finish()): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
      onload?: () => void
      onerror?: () => void
      onabort?: () => void
      onloadend?: () => void
      status = 0
      statusText = ''
      response: ArrayBuffer | null = null
      #method = ''
      #url = ''
      #type: string | null = null
      #headers = new Headers()
      #isAborted = false

      open(method: string, url: string) {
        this.#method = method
        this.#url = url
      }

      setRequestHeader(name: string, value: string) {
        this.#headers.set(name, value)
      }

      getResponseHeader() {
        return this.#type
      }

      abort() {
        this.#isAborted = true
        this.onabort?.()
        this.onloadend?.()
      }

      send(body: BodyInit | null) {
        onSend({
          sent: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
          finish: () => void this.#finish(body),
        })
      }

      async #finish(body: BodyInit | null) {
        try {
          const answer = await fetch(this.#url, { method: this.#method, headers: this.#headers, body })
          if (this.#isAborted) return
          this.status = answer.status
          this.#type = answer.headers.get('content-type')
          this.response = await answer.arrayBuffer()
          this.onload?.()
        } catch {
          this.onerror?.()
        }
        this.onloadend?.()
      }
    },
  )
}
