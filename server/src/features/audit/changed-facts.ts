import type { AuditEntry } from './audit.service.ts'

const MAX_TOLD = 500

/** Changed values for the audit log, each with its old and new value. */
export function changedFacts(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditEntry['facts'] {
  const facts: Record<string, string | number | boolean | null> = {}
  for (const name of Object.keys(after)) {
    if (stable(before[name]) === stable(after[name])) continue
    if (before[name] !== undefined) facts[`${name}_old`] = told(before[name])
    facts[`${name}_new`] = told(after[name])
  }
  return facts
}

/** The database gives JSON back with its keys in its own order. */
function stable(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function told(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  const text = typeof value === 'string' ? value : (stable(value) ?? '')
  return text.length > MAX_TOLD ? `${text.slice(0, MAX_TOLD)}…` : text
}
