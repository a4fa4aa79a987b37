/** Longer than any real parameter. */
const MAX_LENGTH = 4096

export type Parameters = Readonly<Record<string, string | undefined>>

/**
 * Reads a query or a form.
 *
 * @returns undefined when a parameter is repeated or too long
 */
export function readParameters(text: string): Parameters | undefined {
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in parameters || value.length > MAX_LENGTH || value.includes('\0')) return undefined
    parameters[name] = value
  }
  return parameters
}

export function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at + 1)
}
