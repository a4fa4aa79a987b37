import { makeCustomer } from './customers.ts'
import { percentile } from './figures.ts'
import type { Stack } from './stack.ts'

/** One question each with many calls, one call, and none. */
const SENTENCES = [
  '200 people, $25, by email on Friday',
  'where’s my order?',
  'what are the fees?',
  'who are you?',
]
/** A person sends at most 30 messages a minute. */
const ROUNDS = 6
const CUSTOMERS = 4

/** How long an answer’s first word and its end take after a message is sent, one at a time. */
export async function benchGuide(stack: Stack) {
  const first: number[] = []
  const last: number[] = []
  for (let person = 0; person < CUSTOMERS; person += 1) {
    const { token } = await makeCustomer(stack)
    const call = (path: string, form?: Record<string, string>) =>
      fetch(`${stack.origin}/api/v1/conversations/${path}`, {
        headers: { authorization: `Bearer ${token}` },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
    const { id } = (await (await call('', {})).json()) as { id: number }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const text of SENTENCES) {
        const began = performance.now()
        const sent = await call(`${id}/messages/`, { text })
        if (!sent.ok) throw new Error(await sent.text())
        const { body } = await call(`${id}/stream/`)
        let heard = ''
        for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
          if (heard === '') first.push(performance.now() - began)
          heard += chunk
        }
        if (!heard.includes('"stop_reason":"done"')) throw new Error(`“${text}” wasn’t answered: ${heard}`)
        last.push(performance.now() - began)
      }
    }
  }
  return [
    { what: 'the first word, ms', p50: percentile(first, 0.5), p95: percentile(first, 0.95), goal: '≤ 50' },
    { what: 'the whole answer, ms', p50: percentile(last, 0.5), p95: percentile(last, 0.95), goal: '' },
  ]
}
