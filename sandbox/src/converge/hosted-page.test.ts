import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEMO_TERMINALS } from '../main.ts'
import { fieldOf, NORTHWIND, openSandbox, RETURN_URL, returnedFields } from '../testing/sandbox-world.ts'

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

describe('the token', () => {
  test('is bare text that needs percent-encoding in an address', async () => {
    const response = await sandbox.requestToken()

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const token = await response.text()
    expect(token).toMatch(/^[A-Za-z0-9+/]+=+$/)
    expect(token).toContain('+')
    expect(token).toContain('/')
  })

  test.each<[what: string, fields: Record<string, string>, code: string]>([
    ['a wrong PIN', { ssl_pin: `${NORTHWIND.pin}1` }, '4025'],
    ['a PIN in small letters', { ssl_pin: NORTHWIND.pin.toLowerCase() }, '4025'],
    ['a wrong user', { ssl_user_id: 'somebody' }, '4025'],
    ['an unknown merchant', { ssl_merchant_id: '999999' }, '4025'],
    ['no transaction type', { ssl_transaction_type: '' }, '4009'],
    ['a transaction type the page cannot do', { ssl_transaction_type: 'cccredit' }, '4016'],
    ['no amount', { ssl_amount: '' }, '4009'],
    ['an amount without cents', { ssl_amount: '195' }, '5002'],
    ['an amount of zero', { ssl_amount: '0.00' }, '5002'],
    ['a negative amount', { ssl_amount: '-1.00' }, '5002'],
    ['an amount with a comma', { ssl_amount: '1,000.00' }, '5002'],
    ['an invoice number of 26 characters', { ssl_invoice_number: 'x'.repeat(26) }, '5019'],
    ['a merchant transaction id of 40 characters', { ssl_merchant_txn_id: 'x'.repeat(40) }, '5019'],
    ['a merchant transaction id with a dash', { ssl_merchant_txn_id: 'a-1' }, '5020'],
    ['an order id that is no number or word', { cpi_order_id: '<42>' }, '5020'],
    ['a line break in the invoice number', { ssl_invoice_number: 'a\nb' }, '5020'],
  ])('is rejected for %s', async (_what, fields, code) => {
    const response = await sandbox.requestToken(fields)

    expect(response.status).toBe(400)
    const body = await response.text()
    expect(body).toMatch(/^</)
    expect(fieldOf(body, 'errorCode')).toBe(code)
  })

  test('is issued for an invoice number of 25 characters and a merchant transaction id of 39', async () => {
    const fields = { ssl_invoice_number: 'x'.repeat(25), ssl_merchant_txn_id: 'x'.repeat(39) }
    expect((await sandbox.requestToken(fields)).status).toBe(200)
  })
})

describe('the payment page', () => {
  test('shows amount, invoice, and merchant, and says that no money moves', async () => {
    const page = await sandbox.openPage(await sandbox.mintToken())

    const text = await page.text()
    for (const part of ['$195.00', 'NW-1', NORTHWIND.name, 'No money moves']) expect(text).toContain(part)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3999")
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('opens by POST too, also at the address with a slash', async () => {
    const token = await sandbox.mintToken()
    const page = await sandbox.post('/converge/hosted-payments/', { ssl_txn_auth_token: token })
    expect(page.status).toBe(200)
  })

  test('writes a merchant’s values as text, never as markup', async () => {
    const page = await sandbox.openPage(await sandbox.mintToken({ ssl_description: '<img src=x onerror=a>' }))
    expect(await page.text()).toContain('&lt;img src=x onerror=a&gt;')
  })

  test('rejects an invented token', async () => {
    expect((await sandbox.openPage('invented+/=')).status).toBe(404)
  })

  test('stays open for 15 minutes and then says that it expired', async () => {
    const token = await sandbox.mintToken()
    sandbox.passMs(15 * 60_000 - 1)
    expect((await sandbox.openPage(token)).status).toBe(200)

    sandbox.passMs(1)
    const page = await sandbox.openPage(token)
    expect(page.status).toBe(410)
    expect(await page.text()).toContain('expired')
    expect((await sandbox.pay(token)).status).toBe(410)
    expect(fieldOf(await sandbox.queryAttempt(), 'ssl_txn_count')).toBe('0')
  })

  test.each<[typed: Record<string, string>, message: string]>([
    [{ ssl_card_number: '' }, 'Enter a card number.'],
    [{ ssl_card_number: '4124939999999991' }, 'Check the digits.'],
    [{ ssl_card_number: '4124' }, '13 to 19 digits'],
    [{ ssl_exp_date: '02/26' }, 'has expired'],
    [{ ssl_exp_date: '13/28' }, 'Enter a month from 01 to 12.'],
    [{ ssl_exp_date: 'soon' }, 'MM/YY'],
    [{ ssl_cvv2cvc2: '12' }, '3-digit'],
    [{ ssl_card_number: '378282246310005', ssl_cvv2cvc2: '123' }, '4-digit'],
  ])('asks to correct %j and charges nothing', async (typed, message) => {
    const page = await sandbox.payNow({}, typed)

    expect(page.status).toBe(422)
    expect(await page.text()).toContain(message)
    expect(fieldOf(await sandbox.queryAttempt(), 'ssl_txn_count')).toBe('0')
  })

  test.each<[typed: Record<string, string>, message: string]>([
    [{ ...BANK, ssl_aba_number: '490000019' }, 'nine-digit'],
    [{ ...BANK, ssl_bank_account_number: '12' }, '4 to 16 digits'],
    [{ ...BANK, ssl_bank_account_type: '7' }, 'personal or business'],
    [{ ...BANK, ssl_agree: '' }, 'Select the checkbox'],
  ])('asks to correct the bank form with %j', async (typed, message) => {
    const page = await sandbox.payNow({ ssl_transaction_type: 'ecspurchase' }, typed)
    expect(page.status).toBe(422)
    expect(await page.text()).toContain(message)
  })
})

describe('paying', () => {
  test('by card returns the customer with the five fields that the terminal forwards', async () => {
    const response = await sandbox.payNow()

    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toContain(RETURN_URL)
    expect(returnedFields(response)).toEqual({
      from: 'bank',
      cpi_order_id: '42',
      ssl_token_response: '',
      ssl_result_message: 'APPROVAL',
      ssl_card_number: '41**********9990',
      ssl_bank_account_number: '',
    })
  })

  test('by bank account is a pending purchase', async () => {
    const response = await sandbox.payNow({ ssl_transaction_type: 'ECSPURCHASE' }, BANK)

    expect(returnedFields(response)).toMatchObject({
      ssl_card_number: '',
      ssl_bank_account_number: '******7890',
    })
    const answer = await sandbox.queryAttempt()
    expect(fieldOf(answer, 'ssl_transaction_type')).toBe('ECSPURCHASE')
    expect(fieldOf(answer, 'ssl_card_type')).toBe('ELECTRONICCHECK')
    expect(fieldOf(answer, 'ssl_trans_status')).toBe('PEN')
  })

  test('works once per token, however quickly two clicks follow each other', async () => {
    const token = await sandbox.mintToken()
    const statuses = (await Promise.all([sandbox.pay(token), sandbox.pay(token)])).map(({ status }) => status)

    expect(statuses.sort()).toEqual([303, 410])
    expect((await sandbox.openPage(token)).status).toBe(410)
    expect(fieldOf(await sandbox.queryAttempt(), 'ssl_txn_count')).toBe('1')
  })

  test.each<[why: string, fields: Record<string, string>, typed: Record<string, string>, message: string]>([
    ['the declining card', {}, { ssl_card_number: '4000000000000002' }, 'DECLINED'],
    ['a wrong security code', {}, { ssl_card_number: '4000000000000127' }, 'DECLINED CVV2'],
    ['an amount that ends in .05', { ssl_amount: '195.05' }, {}, 'DECLINED'],
    [
      'the declining account',
      { ssl_transaction_type: 'ecspurchase' },
      { ...BANK, ssl_bank_account_number: '1000000002' },
      'DECLINED',
    ],
  ])('is declined for %s', async (_why, fields, typed, message) => {
    const response = await sandbox.payNow(fields, typed)

    expect(returnedFields(response).ssl_result_message).toBe(message)
    const answer = await sandbox.queryAttempt()
    expect(fieldOf(answer, 'ssl_result')).toBe('1')
    expect(fieldOf(answer, 'ssl_approval_code')).toBe('')
  })

  test('that is canceled returns the customer with the order id only, and the token still opens', async () => {
    const token = await sandbox.mintToken()
    const response = await sandbox.post('/converge/hosted-payments/cancel', { ssl_txn_auth_token: token })

    expect(returnedFields(response)).toEqual({ from: 'bank', cpi_order_id: '42' })
    expect((await sandbox.openPage(token)).status).toBe(200)
  })

  test.each([
    'https://evil.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1@evil.example/',
    'javascript:alert(1)',
    'http://user:word@localhost/',
  ])('never returns to %s', async (address) => {
    const response = await sandbox.payNow({ ssl_callback_url: address })
    expect(response.headers.get('location')).toContain(NORTHWIND.returnUrl)
  })
})

describe('a custom terminal', () => {
  test('that forbids return addresses uses only its own', async () => {
    const strict = await openSandbox({ terminals: [{ ...NORTHWIND, allowCallbackUrl: false }] })
    const response = await strict.payNow()
    expect(response.headers.get('location')).toContain(NORTHWIND.returnUrl)
    await strict.close()
  })

  test('that returns by POST gives the browser a form with the fields', async () => {
    const posting = await openSandbox({ terminals: [{ ...NORTHWIND, returnMethod: 'POST' }] })
    const page = await posting.payNow()
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain(`action="${RETURN_URL}"`)
    expect(text).toContain('name="ssl_card_number" value="41**********9990"')
    await posting.close()
  })

  test('notifies the merchant by Export Script in ISO-8859-1 before the customer is back', async () => {
    const calls: { authorization?: string; body: string }[] = []
    const merchant = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        calls.push({ authorization: request.headers.authorization, body })
        response.end('not what was agreed')
      })
    }).listen(0, '127.0.0.1')
    await vi.waitFor(() => expect(merchant.listening).toBe(true))
    const url = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/export`
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const exporting = await openSandbox({
      terminals: [{ ...NORTHWIND, exportScript: { url, user: 'u', password: 'p', confirmation: 'ok' } }],
    })

    await exporting.payNow({ ssl_description: 'Café & 1 €' })

    expect(calls).toHaveLength(1)
    expect(calls[0]?.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`)
    expect(calls[0]?.body).toContain('ssl_description=Caf%E9+%26+1+%3F')
    expect(calls[0]?.body).toContain('cpi_order_id=42')
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('was not confirmed'))
    warn.mockRestore()
    await exporting.close()
    merchant.close()
  })
})

test('both demo terminals have a PIN of 64 letters and digits', () => {
  for (const { pin } of DEMO_TERMINALS) expect(pin).toMatch(/^[A-Z0-9]{64}$/i)
})
