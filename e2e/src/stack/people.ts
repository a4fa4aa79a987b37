import { randomUUID } from 'node:crypto'
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { codeSentTo } from './inbox.ts'
import { hostHeaders, loopback, originOf, type SiteName } from './shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a journey reads answers freely and expects what it reads
type Json = any

export type NewAccount = {
  site: SiteName
  clientId: string
  email: string
  username: string
  password: string
}

export type Person = NewAccount & {
  tokens: { IdToken: string; AccessToken: string; RefreshToken: string }
  /** Calls the shop as this person. @throws on every unsuccessful answer */
  api(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    form?: Record<string, string>,
  ): Promise<Json>
}

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

/** Signs a person up; their confirmation code is on its way. */
export async function signUp(
  request: APIRequestContext,
  { site = 'northwind', email }: { site?: SiteName; email?: string } = {},
): Promise<NewAccount> {
  const address = email ?? `p${randomUUID().slice(0, 8)}@customer.example`
  const siteData = await request.get(loopback('/api/v1/actual_rewards_site/'), { headers: hostHeaders(site) })
  const account = {
    site,
    clientId: (await siteData.json()).accounts.client_id,
    email: address,
    username: `${address}#${site}`,
    password: `Quiet-harbor-${randomUUID().slice(0, 6)}`,
  }
  await accounts(request, site, 'SignUp', {
    ClientId: account.clientId,
    Username: account.username,
    Password: account.password,
    UserAttributes: [
      { Name: 'email', Value: address },
      { Name: 'custom:rewards_site_id', Value: site },
    ],
  })
  return account
}

/** Asks for a code to set a new password. */
export function forgetPassword(request: APIRequestContext, { site, clientId, username }: NewAccount) {
  return accounts(request, site, 'ForgotPassword', { ClientId: clientId, Username: username })
}

/** Creates a confirmed, registered customer without the screens, for journeys about something else. */
export async function makePerson(
  request: APIRequestContext,
  { site = 'northwind', registered = true, email, profile }: MakePersonOptions = {},
): Promise<Person> {
  const account = await signUp(request, { site, ...(email && { email }) })
  const { clientId: ClientId, username: Username } = account
  const ConfirmationCode = await codeSentTo(request, account.email)
  await accounts(request, site, 'ConfirmSignUp', { ClientId, Username, ConfirmationCode })
  const person = await signInPerson(request, account)
  if (registered) await person.api('PUT', '/api/v1/actual_user/', { ...PROFILE, ...profile })
  return person
}

/** Signs in to an existing account without the screens. */
export async function signInPerson(request: APIRequestContext, account: NewAccount): Promise<Person> {
  const { site, clientId: ClientId, username } = account
  const { AuthenticationResult: tokens } = await accounts(request, site, 'InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: username, PASSWORD: account.password },
  })
  return {
    ...account,
    tokens,
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
}

type MakePersonOptions = {
  site?: SiteName
  registered?: boolean
  email?: string
  profile?: Partial<typeof PROFILE>
}

/**
 * Opens the shop already signed in, with the session in the browser's storage.
 *
 * @param company the one the person has switched to; by default, the one they joined first
 */
export async function openSignedIn(
  context: BrowserContext,
  person: Person,
  path: string,
  company?: { id: number; name: string },
): Promise<Page> {
  const { clientId, username, tokens } = person
  const page = await context.newPage()
  const prefix = `CognitoIdentityServiceProvider.${clientId}`
  const kept = {
    [`${prefix}.LastAuthUser`]: username,
    [`${prefix}.${username}.idToken`]: tokens.IdToken,
    [`${prefix}.${username}.accessToken`]: tokens.AccessToken,
    [`${prefix}.${username}.refreshToken`]: tokens.RefreshToken,
    [`${prefix}.${username}.clockDrift`]: '0',
    ...(company && { 'company-storage': JSON.stringify({ account: subjectOf(tokens.IdToken), ...company }) }),
  }
  const origin = originOf(person.site)
  await page.addInitScript(
    ([entries, ours]) => {
      // The payment page has another origin and gets nothing; after signing out, the person stays signed out.
      if (location.origin !== ours || sessionStorage.getItem('placed') !== null) return
      sessionStorage.setItem('placed', 'yes')
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    },
    [kept, origin] as const,
  )
  await page.goto(`${origin}${path}`)
  return page
}

function subjectOf(token: string): string {
  const [, payload = ''] = token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub
}
