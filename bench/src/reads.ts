import autocannon from 'autocannon'
import { makeCustomer } from './customers.ts'
import type { Stack } from './stack.ts'

/** Reads per second of one address, with 16 connections by default. */
export async function readsPerSecond(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
  connections = 16,
) {
  const result = await autocannon({ url, connections, duration: seconds, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} broken`)
  return { perSecond: result.requests.average, p95Ms: result.latency.p97_5 }
}

/** Cities, from the embedded list alone, and addresses, which also read the customer's books. */
export async function benchPlaces(stack: Stack, seconds: number) {
  const { token } = await makeCustomer(stack)
  const headers = { authorization: `Bearer ${token}` }
  return {
    cities: await readsPerSecond(`${stack.origin}/api/v1/cities/?q=day`, seconds),
    addresses: await readsPerSecond(`${stack.origin}/api/v1/places/suggestions/?q=fou`, seconds, headers),
  }
}

export async function benchCatalog(stack: Stack, seconds: number) {
  const { token } = await makeCustomer(stack)
  return readsPerSecond(`${stack.origin}/api/v1/reward_card_templates/`, seconds, {
    authorization: `Bearer ${token}`,
  })
}
