import { createHmac } from 'node:crypto'
import type { PersonRecord, Sought } from './people.repo.ts'
import { ERASED } from './retire.repo.ts'

type Named = Pick<PersonRecord, 'first_name' | 'last_name' | 'email' | 'address1' | 'zip'>

/**
 * Which records are one person's: those with an email, or without one those with a name at an address. Case, accents, and
 * spaces don't matter.
 *
 * @returns '' for a record without a name or an email
 */
export function personKey({ first_name, last_name, email, address1, zip }: Named): string {
  if (email !== '') return `email|${plain(email)}`
  const name = plain(`${first_name} ${last_name}`)
  if (name === '' || name === plain(ERASED)) return ''
  return ['name', name, plain(address1), zip.slice(0, 5)].join('|')
}

/** How records of a key are found; others found with them have another key. */
export function soughtBy(key: string): Sought {
  const [kind, value = ''] = key.split('|')
  return kind === 'email' ? { email: value } : { name: value }
}

/** What free text about the person contains: the email, or a name of two words or more. */
export function wordsOf(key: string): string | undefined {
  const [, value = ''] = key.split('|')
  return key.startsWith('email|') || value.includes(' ') ? value : undefined
}

/** Finds an erased person again, and tells nothing to those without the installation's secret. */
export function digestOf(secret: Buffer, siteId: number, key: string): string {
  return createHmac('sha256', secret).update(`${siteId}|${key}`).digest('base64url')
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
}
