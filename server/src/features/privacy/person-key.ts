import { createHmac } from 'node:crypto'
import { ERASED } from '../card-items/erased-recipient.ts'
import type { Sought } from './find-records.repo.ts'
import type { PersonRecord } from './people.repo.ts'

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
  return ['name', name, plain(address1), zip.slice(0, 5)].map((part) => part.replaceAll('|', ' ')).join('|')
}

/** How records of a key are found; others found with them have another key. */
export function soughtBy(key: string, until: Date): Sought {
  const email = emailOf(key)
  if (email !== undefined) return { email, until }
  const [, name = '', , zip = ''] = key.split('|')
  return { name, zip, until }
}

function emailOf(key: string): string | undefined {
  return key.startsWith('email|') ? key.slice('email|'.length) : undefined
}

/** What free text about the person contains: the email, or a name of two words or more. */
export function wordsOf(key: string): string | undefined {
  const [, name = ''] = key.split('|')
  return emailOf(key) ?? (name.includes(' ') ? name : undefined)
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
