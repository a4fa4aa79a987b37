import { z } from 'zod'
import { note } from '../accounts.ts'
import { AccessToken, operation } from '../operation.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { voidSocialCodes } from '../social/links.ts'
import { readBearer } from '../tokens.ts'

/** Signs a user out on every device. */
export const globalSignOut = operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
  const { user } = await readBearer(call, AccessToken)
  await call.db.transaction().execute(async (tx) => {
    await revokeSessionsOf(call, tx, user)
    await voidSocialCodes(tx, user)
    await note(call, tx, 'signed_out_everywhere', user)
  })
  return {}
})
