import { z } from 'zod'
import { note } from '../accounts.ts'
import { AccessToken, operation } from '../operation.ts'
import { readBearer } from '../tokens.ts'
import { findUserForUpdate } from '../users.ts'

/** Users close their account; its sessions and codes go with it. */
export const deleteUser = operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
  const { user } = await readBearer(call, AccessToken)
  await call.db.transaction().execute(async (tx) => {
    const current = await findUserForUpdate(tx, user.sub)
    // Another request closed it in this very moment.
    if (!current) return
    await note(call, tx, 'user_deleted', current)
    await tx.deleteFrom('identity.users').where('sub', '=', user.sub).execute()
  })
  return {}
})
