import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { BackupRefused } from './backup-refused.ts'

const MIN_LETTERS = 12

/**
 * The passphrase from the settings, or from the terminal.
 *
 * @param twice for a new backup: a typing error would make it useless
 * @throws {BackupRefused} without either
 */
export async function askPassphrase(set: string | undefined, { twice = false } = {}): Promise<string> {
  if (set !== undefined) return set
  if (!process.stdin.isTTY) {
    throw new BackupRefused(
      'Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or run this in a terminal to type it.',
    )
  }
  const passphrase = await ask('Passphrase: ')
  if (!twice) return passphrase
  if (passphrase.length < MIN_LETTERS) throw new BackupRefused('The passphrase needs at least 12 characters.')
  if ((await ask('Type it again: ')) !== passphrase) throw new BackupRefused('The two passphrases differ.')
  return passphrase
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
