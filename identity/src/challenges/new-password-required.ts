import { note } from '../accounts.ts'
import { missingAttributes, readAttributes, refuseMissing, SITE_ID, withoutBlanks } from '../attributes.ts'
import type { Challenge } from '../challenge.ts'
import { CognitoError, invalidSession, missing, samePassword } from '../cognito-error.ts'
import type { Attributes, Pool, Tx, User } from '../database.ts'
import { assertPassword } from '../password-policy.ts'
import { passwordColumns } from '../passwords.ts'
import { isPhoneOnlyWay } from '../second-factor.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { changeUser, findUserForUpdate } from '../users.ts'

const ATTRIBUTE = 'userAttributes.'

/**
 * After a temporary password, the user chooses their own and fills in the site's required attributes.
 */
export const newPasswordRequired: Challenge = {
  name: 'NEW_PASSWORD_REQUIRED',

  isDue(call, { pool, user }) {
    // In a private pool, the session itself is limited until a password is chosen.
    if (call.privateRules) return false
    if (user.status === 'FORCE_CHANGE_PASSWORD') return true
    return user.must_complete && lackingOf(pool, user.attributes).length > 0
  },

  async ask(_call, _tx, { pool, user }) {
    const lacking = lackingOf(pool, user.attributes).map((name) => `${ATTRIBUTE}${name}`)
    return {
      parameters: {
        requiredAttributes: JSON.stringify(lacking),
        userAttributes: JSON.stringify(user.attributes),
      },
    }
  },

  async check(call, { pool, user }, { NEW_PASSWORD: password, ...answers }) {
    if (!password || password.length > 256) throw missing('NEW_PASSWORD')
    const attributes = readAnswered(user, answers)
    refuseMissing(lackingOf(pool, { ...user.attributes, ...attributes }))
    assertPassword(pool, password, user.username)
    const isTemporary = user.status === 'FORCE_CHANGE_PASSWORD'
    if (isTemporary && (await call.hasher.verify(user.password_hash, password))) throw samePassword()
    const kept = await passwordColumns(call, pool, user.sub, password)

    const write = async (tx: Tx) => {
      const current = await findUserForUpdate(tx, user.sub)
      if (!current) throw invalidSession()
      await changeUser(tx, user.sub, {
        ...kept,
        status: 'CONFIRMED',
        must_complete: false,
        attributes: { ...current.attributes, ...attributes },
      })
      await revokeSessionsOf(call, tx, user)
      await note(call, tx, 'password_changed', user)
    }
    return { write }
  },
}

/** The missing required attributes, with the phone number if it's the only second factor. */
function lackingOf(pool: Pool, attributes: Attributes): string[] {
  const missed = missingAttributes(pool, attributes)
  const needsPhone = isPhoneOnlyWay(pool) && attributes.phone_number === undefined
  return needsPhone && !missed.includes('phone_number') ? [...missed, 'phone_number'] : missed
}

function readAnswered(user: User, answers: Record<string, string>): Attributes {
  const list = Object.entries(answers)
    .filter(([name]) => name.startsWith(ATTRIBUTE))
    .map(([name, Value]) => ({ Name: name.slice(ATTRIBUTE.length), Value }))
  const attributes = withoutBlanks(readAttributes(list))
  // Verified or fixed attributes can't be set here.
  const isFixed = (name: string) =>
    name === SITE_ID || name === 'email' || (name === 'phone_number' && name in user.attributes)
  const fixed = Object.keys(attributes).find(isFixed)
  if (fixed) throw new CognitoError('InvalidParameterException', `Cannot modify an already provided ${fixed}`)
  return attributes
}
