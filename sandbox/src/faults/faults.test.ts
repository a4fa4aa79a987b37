import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fieldOf, openSandbox, returnedFields } from '../sandbox-world.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

const list = async () => (await fetch(`${sandbox.origin}/faults/`)).json()

test('a fault happens as often as it was asked for, then no more', async () => {
  await sandbox.switchOn('converge', { fault: 'token_5xx', times: 2 })

  const statuses = []
  for (let at = 0; at < 3; at += 1) statuses.push((await sandbox.requestToken()).status)
  expect(statuses).toEqual([503, 503, 200])
  expect(await list()).toMatchObject({ active: [] })
})

test('a fault without a number stays until its system is cleared', async () => {
  await sandbox.switchOn('converge', { fault: 'token_html' })
  await sandbox.switchOn('smtp', { fault: 'refuse' })
  const failed = await sandbox.requestToken()
  expect([failed.status, await failed.text()]).toEqual([200, expect.stringMatching(/^<html>/)])
  await sandbox.requestToken()

  const cleared = await fetch(`${sandbox.origin}/faults/converge/`, { method: 'DELETE' })
  expect(cleared.status).toBe(204)
  expect(await list()).toMatchObject({ active: [{ system: 'smtp', fault: 'refuse' }] })
  expect(await (await sandbox.requestToken()).text()).not.toContain('<')
})

test.each<[system: string, body: Record<string, string | number>, status: number]>([
  ['nothing', { fault: 'refuse' }, 404],
  ['smtp', { fault: 'token_5xx' }, 422],
  ['converge', {}, 422],
  ['converge', { fault: 'token_5xx', times: 0 }, 422],
  ['converge', { fault: 'token_5xx', times: 1.5 }, 422],
  ['converge', { fault: 'query_timeout', ms: -1 }, 422],
])('a wish for %s of %j is refused with %i', async (system, body, status) => {
  expect((await sandbox.switchOn(system, body)).status).toBe(status)
})

test('query_5xx: the XML endpoint is away', async () => {
  await sandbox.switchOn('converge', { fault: 'query_5xx', times: 1 })
  expect(await sandbox.queryAttempt()).toBe('Service Unavailable')
})

test('query_timeout: the answer comes after the client gave up', async () => {
  await sandbox.switchOn('converge', { fault: 'query_timeout', ms: 60_000, times: 1 })
  const body = new URLSearchParams({ xmldata: '<txn/>' })
  const impatient = fetch(`${sandbox.origin}/converge/processxml.do`, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(150),
  })
  await expect(impatient).rejects.toThrow(/timeout/)
})

test('capture_then_timeout: the money is taken although the customer never returns', async () => {
  await sandbox.switchOn('converge', { fault: 'capture_then_timeout', times: 1 })
  expect((await sandbox.payNow()).status).toBe(504)
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_result')).toBe('0')
})

test('duplicate_return: the return address is called before the browser gets there', async () => {
  const calls: string[] = []
  const shop = createServer((request, response) => {
    calls.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(shop.listening).toBe(true))
  const returnUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/back`
  await sandbox.switchOn('converge', { fault: 'duplicate_return', times: 1 })

  const response = await sandbox.payNow({ ssl_callback_url: returnUrl })

  expect(calls).toHaveLength(1)
  expect(response.headers.get('location')).toContain(calls[0])
  shop.close()
})

test('wrong_amount: a query reports one dollar more, the books stay right', async () => {
  await sandbox.payNow()
  await sandbox.switchOn('converge', { fault: 'wrong_amount', times: 1 })
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_amount')).toBe('196.00')
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_amount')).toBe('195.00')
})

test('declined: a card that is otherwise good is turned down', async () => {
  await sandbox.switchOn('converge', { fault: 'declined', times: 1 })
  expect(returnedFields(await sandbox.payNow()).ssl_result_message).toBe('DECLINED')
})
