import { createHash } from 'node:crypto'
import type { Row } from '../database-beside.ts'

/** The audit log's hash chain, computed independently here. */
export function isChainWhole(entries: readonly Row[]): boolean {
  const last = new Map<number, string>()
  return entries.every((entry) => {
    const site = Number(entry.site_id)
    const previous = last.get(site) ?? ''
    const facts = Object.entries(entry.facts).sort(([a], [b]) => (a < b ? -1 : 1))
    const { facts_salt: salt, facts_hash: hashed } = entry
    const told = [
      previous,
      site,
      entry.actor,
      entry.event,
      entry.subject,
      hashed === '' ? facts : hashed,
      new Date(entry.at).toISOString(),
      ...(entry.company_id === null ? [] : [Number(entry.company_id)]),
    ]
    const hash = digest(told)
    last.set(site, entry.hash)
    // Nothing is erased during a run.
    const isAsHashed = hashed === '' || digest([salt, facts]) === hashed
    return entry.previous_hash === previous && entry.hash === hash && isAsHashed
  })
}

function digest(told: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}
