import { z } from 'zod'
import { note } from '../accounts.ts'
import { countAttempt, forgiveAttempts } from '../attempts.ts'
import { usernameOf } from '../attributes.ts'
import { useCode, VERIFIED_ATTRIBUTES } from '../codes.ts'
import { CognitoError, deadCode, tooManyTries, wrongCode } from '../cognito-error.ts'
import { AccessToken, Code, operation } from '../operation.ts'
import { guessFrom } from '../sends.ts'
import { removeLinks } from '../social/links.ts'
import { readBearer } from '../tokens.ts'
import { changeUser, findUser, findUserForUpdate } from '../users.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Verifies an address or number by its code. The username follows the address, because the sign-in screen derives it
 * from there. Sessions continue: they refer to the `sub`, and the next tokens carry the new name.
 */
export const verifyUserAttribute = operation(
  z.object({ AccessToken, AttributeName: z.enum(VERIFIED_ATTRIBUTES), Code }),
  async (call, { AccessToken, AttributeName: attribute, Code }) => {
    const { pool, user } = await readBearer(call, AccessToken)
    const failure = { event: 'code_failed:verify-attribute', of: user }
    await guessFrom(call, { refusal: tooManyTries, failure }, async () => {
      await countAttempt(call, pool.pool_id, user, `code:verify-attribute:${attribute}`)

      await call.db.transaction().execute(async (tx) => {
        const current = await findUserForUpdate(tx, user.sub)
        if (!current) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
        const check = await useCode(call, tx, current, { purpose: 'verify-attribute', attribute }, Code)
        if (check.result !== 'right') throw check.result === 'dead' ? deadCode() : wrongCode()

        const attributes = { ...current.attributes, [attribute]: check.destination }
        if (attribute === 'email') {
          const username = usernameOf(pool, check.destination)
          const holder = await findUser(tx, pool.pool_id, username)
          // Only the mailbox's owner may learn that another account has the address.
          if (holder && holder.sub !== user.sub) throw addressTaken()
          await changeUser(tx, user.sub, { attributes, username, email_verified: true }).catch((cause) => {
            // Another account verified the same mailbox at the same time.
            throw (cause as { code?: unknown }).code === UNIQUE_VIOLATION ? addressTaken() : cause
          })
        } else {
          await changeUser(tx, user.sub, { attributes, phone_number_verified: true })
        }
        // Codes sent to the old address or number stop working.
        await tx
          .deleteFrom('identity.one_time_codes')
          .where('sub', '=', user.sub)
          .where('attribute', '=', attribute)
          .where('purpose', '<>', 'verify-attribute')
          .execute()
        await forgiveAttempts(call, tx, pool.pool_id, user, `code:verify-attribute:${attribute}`)
        const isNew = check.destination !== current.attributes[attribute]
        // Links were made for the old address only.
        if (isNew && attribute === 'email') await removeLinks(call, tx, current)
        const change = current.attributes[attribute] === undefined ? 'added' : 'changed'
        await note(call, tx, `${attribute}_${isNew ? change : 'verified'}`, current)
      })
    })
    return {}
  },
)

const addressTaken = () => new CognitoError('AliasExistsException', 'Another account uses this email.')
