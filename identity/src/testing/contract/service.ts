import { CognitoIdentityClient } from '@aws-sdk/client-cognito-identity'
import {
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
} from '@aws-sdk/client-cognito-identity-provider'
import type { PoolSettings } from '../../mount.ts'

/** The service that is held against the contract: Amazon's, or this one. */
export type Service = {
  name: string
  userPoolId: string
  clientId: string
  /** Without one the guests' part is passed over. */
  identityPoolId: string | undefined
  siteId: string
  users: CognitoIdentityProviderClient
  identities: CognitoIdentityClient
  /** Where the keys are that its tokens are signed with. */
  jwks: URL
  now(): Date
  /** Until an authenticator app shows its next code. */
  waitForNextCode(): Promise<void>
  close(): Promise<void>
}

const CODE_LIFE_MS = 30_000

type Settings = Record<string, string | undefined>

/**
 * The user pool the settings name. Staff's requests are signed with the AWS credentials of the
 * environment.
 *
 * @returns undefined when they name none
 */
export function openNamedService(settings: Settings): Service | undefined {
  const { IDENTITY_USER_POOL_ID: userPoolId, IDENTITY_CLIENT_ID: clientId } = settings
  if (!userPoolId) return undefined
  if (!clientId) throw new Error('IDENTITY_CLIENT_ID is missing: the app client of the pool.')

  const region = settings.IDENTITY_REGION || userPoolId.split('_')[0]!
  const endpoint = settings.IDENTITY_ENDPOINT?.replace(/\/$/, '')
  const keys = endpoint ?? `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`
  return {
    name: `${userPoolId} at ${endpoint ?? region}`,
    userPoolId,
    clientId,
    identityPoolId: settings.IDENTITY_IDENTITY_POOL_ID || undefined,
    siteId: settings.IDENTITY_SITE_ID || 'contract',
    ...clientsOf({ region, ...(endpoint !== undefined && { endpoint }) }),
    jwks: new URL(`${keys}/.well-known/jwks.json`),
    now: () => new Date(),
    waitForNextCode: () => new Promise((resolve) => setTimeout(resolve, CODE_LIFE_MS)),
    close: async () => {},
  }
}

const EMBEDDED: Partial<PoolSettings> = { mfa: 'optional', mfaFactors: ['TOTP'] }

/** This service, in memory, with a site whose pool is set up as the runbook says. */
export async function openEmbeddedService(pool: Partial<PoolSettings> = EMBEDDED): Promise<Service> {
  const { NORTHWIND, openWorld, STAFF_KEY } = await import('../world.ts')
  const world = await openWorld()
  world.waitUntilToday()
  const settings = { ...NORTHWIND, ...pool }
  await world.identity.ensurePool(settings)
  const endpoint = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/identity`
  return {
    name: 'the embedded service, in memory',
    userPoolId: settings.poolId,
    clientId: settings.clientId,
    identityPoolId: settings.identityPoolId,
    siteId: settings.siteId,
    ...clientsOf({ region: 'us-east-1', endpoint, credentials: STAFF_KEY }),
    jwks: new URL(`${endpoint}/.well-known/jwks.json`),
    now: world.now,
    waitForNextCode: async () => world.wait(CODE_LIFE_MS / 1000),
    close: world.close,
  }
}

function clientsOf(config: CognitoIdentityProviderClientConfig) {
  const { region, endpoint } = config as { region: string; endpoint?: string }
  return {
    users: new CognitoIdentityProviderClient(config),
    identities: new CognitoIdentityClient({ region, ...(endpoint !== undefined && { endpoint }) }),
  }
}
