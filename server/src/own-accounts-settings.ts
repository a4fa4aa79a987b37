import * as z from 'zod'
import { WrongSetting } from './wrong-setting.ts'

/** Settings of the embedded accounts service only. */
export const OwnAccountsVariables = z.object({
  IDENTITY_SOCIAL_FILE: z.string().optional(),
  IDENTITY_STAFF_KEY_ID: z
    .string()
    .regex(/^[\w+=.@-]{1,128}$/, 'expects letters and digits')
    .optional(),
  IDENTITY_STAFF_SECRET: z.string().min(32, 'expects at least 32 characters').optional(),
})

type Given = z.output<typeof OwnAccountsVariables>

/**
 * Reads the key that staff's programs sign their Admin operations with (AWS Signature Version 4). Without it,
 * those operations are refused.
 *
 * @throws {WrongSetting} when one of the two is missing
 */
export function readStaffKey(given: Given) {
  const { IDENTITY_STAFF_KEY_ID: accessKeyId, IDENTITY_STAFF_SECRET: secretAccessKey } = given
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined
  if (accessKeyId === undefined) {
    throw new WrongSetting('IDENTITY_STAFF_KEY_ID is missing: IDENTITY_STAFF_SECRET needs it')
  }
  if (secretAccessKey === undefined) {
    throw new WrongSetting('IDENTITY_STAFF_SECRET is missing: IDENTITY_STAFF_KEY_ID needs it')
  }
  return { accessKeyId, secretAccessKey }
}

/**
 * Refuses settings of the embedded service beside a real user pool, where they would have no effect.
 *
 * @throws {WrongSetting} naming the setting
 */
export function assertNoOwnAccounts(given: Given): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    throw new WrongSetting(`${name} is of the embedded accounts service: IDENTITY_USER_POOL_ID excludes it`)
  }
}
