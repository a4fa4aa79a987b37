import { DEMO_TERMINALS, type Sandbox, type SandboxOptions, startSandbox } from '../main.ts'

export const NORTHWIND = DEMO_TERMINALS[0]!
export const RETURN_URL = 'http://localhost:3999/order-confirmation?from=bank'

/** A running sandbox with a merchant's and a customer's actions, and an adjustable clock. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  let nowMs = Date.parse('2026-03-14T15:00:00Z')
  const sandbox: Sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    now: () => new Date(nowMs),
    ...options,
  })

  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${sandbox.origin}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  const login = {
    ssl_merchant_id: NORTHWIND.merchantId,
    ssl_user_id: NORTHWIND.userId,
    ssl_pin: NORTHWIND.pin,
  }
  const requestToken = (fields: Record<string, string> = {}) =>
    post('/converge/hosted-payments/transaction_token', {
      ...login,
      ssl_transaction_type: 'ccsale',
      ssl_amount: '195.00',
      ssl_merchant_txn_id: 'attempt1',
      ssl_invoice_number: 'NW-1',
      cpi_order_id: '42',
      ssl_callback_url: RETURN_URL,
      ...fields,
    })

  const pay = (token: string, fields: Record<string, string> = {}) =>
    post('/converge/hosted-payments/pay', {
      ssl_txn_auth_token: token,
      ssl_card_number: '4124 9399 9999 9990',
      ssl_exp_date: '12/28',
      ssl_cvv2cvc2: '123',
      ...fields,
    })

  const xml = async (fields: Record<string, string>) => {
    const inner = Object.entries({ ...login, ...fields }).map(
      ([name, value]) => `<${name}>${value}</${name}>`,
    )
    return (await post('/converge/processxml.do', { xmldata: `<txn>${inner.join('')}</txn>` })).text()
  }

  return {
    ...sandbox,
    post,
    requestToken,
    pay,
    xml,
    passMs: (ms: number) => {
      nowMs += ms
    },
    mintToken: async (fields?: Record<string, string>) => (await requestToken(fields)).text(),
    openPage: (token: string) =>
      fetch(`${sandbox.origin}/converge/hosted-payments?ssl_txn_auth_token=${encodeURIComponent(token)}`),
    payNow: async (fields?: Record<string, string>, typed?: Record<string, string>) =>
      pay(await (await requestToken(fields)).text(), typed),
    queryAttempt: (id = 'attempt1') => xml({ ssl_transaction_type: 'txnquery', ssl_merchant_txn_id: id }),
    switchOn: (system: string, fault: Record<string, string | number>) =>
      fetch(`${sandbox.origin}/faults/${system}/`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      }),
  }
}

/** The text of one element of an XML answer. */
export function fieldOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}

/** The fields of a redirect. */
export function returnedFields(response: Response): Record<string, string> {
  return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)
}
