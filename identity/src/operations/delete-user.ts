import { z } from 'zod'
import { AccessToken, operation } from '../operation.ts'
import { removeUser } from '../staff-changes.ts'
import { readBearer } from '../tokens.ts'

/** Users close their account; its sessions and codes go with it. */
export const deleteUser = operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
  const { user } = await readBearer(call, AccessToken)
  await removeUser(call, user.sub)
  return {}
})
