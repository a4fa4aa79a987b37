/**
 * The fields of a form or query as plain text, by name.
 *
 * A repeated name counts as missing: a payment provider must never guess which of two amounts was meant.
 */
export function readFields(source: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  if (typeof source !== 'object' || source === null) return fields
  for (const [name, value] of Object.entries(source)) {
    if (typeof value === 'string' && name !== '__proto__') fields[name] = value
  }
  return fields
}
