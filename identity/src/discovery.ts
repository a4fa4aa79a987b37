import type { FastifyInstance } from 'fastify'
import { type Accounts, issuerOf } from './accounts.ts'
import { findPool } from './pools.ts'

/** Publishes what a stranger needs to verify a pool's tokens: its keys, and where they are. */
export function serveDiscovery(scope: FastifyInstance, accounts: Accounts): void {
  const { db, keys, origin } = accounts

  // Short enough that a new key is seen in time, long enough to be asked for rarely.
  scope.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=300')
  })

  scope.get('/.well-known/jwks.json', () => keys.publicKeys())

  scope.get<{ Params: { poolId: string } }>('/:poolId/.well-known/jwks.json', async ({ params }, reply) => {
    const pool = await findPool(db, 'pool_id', params.poolId)
    return pool ? keys.publicKeys() : reply.callNotFound()
  })

  scope.get<{ Params: { poolId: string } }>(
    '/:poolId/.well-known/openid-configuration',
    async ({ params }, reply) => {
      const pool = await findPool(db, 'pool_id', params.poolId)
      if (!pool) return reply.callNotFound()
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
