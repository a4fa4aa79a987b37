import { responseFields } from './response-fields.ts'
import type { Terminal } from './terminals.ts'
import type { Transaction } from './transactions.ts'

const EXPORT_TIMEOUT_MS = 5_000

/** Encodes a form as ISO-8859-1, the provider's encoding here; other characters become question marks. */
export function latin1Form(fields: Record<string, string>): string {
  const encode = (text: string) =>
    [...text]
      .map((sign) => {
        const code = sign.codePointAt(0) ?? 0
        if (/[A-Za-z0-9*._-]/.test(sign)) return sign
        if (sign === ' ') return '+'
        return `%${(code > 0xff ? 0x3f : code).toString(16).toUpperCase().padStart(2, '0')}`
      })
      .join('')
  return Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
}

/**
 * Reports a transaction to the merchant's server, if its terminal has an Export Script. A failure is only
 * logged: the provider doesn't retry either.
 */
export async function runExportScript(terminal: Terminal, transaction: Transaction): Promise<void> {
  const script = terminal.exportScript
  if (!script) return
  const login = Buffer.from(`${script.user ?? ''}:${script.password ?? ''}`).toString('base64')
  try {
    const response = await fetch(script.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1',
        ...(script.user !== undefined && { authorization: `Basic ${login}` }),
      },
      body: latin1Form(responseFields(terminal, transaction)),
      redirect: 'manual',
      signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
    })
    const answer = await response.text()
    if (!response.ok || !answer.includes(script.confirmation ?? '')) {
      console.warn(`Export Script of terminal ${terminal.merchantId} was not confirmed: ${response.status}`)
    }
  } catch (cause) {
    console.warn(`Export Script of terminal ${terminal.merchantId} could not be reached`, cause)
  }
}
