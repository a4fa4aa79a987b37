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
 * Reads what the programs of the organization's staff sign their Admin operations with (AWS Signature
 * Version 4). Without it nobody may call them.
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
 * A real user pool has its own social sign-in and its own staff: what is set here would do nothing.
 *
 * @throws {WrongSetting} naming the setting
 */
export function assertNoOwnAccounts(given: Given): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    throw new WrongSetting(`${name} is of the embedded accounts service: IDENTITY_USER_POOL_ID excludes it`)
  }
}
