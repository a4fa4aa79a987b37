import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEMO_TERMINALS, type Sandbox, startSandbox } from '@laurel/sandbox'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { makeConvergeGateway } from './converge-gateway.ts'
import type { HostedPageRequest } from './payment-gateway.ts'

const [TERMINAL] = DEMO_TERMINALS
const ACCOUNT = { merchantId: TERMINAL!.merchantId, userId: TERMINAL!.userId, pin: TERMINAL!.pin }
const REQUEST: HostedPageRequest = {
  method: 'elavon_cc',
  transactionId: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
  amountCents: 19_500,
  orderId: 12,
  orderNumber: '10001',
  company: 'Halden & Söhne <Tools>',
  email: 'dana@halden.example',
  returnUrl: 'http://localhost:3000/order-confirmation',
  ip: '203.0.113.9',
}

let sandbox: Sandbox
const warnings: object[] = []
const log = { warn: (facts: object) => void warnings.push(facts) }
const gatewayAt = (origin: string) =>
  makeConvergeGateway(
    {
      tokenUrl: `${origin}/converge/hosted-payments/transaction_token`,
      pageUrl: `${origin}/converge/hosted-payments`,
      xmlUrl: `${origin}/converge/processxml.do`,
    },
    log,
  )

const impostors: Server[] = []

/** A provider that answers as it pleases. */
async function impostor(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  impostors.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})
afterAll(() => sandbox.close())
afterEach(() => {
  warnings.length = 0
  for (const server of impostors.splice(0)) server.close()
})

async function payOnThePage(token: string, fields: Record<string, string>) {
  await fetch(`${sandbox.origin}/converge/hosted-payments/pay`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ssl_txn_auth_token: token, ...fields }),
  })
}
const card = (number: string) => ({
  ssl_card_number: number,
  ssl_exp_date: `12/${String(new Date().getFullYear() + 2).slice(-2)}`,
  ssl_cvv2cvc2: '123',
})

test('a card payment on the hosted page is found by our own id, with only its last four digits', async () => {
  const gateway = gatewayAt(sandbox.origin)
  const token = await gateway.mintToken(ACCOUNT, REQUEST)
  expect(await gateway.findTransactions(ACCOUNT, REQUEST.transactionId)).toEqual([])

  await payOnThePage(token, card('4124939999999990'))

  expect(await gateway.findTransactions(ACCOUNT, REQUEST.transactionId)).toMatchObject([
    {
      transactionId: REQUEST.transactionId,
      amountCents: 19_500,
      result: '0',
      resultMessage: 'APPROVAL',
      transactionType: 'SALE',
      status: 'OPN',
      maskedAccount: 'VISA •••• 9990',
    },
  ])
})

test('a bank debit is found as a pending purchase', async () => {
  const gateway = gatewayAt(sandbox.origin)
  const request = {
    ...REQUEST,
    method: 'elavon_ach' as const,
    transactionId: 'ach00000000000000000000000000001',
  }
  const token = await gateway.mintToken(ACCOUNT, request)

  await payOnThePage(token, {
    ssl_aba_number: '490000018',
    ssl_bank_account_number: '1234567890',
    ssl_bank_account_type: '1',
    ssl_agree: '1',
  })

  expect(await gateway.findTransactions(ACCOUNT, request.transactionId)).toMatchObject([
    {
      transactionType: 'ECSPURCHASE',
      cardType: 'ELECTRONICCHECK',
      status: 'PEN',
      maskedAccount: '•••• 7890',
    },
  ])
})

test('wrong credentials get no answer, and the warning names neither user nor PIN', async () => {
  const gateway = gatewayAt(sandbox.origin)
  const wrong = { ...ACCOUNT, pin: 'S3CRETPIN' }

  await expect(gateway.mintToken(wrong, REQUEST)).rejects.toMatchObject({
    code: 'payment_provider_unreachable',
  })
  await expect(gateway.findTransactions(wrong, REQUEST.transactionId)).rejects.toMatchObject({
    code: 'payment_unknown',
  })

  expect(warnings).toHaveLength(2)
  expect(JSON.stringify(warnings)).not.toContain('S3CRETPIN')
  expect(JSON.stringify(warnings)).toContain('4025')
})

test.each<[what: string, answer: RequestListener]>([
  ['an HTML page', (_, reply) => reply.end('<html><body>An error has occurred</body></html>')],
  ['an error in words', (_, reply) => reply.end('error: not configured')],
  ['nothing', (_, reply) => reply.end('')],
  ['a token without end', (_, reply) => reply.end('A'.repeat(5_000))],
  ['a failure', (_, reply) => reply.writeHead(503).end('later')],
  ['a redirect', (_, reply) => reply.writeHead(307, { location: '/elsewhere' }).end()],
])('%s instead of a token is rejected', async (_what, answer) => {
  const origin = await impostor(answer)
  await expect(gatewayAt(origin).mintToken(ACCOUNT, REQUEST)).rejects.toMatchObject({
    code: 'payment_provider_unreachable',
  })
})

test.each([
  ['a document type', '<!DOCTYPE txn [<!ENTITY a "b">]><txn><ssl_txn_id>1</ssl_txn_id></txn>'],
  ['an error code', '<txn><errorCode>4025</errorCode><errorName>Invalid Credentials</errorName></txn>'],
  ['half a document', '<txnlist><ssl_txn_count>1</ssl_txn_count><txn>'],
  [
    'fewer than it counts',
    '<txnlist><ssl_txn_count>2</ssl_txn_count><txn><ssl_txn_id>1</ssl_txn_id></txn></txnlist>',
  ],
  ['nested fields', '<txn><ssl_txn_id><a>1</a></ssl_txn_id></txn>'],
  ['a page', '<html><body>Sorry</body></html>'],
  ['more than it may', `<txn><ssl_txn_id>${'1'.repeat(1_100_000)}</ssl_txn_id></txn>`],
])('a query answered by %s leaves the outcome unknown', async (_what, xml) => {
  const origin = await impostor((_, reply) => reply.end(xml))
  await expect(gatewayAt(origin).findTransactions(ACCOUNT, 'x1')).rejects.toMatchObject({
    code: 'payment_unknown',
  })
})

describe('the payment addresses', () => {
  const at = (base: string, xml = `${base}/VirtualMerchant/processxml.do`) => ({
    DEMO: '0',
    PAYMENT_TOKEN_URL: `${base}/hosted-payments/transaction_token`,
    PAYMENT_PAGE_URL: `${base}/hosted-payments`,
    PAYMENT_XML_URL: xml,
  })

  test.each([
    'https://api.convergepay.com',
    'https://www.convergepay.com',
    'https://api.demo.convergepay.com',
    'https://demo.convergepay.com',
    'http://127.0.0.1:3901/converge',
    'http://localhost:3001/converge',
  ])('%s is Converge, or a simulator on this machine', (base) => {
    expect(readConfig(at(base)).payment.urls?.pageUrl).toBe(`${base}/hosted-payments`)
  })

  test.each([
    'http://api.convergepay.com',
    'https://api.convergepay.com@evil.example',
    'https://user:word@api.convergepay.com',
    'https://api.convergepay.com.evil.example',
    'https://api.convergepay.com:8443',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://10.0.0.5',
  ])('%s isn’t, and stops the start', (base) => {
    for (const name of ['PAYMENT_TOKEN_URL', 'PAYMENT_PAGE_URL', 'PAYMENT_XML_URL'] as const) {
      const mixed = { ...at('https://api.convergepay.com'), [name]: at(base)[name] }
      expect(() => readConfig(mixed)).toThrow(`${name} is wrong: expects https://api.convergepay.com/…`)
    }
  })

  test('the demo takes no real money', () => {
    const live = at('https://api.convergepay.com')
    expect(() => readConfig({ ...live, DEMO: '1' })).toThrow('DEMO is wrong: the demo takes no real money')
  })

  test('all three are live, demo, or local together', () => {
    const live = at('https://api.convergepay.com')
    expect(() => readConfig({ ...live, PAYMENT_PAGE_URL: '' })).toThrow('PAYMENT_PAGE_URL is missing')
    expect(() => readConfig({ PAYMENT_XML_URL: live.PAYMENT_XML_URL })).toThrow(
      'PAYMENT_TOKEN_URL is missing',
    )
    for (const other of ['https://api.demo.convergepay.com', 'http://localhost:3001']) {
      const mixed = { ...live, PAYMENT_XML_URL: at(other).PAYMENT_XML_URL }
      expect(() => readConfig(mixed)).toThrow('PAYMENT_XML_URL is wrong: expects a live address')
    }
  })
})

describe('a test of the connection', () => {
  test('says that the account is accepted, and leaves nothing behind', async () => {
    expect(await gatewayAt(sandbox.origin).check(ACCOUNT)).toEqual({
      outcome: 'right',
      words: 'Converge accepts the merchant account.',
    })
  })

  test('says that Converge refused the credentials', async () => {
    const wrong = { ...ACCOUNT, pin: 'WRONG' }
    expect(await gatewayAt(sandbox.origin).check(wrong)).toEqual({
      outcome: 'refused',
      words: 'Converge refused the merchant ID, user ID, or PIN.',
    })
    expect(JSON.stringify(warnings)).not.toContain('WRONG')
  })

  test.each([
    ['5122', 'refused', /Ask Converge to allow both \(error 5122\)/],
    ['9999', 'refused', /Ask Converge about error 9999/],
    ['3000', 'silent', /didn’t answer/],
  ])('error %s is %s', async (code, outcome, words) => {
    const origin = await impostor((_, reply) => reply.end(`<txn><errorCode>${code}</errorCode></txn>`))
    expect(await gatewayAt(origin).check(ACCOUNT)).toEqual({ outcome, words: expect.stringMatching(words) })
  })

  test.each([
    ['an HTML page', '<html><body>Welcome</body></html>'],
    ['nothing', ''],
  ])('%s says nothing about the account', async (_, answer) => {
    const origin = await impostor((_, reply) => reply.end(answer))
    expect((await gatewayAt(origin).check(ACCOUNT)).outcome).toBe('silent')
  })
})
