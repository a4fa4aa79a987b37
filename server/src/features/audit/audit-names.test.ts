import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patchOfficeSite } from '@laurel/contract/office-site'
import { AUDIT_EVENTS } from '@laurel/domain/audit-events'
import { AUDIT_FACTS } from '@laurel/domain/audit-words'
import { expect, test } from 'vitest'
import { KEPT } from '../catalog/office-catalog.repo.ts'

const IDENTITY = join(import.meta.dirname, '../../../../identity/src')

/** The accounts service names its events in text: `note(call, tx, 'signed_in', …)` and `event: 'sign_in_failed'`. */
function accountEvents(): string[] {
  const files = readdirSync(IDENTITY, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  return files.flatMap((file) => {
    const text = readFileSync(join(IDENTITY, file), 'utf8')
    const noted = text.matchAll(/\bnote\([^'"`]*?'([a-z_:-]+)'/g)
    const tried = text.matchAll(
      /\b(?:failure = \{ event|failure: \{ event|poolId: pool[._a-z]*, name): '([a-z_:-]+)'/g,
    )
    return [...noted, ...tried].map(([, name]) => `account.${name}`)
  })
}

test('every event of the accounts service has words', () => {
  const events = [...new Set(accountEvents())]
  expect(events.length).toBeGreaterThan(30)
  expect(events.filter((event) => !Object.hasOwn(AUDIT_EVENTS, event))).toEqual([])
})

test('every changeable field of the catalog and the site has a label', () => {
  const columns = Object.values(KEPT).flatMap(({ columns: kept }) => Object.keys(kept))
  const names = [...columns, ...Object.keys(patchOfficeSite.body.shape)].filter(
    (name) => name !== 'seen_version',
  )
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !Object.hasOwn(AUDIT_FACTS, name))).toEqual([])
})
