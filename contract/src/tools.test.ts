import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const all: readonly Endpoint[] = Object.values(endpoints)
const tools = all.filter(({ tool }) => tool !== undefined)

/** Whose answers or effects an assistant never gets near: numbers, PINs, links, keys, and how people sign in. */
const SECRET =
  /\/(claims|api_keys|recovery_codes|linked_services|webhooks|approval_links|actual_user|unsubscribe|company_invitations|year_end|print_file|payments|top_ups|billing)\//

test('tools are calls of customers, each with its own name', () => {
  expect(tools.length).toBeGreaterThan(15)
  expect(tools.filter(({ access }) => access !== 'customer' && access !== 'catalog')).toEqual([])
  const names = tools.map(({ tool }) => tool!.name)
  expect(new Set(names).size).toBe(names.length)
})

test('a tool that reads changes nothing: it’s a GET, or a plan', () => {
  const reading = tools.filter(({ tool }) => tool!.effect === 'reads')
  expect(reading.filter(({ method }) => method !== 'GET').map(({ name }) => name)).toEqual(['planOrder'])
  const others = tools.filter(({ tool }) => tool!.effect !== 'reads')
  expect(others.filter(({ method }) => method === 'GET')).toEqual([])
})

test('no tool reveals a secret, or pays', () => {
  expect(tools.filter(({ path }) => SECRET.test(path)).map(({ name }) => name)).toEqual([])
  expect(all.filter(({ path }) => SECRET.test(path)).length).toBeGreaterThan(30)
})
