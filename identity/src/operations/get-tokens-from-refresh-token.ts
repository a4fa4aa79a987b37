import { z } from 'zod'
import { ClientId, operation, RefreshToken } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { rotate } from '../sessions.ts'
import { signTokens } from '../tokens.ts'

/** Refreshes a session: new tokens and a rotated refresh token. */
export const getTokensFromRefreshToken = operation(
  z.object({ ClientId, RefreshToken }),
  async (call, { ClientId, RefreshToken }) => {
    const pool = await readPoolOfClient(call.db, ClientId)
    const { user, ...open } = await rotate(call, pool, RefreshToken)
    return { AuthenticationResult: await signTokens(call, pool, user, open) }
  },
)
