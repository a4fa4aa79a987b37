import type { IncomingMessage } from 'node:http'
import { type GuardedRequests, PrivateAddress, requestProblem } from './guarded-requests.ts'

/** Resolving, connecting, sending and the answer together. */
const TIMEOUT_MS = 15_000
/** How much of an answer is read and stored. */
const ANSWER_BYTES = 1_024

export type Sent = {
  /** Null when no answer came. */
  status: number | null
  /** Why, in a sentence; empty when an answer came. */
  problem: string
  answer: string
  durationMs: number
}

export type WebhookPost = {
  /** Why an address isn't allowed, as far as that is known without sending; undefined if it is. */
  problemWith(url: string): Promise<string | undefined>
  /** Sends once. Never throws for what the other side does. */
  send(url: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<Sent>
}

const SAYS = {
  privateAddress: /*i18n*/ 'This address is in a private network, so we didn’t send anything.',
  late: /*i18n*/ 'No response within 15 seconds.',
}

/** Posts to addresses that outsiders entered. */
export function makeWebhookPost(requests: GuardedRequests): WebhookPost {
  return {
    async problemWith(url) {
      try {
        await requests.assertPublic(new URL(url))
        return undefined
      } catch (cause) {
        return cause instanceof PrivateAddress
          ? /*i18n*/ 'This address is in a private network.'
          : requestProblem(cause, SAYS)
      }
    },
    async send(url, headers, body, signal) {
      const began = performance.now()
      const deadline = AbortSignal.timeout(TIMEOUT_MS)
      const exchange = async () => {
        const response = await requests.open(new URL(url), {
          method: 'POST',
          headers,
          body,
          signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
        })
        const answer = await beginningOf(response)
        response.destroy()
        return { status: response.statusCode ?? null, problem: '', answer }
      }
      const answered = await exchange().catch((cause: unknown) => ({
        status: null,
        problem: requestProblem(cause, SAYS),
        answer: '',
      }))
      return { ...answered, durationMs: Math.round(performance.now() - began) }
    },
  }
}

/** As text, for people: without what no text holds. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= ANSWER_BYTES) break
    }
  } catch {
    // Cut off after its status: that is an answer all the same.
  }
  const text = Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString('utf8')
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '').replaceAll('\uFFFD', '')
}
