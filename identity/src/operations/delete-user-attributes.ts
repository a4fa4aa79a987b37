import { z } from 'zod'
import { SITE_ID } from '../attributes.ts'
import { changeAttributes } from '../change-attributes.ts'
import { CognitoError } from '../cognito-error.ts'
import { AccessToken, operation } from '../operation.ts'
import { readBearer } from '../tokens.ts'
import { findUserForUpdate } from '../users.ts'

/** Without these there is no account. */
const KEPT: readonly string[] = ['sub', 'email', SITE_ID]

/**
 * Signed-in users take back what they told about themselves. With a phone number goes what was proved
 * of it, the code still on its way to it, and codes by text message as a second factor.
 */
export const deleteUserAttributes = operation(
  z.object({ AccessToken, UserAttributeNames: z.array(z.string().min(1).max(32)).min(1).max(50) }),
  async (call, { AccessToken, UserAttributeNames: names }) => {
    const { pool, user } = await readBearer(call, AccessToken)
    const kept = names.find((name) => KEPT.includes(name) || pool.required_attributes.includes(name))
    if (kept) throw invalid(`user.${kept}: Attribute cannot be deleted.`)

    await call.db.transaction().execute(async (tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (!current) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
      await changeAttributes(call, tx, pool, current, { remove: names })
    })
    return {}
  },
)

const invalid = (message: string) => new CognitoError('InvalidParameterException', message)
