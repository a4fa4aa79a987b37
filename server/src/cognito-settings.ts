import * as z from 'zod'
import { WrongSetting } from './wrong-setting.ts'

const SOCIAL_PROVIDERS = ['Google', 'Apple', 'Amazon', 'Facebook'] as const

const text = (pattern: RegExp, expects: string) => z.string().regex(pattern, `expects ${expects}`).optional()
const address = () => z.url({ protocol: /^https?$/, error: 'expects an http or https address' }).optional()

/** The settings that put an Amazon Cognito user pool in the place of the embedded accounts service. */
export const CognitoVariables = z.object({
  IDENTITY_USER_POOL_ID: text(/^[\w-]+_[0-9a-zA-Z]+$/, 'a user pool id such as us-east-1_AbCdEf123'),
  IDENTITY_CLIENT_ID: text(/^[\w+]{1,128}$/, "the app client's id: letters and digits"),
  IDENTITY_IDENTITY_POOL_ID: text(/^[a-z0-9-]+:[0-9a-f-]{36}$/, 'a region, a colon and a UUID'),
  IDENTITY_REGION: text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as us-east-1'),
  IDENTITY_AUTH_FLOW: z
    .enum(['USER_PASSWORD_AUTH', 'USER_SRP_AUTH'], 'expects USER_PASSWORD_AUTH or USER_SRP_AUTH')
    .optional(),
  IDENTITY_OAUTH_DOMAIN: text(
    /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/,
    'a host name without https://, such as shop.auth.us-east-1.amazoncognito.com',
  ),
  IDENTITY_OAUTH_PROVIDERS: text(
    /^(Google|Apple|Amazon|Facebook)(\s*,\s*(Google|Apple|Amazon|Facebook))*$/,
    `names out of ${SOCIAL_PROVIDERS.join(', ')}, with commas between`,
  ),
  IDENTITY_ISSUER: address(),
  IDENTITY_JWKS_URL: address(),
})

type Given = z.output<typeof CognitoVariables>

/** A real user pool: what a browser needs to reach it, and what its tokens are checked by. */
export type CognitoPool = {
  userPoolId: string
  clientId: string
  identityPoolId: string
  /** Undefined leaves each site's own. */
  authFlow: 'USER_PASSWORD_AUTH' | 'USER_SRP_AUTH' | undefined
  oauthDomain: string | undefined
  socialProviders: (typeof SOCIAL_PROVIDERS)[number][]
  issuer: string
  jwksUrl: string
  /** Origins the browser talks to: the page's policy must let it. */
  origins: string[]
}

/** The pool is named by these three together. */
const NAMES = ['IDENTITY_USER_POOL_ID', 'IDENTITY_CLIENT_ID', 'IDENTITY_IDENTITY_POOL_ID'] as const

/**
 * Reads which user pool keeps the accounts. One pool may serve every site of the installation: people
 * sign in as `email#site`, and their tokens name the site.
 *
 * @returns undefined when no pool is named: then the embedded accounts service answers
 * @throws {WrongSetting} naming the variable that is missing or contradicts another
 */
export function readCognitoPool(given: Given): CognitoPool | undefined {
  const named = (Object.keys(given) as (keyof Given)[]).filter((name) => given[name] !== undefined)
  if (named.length === 0) return undefined
  const missing = NAMES.filter((name) => given[name] === undefined)
  if (missing.length > 0) {
    throw new WrongSetting(missing.map((name) => `${name} is missing: ${named[0]} needs it`).join('\n'))
  }
  const userPoolId = given.IDENTITY_USER_POOL_ID!
  const identityPoolId = given.IDENTITY_IDENTITY_POOL_ID!
  const region = userPoolId.slice(0, userPoolId.indexOf('_'))
  assertOneRegion(region, identityPoolId, given.IDENTITY_REGION)

  const { IDENTITY_OAUTH_DOMAIN: oauthDomain, IDENTITY_OAUTH_PROVIDERS: providers } = given
  if (providers !== undefined && oauthDomain === undefined) {
    throw new WrongSetting('IDENTITY_OAUTH_DOMAIN is missing: IDENTITY_OAUTH_PROVIDERS needs it')
  }
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const service = `https://cognito-idp.${region}.${suffix}`
  const issuer = given.IDENTITY_ISSUER ?? `${service}/${userPoolId}`
  return {
    userPoolId,
    clientId: given.IDENTITY_CLIENT_ID!,
    identityPoolId,
    authFlow: given.IDENTITY_AUTH_FLOW,
    oauthDomain,
    socialProviders: SOCIAL_PROVIDERS.filter((name) => providers?.includes(name)),
    issuer,
    jwksUrl: given.IDENTITY_JWKS_URL ?? `${issuer}/.well-known/jwks.json`,
    origins: [
      service,
      `https://cognito-identity.${region}.${suffix}`,
      ...(oauthDomain === undefined ? [] : [`https://${oauthDomain}`]),
    ],
  }
}

/** The browser reads the region from the pools' own ids, so a setting can only agree with them. */
function assertOneRegion(region: string, identityPoolId: string, said: string | undefined): void {
  if (said !== undefined && said !== region) {
    throw new WrongSetting(`IDENTITY_REGION is wrong: IDENTITY_USER_POOL_ID is of ${region}`)
  }
  if (!identityPoolId.startsWith(`${region}:`)) {
    throw new WrongSetting(
      `IDENTITY_IDENTITY_POOL_ID is wrong: expects one of ${region}, where IDENTITY_USER_POOL_ID is`,
    )
  }
}
