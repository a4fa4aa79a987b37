import { note } from '../accounts.ts'
import { readAttributes, SITE_ID } from '../attributes.ts'
import type { Challenge } from '../challenge.ts'
import { CognitoError } from '../cognito-error.ts'
import type { Tx } from '../database.ts'
import { assertPassword } from '../password-policy.ts'
import { keepPassword } from '../passwords.ts'
import { revokeSessionsOf } from '../sessions.ts'
import { changeUser } from '../users.ts'

const ATTRIBUTE = 'userAttributes.'

/** A user whom staff gave a temporary password chooses an own one before going in. */
export const newPasswordRequired: Challenge = {
  name: 'NEW_PASSWORD_REQUIRED',

  isDue: async (_call, _tx, { user }) => user.status === 'FORCE_CHANGE_PASSWORD',

  async ask(_call, _tx, { user }) {
    return { parameters: { requiredAttributes: '[]', userAttributes: JSON.stringify(user.attributes) } }
  },

  async check(call, { pool, user }, { NEW_PASSWORD: password, ...answers }) {
    if (!password || password.length > 256) {
      throw new CognitoError('InvalidParameterException', 'Missing required parameter NEW_PASSWORD')
    }
    const list = Object.entries(answers)
      .filter(([name]) => name.startsWith(ATTRIBUTE))
      .map(([name, Value]) => ({ Name: name.slice(ATTRIBUTE.length), Value }))
    const attributes = readAttributes(list)
    // These prove possession or belonging: they change by their own ways, or never.
    if ([SITE_ID, 'email', 'phone_number'].some((name) => name in attributes)) {
      throw new CognitoError('InvalidParameterException', 'Cannot modify an already provided email')
    }
    assertPassword(pool, password, user.username)
    const kept = await keepPassword(call, pool, user.sub, password)

    const write = async (tx: Tx) => {
      await changeUser(tx, user.sub, {
        ...kept,
        status: 'CONFIRMED',
        attributes: { ...user.attributes, ...attributes },
      })
      await revokeSessionsOf(call, tx, user)
      await note(call, tx, 'password_changed', user)
    }
    return { write }
  },
}
