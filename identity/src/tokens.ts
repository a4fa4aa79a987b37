import { randomUUID } from 'node:crypto'
import { errors, type JWTPayload } from 'jose'
import { z } from 'zod'
import { type Accounts, type Call, issuerOf } from './accounts.ts'
import { SITE_ID } from './attributes.ts'
import { CognitoError } from './cognito-error.ts'
import type { Attributes, Pool, User } from './database.ts'
import { findPool } from './pools.ts'
import { isSessionRevoked, type OpenSession } from './sessions.ts'
import { TOKEN_LIFE_MS } from './token-life.ts'

/** Tokens are sent in headers, so they carry only these claims; GetUser returns the rest. */
const IN_TOKEN = ['email', 'phone_number', 'name', 'given_name', 'family_name', SITE_ID]

/** Cognito's answer to a completed sign-in or refresh. */
export type AuthenticationResult = {
  AccessToken: string
  IdToken: string
  RefreshToken: string
  TokenType: 'Bearer'
  ExpiresIn: number
}

/**
 * Signs a session's ID and access tokens. Its ID (`origin_jti`) and sign-in time (`auth_time`) don't change on
 * refresh.
 *
 * Never call it in a transaction: it may have to create a key first.
 */
export async function signTokens(
  call: Call,
  pool: Pool,
  user: User,
  open: OpenSession,
): Promise<AuthenticationResult> {
  const iat = Math.floor(call.now().getTime() / 1000)
  const shared = {
    sub: user.sub,
    iss: issuerOf(call.origin, pool.pool_id),
    origin_jti: open.session.id,
    event_id: randomUUID(),
    auth_time: Math.floor(open.session.auth_time.getTime() / 1000),
    iat,
    exp: iat + TOKEN_LIFE_MS / 1000,
  }
  const phone = user.attributes.phone_number !== undefined && {
    phone_number_verified: user.phone_number_verified,
  }
  const [IdToken, AccessToken] = await Promise.all([
    call.keys.sign({
      ...pick(user.attributes),
      ...phone,
      ...shared,
      'cognito:username': user.username,
      email_verified: user.email_verified,
      aud: pool.client_id,
      token_use: 'id',
      jti: randomUUID(),
    }),
    call.keys.sign({
      ...shared,
      username: user.username,
      client_id: pool.client_id,
      scope: 'aws.cognito.signin.user.admin',
      token_use: 'access',
      jti: randomUUID(),
    }),
  ])
  return {
    AccessToken,
    IdToken,
    RefreshToken: open.refreshToken,
    TokenType: 'Bearer',
    ExpiresIn: TOKEN_LIFE_MS / 1000,
  }
}

function pick(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => IN_TOKEN.includes(name)))
}

const Claims = z.object({
  sub: z.uuid(),
  iss: z.string(),
  origin_jti: z.uuid(),
  token_use: z.enum(['id', 'access']),
})

export type Bearer = { pool: Pool; user: User; sessionId: string }

/** Who holds this access token, as long as the session lives.
 *
 * @throws {CognitoError} NotAuthorizedException
 */
export function readBearer(call: Call, accessToken: string): Promise<Bearer> {
  return readToken(call, accessToken, 'access')
}

/** Whom an identity token speaks of.
 *
 * @throws {CognitoError} NotAuthorizedException
 */
export function readIdentity(call: Call, idToken: string): Promise<Bearer> {
  return readToken(call, idToken, 'id')
}

async function readToken(accounts: Accounts, token: string, use: 'id' | 'access'): Promise<Bearer> {
  const name = use === 'id' ? 'Identity' : 'Access'
  const payload = await accounts.keys.verify(token).catch((cause) => {
    // A database outage must not sign anyone out.
    if (!(cause instanceof errors.JOSEError)) throw cause
    throw notAuthorized(
      cause instanceof errors.JWTExpired ? `${name} Token has expired` : `Invalid ${name} Token`,
    )
  })
  const claims = Claims.safeParse(payload)
  if (!claims.success || claims.data.token_use !== use) throw notAuthorized(`Invalid ${name} Token`)
  const { sub, iss, origin_jti } = claims.data

  const user = await accounts.db
    .selectFrom('identity.users')
    .selectAll()
    .where('sub', '=', sub)
    .executeTakeFirst()
  const pool = user && (await findPool(accounts.db, 'pool_id', user.pool_id))
  if (!pool || !isFor(accounts, pool, payload, iss)) throw notAuthorized(`Invalid ${name} Token`)
  if (await isSessionRevoked(accounts.db, origin_jti, accounts.now())) {
    throw notAuthorized(`${name} Token has been revoked`)
  }
  return { pool, user, sessionId: origin_jti }
}

function isFor(accounts: Accounts, pool: Pool, payload: JWTPayload, iss: string): boolean {
  const client = payload.token_use === 'id' ? payload.aud : payload.client_id
  return iss === issuerOf(accounts.origin, pool.pool_id) && client === pool.client_id
}

const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message)
