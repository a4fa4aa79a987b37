// The client's half of SRP, by code that isn’t ours.

import { createHmac } from 'node:crypto'
import * as amazon from 'amazon-cognito-identity-js'

type Parameters = { SALT: string; SRP_B: string; SECRET_BLOCK: string; USER_ID_FOR_SRP: string }

export function makeSrpClient(pool: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the package types neither this class nor its numbers
  const helper = new (amazon as any).AuthenticationHelper(pool)
  const Big = helper.getSmallAValue().constructor

  return {
    A: helper.largeAValue.toString(16) as string,
    /** @param at the client's clock */
    answer(parameters: Parameters, password: string, at: Date): Record<string, string> {
      const { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP } = parameters
      const TIMESTAMP = timestampOf(at)
      let key: Uint8Array = Buffer.alloc(0)
      helper.getPasswordAuthenticationKey(
        USER_ID_FOR_SRP,
        password,
        new Big(SRP_B, 16),
        new Big(SALT, 16),
        (_error: unknown, found: Uint8Array) => {
          key = found
        },
      )
      const signature = createHmac('sha256', key)
        .update(pool + USER_ID_FOR_SRP)
        .update(Buffer.from(SECRET_BLOCK, 'base64'))
        .update(TIMESTAMP)
        .digest('base64')
      return {
        USERNAME: USER_ID_FOR_SRP,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: signature,
        TIMESTAMP,
      }
    },
  }
}

/** `Sat Nov 21 07:52:04 UTC 2026` */
function timestampOf(at: Date): string {
  const [day = '', number, month, year, time] = at.toUTCString().split(' ')
  return `${day.slice(0, 3)} ${month} ${Number(number)} ${time} UTC ${year}`
}
