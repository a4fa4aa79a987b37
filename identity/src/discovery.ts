import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Accounts, issuerOf } from './accounts.ts'
import type { Pool } from './database.ts'
import { UserPoolId } from './operation.ts'
import { findPool } from './pools.ts'

/** Serves a pool's OpenID configuration and keys. */
export function serveDiscovery(scope: FastifyInstance, accounts: Accounts): void {
  const { db, keys, origin } = accounts
  // Paths may contain characters that the database refuses.
  const find = async (poolId: string): Promise<Pool | undefined> =>
    UserPoolId.safeParse(poolId).success ? findPool(db, 'pool_id', poolId) : undefined

  // Short enough for key rotation, long enough to cache.
  scope.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=300')
  })

  scope.get('/.well-known/jwks.json', () => keys.publicKeys())

  scope.get<{ Params: { poolId: string } }>('/:poolId/.well-known/jwks.json', async ({ params }, reply) => {
    const pool = await find(params.poolId)
    return pool ? keys.publicKeys() : unknownPool(reply)
  })

  scope.get<{ Params: { poolId: string } }>(
    '/:poolId/.well-known/openid-configuration',
    async ({ params }, reply) => {
      const pool = await find(params.poolId)
      if (!pool) return unknownPool(reply)
      const issuer = issuerOf(origin, pool.pool_id)
      return {
        issuer,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }
    },
  )
}

const unknownPool = (reply: FastifyReply) => reply.status(404).send({ message: 'User pool does not exist.' })
