import { z } from 'zod'
import { AccessToken, operation } from '../operation.ts'
import { removeUser } from '../staff-changes.ts'
import { readBearer } from '../tokens.ts'

/** Deletes the signed-in user's account with its sessions and codes. */
export const deleteUser = operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
  const { user } = await readBearer(call, AccessToken)
  await removeUser(call, user.sub)
  return {}
})
