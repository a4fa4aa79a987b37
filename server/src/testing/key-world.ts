import { approval, customerSteps } from './ordering-world.ts'
import type { Answer, SignedIn, World } from './world.ts'

export const KEYS = '/api/v1/company/api_keys/'
export const PLACE = '/api/v1/orders/place/'
export const QUOTE = '/api/v1/orders/quote/'

export const DESIGN = {
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: '',
  logo_file_key: null,
  logo_one_color: true,
}

export type Recipient = Record<string, string>

/** What programs of companies do in tests. They send JSON. */
export function keySteps(world: World) {
  const caller =
    (host: string, secret: string) =>
    async (method: string, url: string, body?: unknown): Promise<Answer> => {
      const headers = { host, authorization: `Bearer ${secret}` }
      const json = body === undefined ? {} : { payload: body as object }
      const answer = await world.app.inject({ method: method as 'GET', url, headers, ...json })
      const isJson = String(answer.headers['content-type']).includes('json')
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : answer.body,
        headers: answer.headers,
      }
    }

  return {
    caller,
    /** A key of the company that an admin acts for. */
    async key(admin: SignedIn, given: Record<string, unknown> = {}) {
      const scopes = ['orders.place', 'orders.read', 'cards.resend']
      const { status, body } = await admin.call('POST', KEYS, { name: 'HR system', scopes, ...given })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { ...body.key, secret: body.secret, call: caller(admin.host, body.secret) }
    },
    /** Money in the company's balance. */
    async topUp(admin: SignedIn, amountCents: number) {
      const { ok } = customerSteps(admin)
      const paying = { amount_cents: amountCents, method_code: 'elavon_cc' }
      const topUp = await ok('POST', '/api/v1/company/balance/top_ups/', paying)
      const minted = world.gateway.minted.at(-1)!
      world.gateway.transactions.set(minted.transactionId, [approval(minted)])
      await ok('POST', `/api/v1/company/balance/top_ups/${topUp.id}/verify/`)
    },
    /** An order of digital cards of $50 for these people, as a program asks for it. */
    async order(admin: SignedIn, recipients: readonly Recipient[], given: Record<string, unknown> = {}) {
      const { ok } = customerSteps(admin)
      const [[template], [option]] = await Promise.all([
        ok('GET', '/api/v1/reward_card_templates/'),
        ok('GET', '/api/v1/shipping_options/?reward_type=digital'),
      ])
      const item = {
        reward_type: 'digital',
        reward_card_template_id: template.id,
        design: DESIGN,
        denomination_cents: 5_000,
        recipients,
      }
      return {
        items: [item],
        deliveries: [{ reward_type: 'digital', shipping_option_id: option.id }],
        ...given,
      }
    },
  }
}

export const person = (nth: number): Recipient => ({
  first_name: 'Ana',
  last_name: `Ruiz ${nth}`,
  email: `ana${nth}@recipient.example`,
})
