import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fieldOf, NORTHWIND, openSandbox, returnedFields } from '../testing/sandbox-world.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

const list = async () => (await fetch(`${sandbox.origin}/faults/`)).json()

test('a fault happens as often as requested, then no more', async () => {
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
])('a request for %s of %j is rejected with %i', async (system, body, status) => {
  expect((await sandbox.switchOn(system, body)).status).toBe(status)
})

test('query_5xx: the XML endpoint is unavailable', async () => {
  await sandbox.switchOn('converge', { fault: 'query_5xx', times: 1 })
  expect(await sandbox.queryAttempt()).toBe('Service Unavailable')
})

test('query_timeout: the answer comes after the client’s timeout', async () => {
  await sandbox.switchOn('converge', { fault: 'query_timeout', ms: 60_000, times: 1 })
  const body = new URLSearchParams({ xmldata: '<txn/>' })
  const impatient = fetch(`${sandbox.origin}/converge/processxml.do`, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(150),
  })
  await expect(impatient).rejects.toThrow(/timeout/)
})

test('capture_then_timeout: the payment is charged although the customer never returns', async () => {
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

test('wrong_amount: a query reports one dollar more, and the records stay right', async () => {
  await sandbox.payNow()
  await sandbox.switchOn('converge', { fault: 'wrong_amount', times: 1 })
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_amount')).toBe('196.00')
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_amount')).toBe('195.00')
})

const MONEY_BACK = { ssl_transaction_type: 'ccvoid' }
const paidTxnId = async () => {
  await sandbox.payNow()
  return fieldOf(await sandbox.queryAttempt(), 'ssl_txn_id')!
}

test('query_html: an error page replaces the answer and looks like success', async () => {
  await sandbox.switchOn('converge', { fault: 'query_html', times: 1 })
  expect(await sandbox.queryAttempt()).toMatch(/^<html>/)
  expect(await sandbox.queryAttempt()).toContain('<txnlist>')
})

test('slow_drip: the answer arrives byte by byte, longer than a client waits', async () => {
  await sandbox.payNow()
  await sandbox.switchOn('converge', { fault: 'slow_drip', ms: 0, times: 1 })
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_amount')).toBe('195.00')

  await sandbox.switchOn('converge', { fault: 'slow_drip', ms: 20, times: 1 })
  const answer = await fetch(`${sandbox.origin}/converge/processxml.do`, {
    method: 'POST',
    body: new URLSearchParams({ xmldata: '<txn/>' }),
    signal: AbortSignal.timeout(200),
  })
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow(/timeout/)
})

test('reversal_5xx: nothing is refunded, and queries still work', async () => {
  const ssl_txn_id = await paidTxnId()
  await sandbox.switchOn('converge', { fault: 'reversal_5xx', times: 1 })
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_result')).toBe('0')
  expect(await sandbox.xml({ ...MONEY_BACK, ssl_txn_id })).toBe('Service Unavailable')
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_is_voidable')).toBe('TRUE')
})

test('reversal_then_timeout: the payment is refunded although the answer is lost', async () => {
  const ssl_txn_id = await paidTxnId()
  await sandbox.switchOn('converge', { fault: 'reversal_then_timeout', ms: 60_000, times: 1 })
  void sandbox.xml({ ...MONEY_BACK, ssl_txn_id, ssl_merchant_txn_id: 'back1' }).catch(() => undefined)
  await vi.waitFor(async () =>
    expect(fieldOf(await sandbox.queryAttempt('back1'), 'ssl_transaction_type')).toBe('VOID'),
  )
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_is_voidable')).toBe('FALSE')
})

test('return_html: the payment is charged, and the customer sees an error instead of the way back', async () => {
  await sandbox.switchOn('converge', { fault: 'return_html', times: 1 })
  const answer = await sandbox.payNow()
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^<html>/)])
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_result')).toBe('0')
})

test.each([
  ['token_expired', 'This payment page has expired'],
  ['token_used', 'This payment is done'],
])('%s: a payable page says “%s”', async (fault, title) => {
  const token = await sandbox.mintToken()
  await sandbox.switchOn('converge', { fault, times: 1 })
  const told = await sandbox.openPage(token)
  expect([told.status, await told.text()]).toEqual([410, expect.stringContaining(title)])
  expect((await sandbox.openPage(token)).status).toBe(200)
})

test('late_export: the customer is back before the server hears of the payment', async () => {
  const heard: string[] = []
  const shop = createServer((_request, response) => {
    heard.push('export')
    response.end()
  }).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(shop.listening).toBe(true))
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/report`
  const other = await openSandbox({ terminals: [{ ...NORTHWIND, exportScript: { url } }] })
  await other.switchOn('converge', { fault: 'late_export', ms: 100, times: 1 })

  expect((await other.payNow()).status).toBe(303)
  heard.push('back')
  await vi.waitFor(() => expect(heard).toEqual(['back', 'export']))
  await other.payNow()
  expect(heard).toEqual(['back', 'export', 'export'])
  await other.close()
  shop.close()
})

test('declined: a valid card is declined', async () => {
  await sandbox.switchOn('converge', { fault: 'declined', times: 1 })
  expect(returnedFields(await sandbox.payNow()).ssl_result_message).toBe('DECLINED')
})

test('its page switches a fault on for once and clears it, but not from another site’s page', async () => {
  const press = (fields: Record<string, string>, from = 'same-origin') =>
    fetch(`${sandbox.origin}/faults/`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'sec-fetch-site': from },
      redirect: 'manual',
    })
  const fault = { system: 'smtp', fault: 'down' }
  expect((await press({ ...fault, how: 'once' }, 'cross-site')).status).toBe(403)
  expect((await press({ ...fault, how: 'once' })).headers.get('location')).toBe('/faults/')
  expect(await list()).toMatchObject({ active: [{ ...fault, times: 1 }] })
  await press({ ...fault, how: 'clear' })
  expect(await list()).toMatchObject({ active: [] })
})
