import { randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'

export { expect }

export type SiteName = 'northwind' | 'acorn'

export function originOf(site: SiteName): string {
  const port = process.env.SHOP_PORT
  return site === 'northwind' ? `http://localhost:${port}` : `http://acorn.localhost:${port}`
}

/** Node does not resolve `acorn.localhost`, so calls go to the loopback address and name the host. */
function hostHeaders(site: SiteName) {
  return { host: new URL(originOf(site)).host }
}
const loopback = (path: string) => `http://127.0.0.1:${process.env.SHOP_PORT}${path}`

// biome-ignore lint/suspicious/noExplicitAny: a journey reads answers freely and expects what it reads
type Json = any

export type Person = {
  site: SiteName
  email: string
  password: string
  idToken: string
  api(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    form?: Record<string, string>,
  ): Promise<Json>
}

export const PROFILE = {
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

/** The newest six-digit code that was mailed to an address. */
export async function codeSentTo(request: APIRequestContext, email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await request.get(
          `${process.env.SANDBOX_ORIGIN}/inbox/messages/?to=${encodeURIComponent(email)}`,
        )
        const [newest] = (await answer.json()) as Array<{ text: string }>
        code = newest?.text.match(/\b\d{6}\b/)?.[0]
        return code
      },
      { message: `a code mailed to ${email}`, timeout: 20_000 },
    )
    .toBeDefined()
  return code!
}

async function accounts(request: APIRequestContext, site: SiteName, operation: string, body: object) {
  const answer = await request.post(loopback('/identity/'), {
    headers: {
      ...hostHeaders(site),
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    data: JSON.stringify(body),
  })
  if (!answer.ok()) throw new Error(`${operation}: ${await answer.text()}`)
  return answer.json()
}

/** Makes a confirmed, registered customer without the screens: for journeys about something else. */
export async function makePerson(
  request: APIRequestContext,
  options: { site?: SiteName; registered?: boolean } = {},
): Promise<Person> {
  const { site = 'northwind', registered = true } = options
  const email = `p${randomUUID().slice(0, 8)}@customer.example`
  const password = `Quiet-harbor-${randomUUID().slice(0, 6)}`
  const siteData = await (
    await request.get(loopback('/api/v1/actual_rewards_site/'), { headers: hostHeaders(site) })
  ).json()
  const clientId = siteData.accounts.client_id
  const username = `${email}#${site}`
  await accounts(request, site, 'SignUp', {
    ClientId: clientId,
    Username: username,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'custom:rewards_site_id', Value: site },
    ],
  })
  const code = await codeSentTo(request, email)
  await accounts(request, site, 'ConfirmSignUp', {
    ClientId: clientId,
    Username: username,
    ConfirmationCode: code,
  })
  const { AuthenticationResult: tokens } = await accounts(request, site, 'InitiateAuth', {
    ClientId: clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: username, PASSWORD: password },
  })
  const person: Person = {
    site,
    email,
    password,
    idToken: tokens.IdToken,
    async api(method, path, form) {
      const answer = await request.fetch(loopback(path), {
        method,
        headers: { ...hostHeaders(site), authorization: `Bearer ${tokens.IdToken}` },
        ...(form && { form }),
      })
      const body = await answer.text()
      if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${body}`)
      return body === '' ? {} : JSON.parse(body)
    },
  }
  if (registered) await person.api('PUT', '/api/v1/actual_user/', PROFILE)
  sessions.set(person, { clientId, username, tokens })
  return person
}

type Tokens = { IdToken: string; AccessToken: string; RefreshToken: string }
const sessions = new WeakMap<Person, { clientId: string; username: string; tokens: Tokens }>()

/** Opens the shop already signed in: the session lies in the browser as after a sign-in. */
export async function openSignedIn(context: BrowserContext, person: Person, path: string): Promise<Page> {
  const { clientId, username, tokens } = sessions.get(person)!
  const page = await context.newPage()
  const prefix = `CognitoIdentityServiceProvider.${clientId}`
  const kept = {
    [`${prefix}.LastAuthUser`]: username,
    [`${prefix}.${username}.idToken`]: tokens.IdToken,
    [`${prefix}.${username}.accessToken`]: tokens.AccessToken,
    [`${prefix}.${username}.refreshToken`]: tokens.RefreshToken,
    [`${prefix}.${username}.clockDrift`]: '0',
  }
  await page.addInitScript((entries) => {
    if (sessionStorage.getItem('placed') !== null) return
    sessionStorage.setItem('placed', 'yes')
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, kept)
  await page.goto(`${originOf(person.site)}${path}`)
  return page
}

/** A test whose page may not break the content security policy, throw, or log an error unseen. */
export const test = base.extend<{ strict: undefined }>({
  strict: [
    async ({ context }, use) => {
      const broken: string[] = []
      context.on('weberror', (error) => broken.push(`thrown: ${error.error().message}`))
      context.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) broken.push(message.text())
      })
      await use(undefined)
      expect(broken).toEqual([])
    },
    { auto: true },
  ],
})
