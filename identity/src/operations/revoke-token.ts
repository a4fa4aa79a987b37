import { z } from 'zod'
import { ClientId, operation, RefreshToken } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { revokeByToken } from '../sessions.ts'

/** Signs out: ends the session of this refresh token. */
export const revokeToken = operation(
  z.object({ ClientId, Token: RefreshToken }),
  async (call, { ClientId, Token }) => {
    const pool = await readPoolOfClient(call.db, ClientId)
    await revokeByToken(call, pool, Token)
    return {}
  },
)
