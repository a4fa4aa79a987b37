import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { WrongSetting } from './wrong-setting.ts'

const whole = (from: number, to: number) => {
  const error = `expects a whole number from ${from} to ${to}`
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error })
}

export const BackupVariables = z.object({
  BACKUP_URL: z
    .string()
    .refine(
      // Its address is recorded and printed: credentials come from where the AWS client looks for them.
      (text) => /^s3:\/\/(?![^/]*@)/.test(text) || !/^\w+:\/\//.test(text),
      'expects a folder, or s3://bucket/folder',
    )
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'expects at least 12 characters').optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  BACKUP_EVERY_HOURS: whole(1, 744).optional(),
  BACKUP_KEEP: whole(1, 10_000).default(14),
})

/** @throws {WrongSetting} for a missing or unusable passphrase */
export function readBackupSettings(given: z.output<typeof BackupVariables>, dataDir: string) {
  const {
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_PASSPHRASE_FILE: file,
    BACKUP_EVERY_HOURS: everyHours,
  } = given
  if (everyHours !== undefined && passphrase === undefined && file === undefined) {
    throw new WrongSetting(
      'BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE is missing: BACKUP_EVERY_HOURS needs it',
    )
  }
  return {
    url: given.BACKUP_URL ?? join(resolve(dataDir), 'backups'),
    passphrase: passphrase ?? (file === undefined ? undefined : readPassphrase(file)),
    everyHours,
    keep: given.BACKUP_KEEP,
  }
}

function readPassphrase(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new WrongSetting(`BACKUP_PASSPHRASE_FILE can’t be read: ${(cause as Error).message}`)
  }
  if (text.length < 12)
    throw new WrongSetting('BACKUP_PASSPHRASE_FILE is wrong: expects at least 12 characters')
  return text
}
