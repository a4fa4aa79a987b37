import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_TERMINALS } from '../main.ts'
import { fieldOf, openSandbox } from '../testing/sandbox-world.ts'
import { BANK_SETTLES_AFTER_MS, CARD_SETTLES_AFTER_MS } from './transactions.ts'
import { parseTxn } from './xml.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

const BANK = {
  ssl_aba_number: '490000018',
  ssl_bank_account_number: '1234567890',
  ssl_bank_account_type: '1',
  ssl_agree: '1',
}

async function paidTxnId(): Promise<string> {
  await sandbox.payNow()
  return fieldOf(await sandbox.queryAttempt(), 'ssl_txn_id') ?? ''
}
const byId = (id: string) => sandbox.xml({ ssl_transaction_type: 'txnquery', ssl_txn_id: id })
const give = (kind: string, id: string, amount = '') =>
  sandbox.xml({ ssl_transaction_type: kind, ssl_txn_id: id, ssl_amount: amount })

test('finds a payment by the merchant’s own id, as a list, with all its fields', async () => {
  await sandbox.payNow()
  const answer = await sandbox.queryAttempt()

  expect(answer).toContain('<txnlist><ssl_txn_count>1</ssl_txn_count><txn>')
  expect(fieldOf(answer, 'ssl_txn_id')).toMatch(/^140326AD3-[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/)
  const expected = {
    ssl_result: '0',
    ssl_result_message: 'APPROVAL',
    ssl_approval_code: expect.stringMatching(/^\d{6}$/),
    ssl_amount: '195.00',
    ssl_trans_status: 'OPN',
    ssl_card_number: '41**********9990',
    ssl_transaction_type: 'SALE',
    ssl_card_type: 'CREDITCARD',
    ssl_merchant_txn_id: 'attempt1',
    ssl_invoice_number: 'NW-1',
    cpi_order_id: '42',
    ssl_txn_time: '03/14/2026 11:00:00 AM',
    ssl_avs_response: 'M',
    ssl_cvv2_response: 'M',
  }
  const told = Object.fromEntries(Object.keys(expected).map((name) => [name, fieldOf(answer, name)]))
  expect(told).toEqual(expected)
})

test('finds a payment by the provider’s id, as one transaction', async () => {
  const id = await paidTxnId()
  const answer = await byId(id)
  expect(answer).not.toContain('txnlist')
  expect(fieldOf(answer, 'ssl_txn_id')).toBe(id)
})

test('finds payments by day in the terminal’s own zone', async () => {
  await sandbox.payNow()
  const between = (from: string, to: string) =>
    sandbox.xml({ ssl_transaction_type: 'txnquery', ssl_search_start_date: from, ssl_search_end_date: to })

  expect(fieldOf(await between('03/14/2026', '03/14/2026'), 'ssl_txn_count')).toBe('1')
  expect(fieldOf(await between('03/14/2026 11:00:01 AM', '03/14/2026 11:59:59 PM'), 'ssl_txn_count')).toBe(
    '0',
  )
  expect(fieldOf(await between('03/15/2026', '03/16/2026'), 'ssl_txn_count')).toBe('0')
  expect(fieldOf(await between('02/30/2026', '03/16/2026'), 'errorCode')).toBe('5099')
})

test('a merchant never sees the payments of another', async () => {
  const id = await paidTxnId()
  const acorn = { ssl_merchant_id: DEMO_TERMINALS[1]!.merchantId, ssl_transaction_type: 'txnquery' }

  expect(fieldOf(await sandbox.xml({ ...acorn, ssl_txn_id: id }), 'errorCode')).toBe('5040')
  expect(fieldOf(await sandbox.xml({ ...acorn, ssl_merchant_txn_id: 'attempt1' }), 'ssl_txn_count')).toBe('0')
})

test('characters with a meaning in XML survive both directions', async () => {
  await sandbox.payNow({ ssl_description: 'A & B <1>', ssl_merchant_txn_id: 'a1' })
  expect(fieldOf(await sandbox.queryAttempt('a1'), 'ssl_description')).toBe('A &amp; B &lt;1&gt;')

  const answer = await sandbox.xml({ ssl_transaction_type: 'txnquery', ssl_merchant_txn_id: '&#97;1' })
  expect(fieldOf(answer, 'ssl_txn_count')).toBe('1')
})

test.each<[what: string, fields: Record<string, string>, code: string]>([
  ['a wrong PIN', { ssl_pin: 'WRONG', ssl_transaction_type: 'txnquery' }, '4025'],
  ['no transaction type', {}, '4009'],
  ['a sale past the payment page', { ssl_transaction_type: 'ccsale' }, '4016'],
  ['a query for nothing', { ssl_transaction_type: 'txnquery' }, '4009'],
  ['an unknown id', { ssl_transaction_type: 'txnquery', ssl_txn_id: 'X' }, '5040'],
  [
    'an id together with a date',
    { ssl_transaction_type: 'txnquery', ssl_txn_id: 'X', ssl_search_start_date: '01/01/2026' },
    '5095',
  ],
])('%s is an error with status 200', async (_what, fields, code) => {
  expect(fieldOf(await sandbox.xml(fields), 'errorCode')).toBe(code)
})

test.each([
  '<!DOCTYPE txn [<!ENTITY a "b">]><txn><ssl_pin>&a;</ssl_pin></txn>',
  '<!doctype txn SYSTEM "file:///etc/passwd"><txn/>',
  '<txn><ssl_pin></txn>',
  '<txn><ssl_pin><deep>1</deep></ssl_pin></txn>',
  '<other/>',
  'not XML',
  '',
])('%s is rejected as malformed', async (xmldata) => {
  const response = await sandbox.post('/converge/processxml.do', { xmldata })
  expect(response.status).toBe(200)
  expect(fieldOf(await response.text(), 'errorCode')).toBe('6042')
})

test('refunds a payment in parts until nothing is left', async () => {
  const id = await paidTxnId()

  const first = await give('ccreturn', id, '100.00')
  expect(fieldOf(first, 'ssl_transaction_type')).toBe('RETURN')
  expect(fieldOf(first, 'ssl_txn_id')).not.toBe(id)
  expect(fieldOf(await give('ccreturn', id, '95.01'), 'errorCode')).toBe('5091')
  expect(fieldOf(await give('ccreturn', id, '95.00'), 'ssl_result')).toBe('0')
  expect(fieldOf(await give('ccreturn', id, '0.01'), 'errorCode')).toBe('5091')
})

test('a return without an amount refunds the whole payment, once', async () => {
  const id = await paidTxnId()
  expect(fieldOf(await give('ccreturn', id), 'ssl_amount')).toBe('195.00')
  expect(fieldOf(await give('ccreturn', id), 'errorCode')).toBe('5091')
})

test('a declined payment can’t be refunded', async () => {
  await sandbox.payNow({ ssl_amount: '1.05' })
  const id = fieldOf(await sandbox.queryAttempt(), 'ssl_txn_id') ?? ''
  expect(fieldOf(await give('ccreturn', id), 'errorCode')).toBe('5040')
})

test.each(['ccvoid', 'ccdelete'])('%s reverses a card payment before it settles, once', async (kind) => {
  const id = await paidTxnId()
  expect(fieldOf(await byId(id), 'ssl_is_voidable')).toBe('TRUE')

  expect(fieldOf(await give(kind, id), 'ssl_result')).toBe('0')
  expect(fieldOf(await byId(id), 'ssl_is_voidable')).toBe('FALSE')
  expect(fieldOf(await give(kind, id), 'errorCode')).toBe('5040')
  expect(fieldOf(await give('ccreturn', id), 'errorCode')).toBe('5040')
})

test('a settled card payment can only be refunded, not voided', async () => {
  const id = await paidTxnId()
  await fetch(`${sandbox.origin}/converge/settlements/`, { method: 'POST' })

  expect(fieldOf(await byId(id), 'ssl_trans_status')).toBe('STL')
  expect(fieldOf(await give('ccvoid', id), 'errorCode')).toBe('4018')
  expect(fieldOf(await give('ccreturn', id), 'ssl_result')).toBe('0')
})

test('payments settle automatically: cards after a day, bank debits after three', async () => {
  await sandbox.payNow()
  await sandbox.payNow({ ssl_transaction_type: 'ecspurchase', ssl_merchant_txn_id: 'bank1' }, BANK)
  const status = async (id: string) => fieldOf(await sandbox.queryAttempt(id), 'ssl_trans_status')

  sandbox.passMs(CARD_SETTLES_AFTER_MS)
  expect([await status('attempt1'), await status('bank1')]).toEqual(['STL', 'PEN'])
  sandbox.passMs(BANK_SETTLES_AFTER_MS - CARD_SETTLES_AFTER_MS)
  expect(await status('bank1')).toBe('STL')
})

test('a payment held for review is approved but neither open nor settled', async () => {
  await sandbox.payNow({}, { ssl_card_number: '4000000000009235' })
  sandbox.passMs(CARD_SETTLES_AFTER_MS)
  expect(fieldOf(await sandbox.queryAttempt(), 'ssl_trans_status')).toBe('REV')
})

test.each([
  [10 * 60_000, undefined],
  [10 * 60_000 + 1, '5041'],
])('a bank debit voided %i ms later answers %s', async (ms, code) => {
  await sandbox.payNow({ ssl_transaction_type: 'ecspurchase' }, BANK)
  const id = fieldOf(await sandbox.queryAttempt(), 'ssl_txn_id') ?? ''
  sandbox.passMs(ms)
  expect(fieldOf(await give('ecsvoid', id), 'errorCode')).toBe(code)
})

test('the records survive a restart, and a truncated line harms nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const file = join(dataDir, 'converge-transactions.jsonl')
  try {
    const before = await openSandbox({ dataDir })
    await before.payNow()
    await before.close()
    appendFileSync(file, '{"txnId":"cut o')

    const after = await openSandbox({ dataDir })
    await after.payNow({ ssl_merchant_txn_id: 'attempt2' })
    await after.close()

    const third = await openSandbox({ dataDir })
    expect(fieldOf(await third.queryAttempt('attempt1'), 'ssl_result')).toBe('0')
    expect(fieldOf(await third.queryAttempt('attempt2'), 'ssl_result')).toBe('0')
    await third.close()
    expect(readFileSync(file, 'utf8')).not.toContain('4124939999999990')
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test('decodes escaped characters in a request', () => {
  expect(parseTxn('<txn><name>A &amp; B&#39;s &lt;1&gt;</name><amount>007.10</amount></txn>')).toEqual({
    name: "A & B's <1>",
    amount: '007.10',
  })
})
