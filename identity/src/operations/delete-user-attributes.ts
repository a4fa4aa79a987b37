import { z } from 'zod'
import { SITE_ID } from '../attributes.ts'
import { changeAttributes } from '../change-attributes.ts'
import { CognitoError } from '../cognito-error.ts'
import { AccessToken, operation } from '../operation.ts'
import { readBearer } from '../tokens.ts'
import { findUserForUpdate } from '../users.ts'

/** Attributes that can't be removed. */
const KEPT: readonly string[] = ['sub', 'email', SITE_ID]

/**
 * Removes attributes of the signed-in user. Removing a phone number also removes its verification, a pending code,
 * and text messages as a second factor.
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
