import { z } from 'zod'
import { wireAttributes } from '../attributes.ts'
import { AccessToken, operation } from '../operation.ts'
import { readBearer } from '../tokens.ts'

/** Tells signed-in users what is known about them. */
export const getUser = operation(z.object({ AccessToken }), async (call, { AccessToken }) => {
  const { user } = await readBearer(call, AccessToken)
  return { Username: user.username, UserAttributes: wireAttributes(user) }
})
