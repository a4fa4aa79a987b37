import { createHash, randomUUID } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { PoolSocial, SocialClient } from '../social/social-client.ts'
import { openLocalProviders } from './local-providers.ts'
import { type Return, visitProvider } from './visit-provider.ts'
import { NORTHWIND, openWorld } from './world.ts'

export const APP = 'https://shop.test/'
export const VERIFIER = 'a-verifier-that-is-long-enough-for-everybody-here'
const RETURN = `${APP}identity/oauth2/idpresponse`

const WIRE_NAMES = {
  Google: 'Google',
  Apple: 'SignInWithApple',
  Amazon: 'LoginWithAmazon',
  Facebook: 'Facebook',
} as const
export type ProviderName = keyof typeof WIRE_NAMES

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The accounts service with four sign-in services, and a browser whose requests can be forged. */
export async function openSocialWorld() {
  const providers = await openLocalProviders([RETURN])
  // This process also trusts the services' certificate; verification stays on.
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, providers.certificate])
  const settings: { [poolId: string]: PoolSocial } = {
    [NORTHWIND.poolId]: { clients: providers.clients, addresses: [APP] },
  }
  const world = await openWorld({}, async (poolId) => settings[poolId])
  const { person } = providers

  const get = (path: string, cookie = '') =>
    world.app.inject({ method: 'GET', url: path, headers: { cookie } })

  /** Starts a sign-in at a service. @param changes replace parameters of a real app */
  const authorize = (provider: ProviderName, changes: Record<string, string | undefined> = {}) => {
    const asked = {
      client_id: NORTHWIND.clientId,
      redirect_uri: APP,
      response_type: 'code',
      identity_provider: WIRE_NAMES[provider],
      scope: 'openid email profile aws.cognito.signin.user.admin',
      state: 'the-app-s-state',
      code_challenge: challengeOf(VERIFIER),
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return get(`/identity/oauth2/authorize?${new URLSearchParams(given)}`)
  }

  /** Starts a sign-in. @returns where it leads, and the browser's cookie */
  const leave = async (provider: ProviderName) => {
    const answer = await authorize(provider)
    const setCookie = String(answer.headers['set-cookie'])
    return { to: String(answer.headers.location), setCookie, cookie: setCookie.split(';')[0]! }
  }

  /** Returns from a service with its answer. */
  const comeBack = ({ method, path, body }: Return, cookie: string) =>
    world.app.inject({
      method,
      url: path,
      headers: { cookie, ...(body && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(body && { payload: body }),
    })

  /** A whole sign-in. @returns the parameters that the app receives */
  const signInAt = async (provider: ProviderName, choice: 'Continue' | 'Cancel' = 'Continue') => {
    const { to, cookie } = await leave(provider)
    const answer = await comeBack(await visitProvider(to, choice), cookie)
    return readBack(answer.headers.location)
  }

  const trade = async (changes: Record<string, string>) => {
    const form = {
      grant_type: 'authorization_code',
      client_id: NORTHWIND.clientId,
      redirect_uri: APP,
      code_verifier: VERIFIER,
      ...changes,
    }
    const answer = await world.app.inject({
      method: 'POST',
      url: '/identity/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }

  return {
    ...world,
    providers,
    settings,
    get,
    authorize,
    leave,
    comeBack,
    signInAt,
    trade,
    /** Replaces the person signed in at every service. */
    newPerson(changes: Partial<typeof person> = {}) {
      const subject = randomUUID()
      Object.assign(person, {
        subject,
        email: `${subject.slice(0, 8)}@example.com`,
        emailVerified: true,
        ...changes,
      })
      return { email: person.email!, username: `${person.email}#${NORTHWIND.siteId}` }
    },
    /** Signs in and trades the code for tokens. */
    async enter(provider: ProviderName) {
      const { code } = await signInAt(provider)
      return trade({ code: code! })
    },
    changeClient(provider: ProviderName, changes: Partial<SocialClient>) {
      const clients = providers.clients.map((client) =>
        client.provider === provider ? ({ ...client, ...changes } as SocialClient) : client,
      )
      settings[NORTHWIND.poolId] = { clients, addresses: [APP] }
      return () => {
        settings[NORTHWIND.poolId] = { clients: providers.clients, addresses: [APP] }
      }
    },
    close: async () => {
      await world.close()
      await providers.close()
      // Another file in this process has a certificate of the same name.
      setDefaultCACertificates(trusted)
    },
  }
}

export type SocialWorld = Awaited<ReturnType<typeof openSocialWorld>>

/** The parameters of a redirect to the app. */
export function readBack(location: unknown) {
  const url = new URL(String(location))
  return { at: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) } as {
    at: string
    code?: string
    state?: string
    error?: string
    error_description?: string
  }
}
