import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Stack } from './stack.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read freely; a wrong one stops the run
export type Json = any
export type Call = (
  method: string,
  path: string,
  form?: Record<string, string>,
  json?: object,
) => Promise<Json>

/** A customer's sign-in. */
export type Account = { ClientId: string; Username: string; Password: string }

const PROFILE = {
  first_name: 'Dana',
  last_name: 'Whitlock',
  legal_business_name: 'Halden Tools',
  business_address1: '90 Foundry Road',
  business_city: 'Dayton',
  business_state: 'OH',
  business_zip: '45402',
  tax_number: '12-3456789',
  heard_about: 'A colleague',
  referral_source: 'None',
  purpose_of_order: 'Thank-you cards',
}

/** The design of every card that these customers order. */
export const DESIGN = {
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you',
  line2: '',
  logo_file_key: null,
  logo_one_color: false,
}

async function accounts(stack: Pick<Stack, 'origin'>, operation: string, body: object): Promise<Json> {
  const answer = await fetch(`${stack.origin}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`)
  return answer.json()
}

async function codeSentTo(stack: Stack, email: string): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await fetch(`${stack.sandboxOrigin}/inbox/messages/?to=${encodeURIComponent(email)}`)
    const [newest] = (await answer.json()) as Array<{ text: string }>
    const code = newest?.text.match(/\b\d{6}\b/)?.[0]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was mailed to ${email}`)
}

/**
 * Calls over one kept-alive connection. Not by fetch, which alone takes as long as the server: CPU time of the
 * load generator would lower the figures.
 */
export function callAs(stack: Stack, authorization: string): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (method, path, form, json) =>
    new Promise((resolve, reject) => {
      const body = json ? JSON.stringify(json) : form && new URLSearchParams(form).toString()
      const headers = {
        authorization,
        ...(body && {
          'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        }),
      }
      const asked = request(stack.origin + path, { method, agent, headers }, async (answer) => {
        let text = ''
        for await (const part of answer.setEncoding('utf8')) text += part
        const isOk = answer.statusCode !== undefined && answer.statusCode < 300
        if (!isOk) reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
        else resolve(text === '' ? {} : JSON.parse(text))
      })
      asked.on('error', reject).end(body)
    })
}

/** @returns a new token, since the last one expires */
export async function signInAgain(
  stack: Pick<Stack, 'origin'>,
  { ClientId, Username, Password }: Account,
): Promise<string> {
  const { AuthenticationResult } = await accounts(stack, 'InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: Username, PASSWORD: Password },
  })
  return AuthenticationResult.IdToken
}

/** A registered customer with an address, created with the same calls as the site's. */
export async function makeCustomer(stack: Stack): Promise<{ call: Call; token: string; account: Account }> {
  const email = `${randomUUID()}@customer.example`
  const site: Json = await (await fetch(`${stack.origin}/api/v1/actual_rewards_site/`)).json()
  const ClientId = site.accounts.client_id
  const Username = `${email}#northwind`
  const Password = `Long-enough-${randomUUID()}`
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'custom:rewards_site_id', Value: 'northwind' },
  ]
  await accounts(stack, 'SignUp', { ClientId, Username, Password, UserAttributes })
  await accounts(stack, 'ConfirmSignUp', {
    ClientId,
    Username,
    ConfirmationCode: await codeSentTo(stack, email),
  })
  const token = await signInAgain(stack, { ClientId, Username, Password })
  const call = callAs(stack, `Bearer ${token}`)
  await call('PUT', '/api/v1/actual_user/', PROFILE)
  await call('POST', '/api/v1/registered_addresses/', {
    name: 'Dana Whitlock',
    address1: '90 Foundry Road',
    city: 'Dayton',
    state: 'OH',
    zip: '45402',
  })
  return { call, token, account: { ClientId, Username, Password } }
}
