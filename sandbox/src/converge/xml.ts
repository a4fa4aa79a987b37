import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { ConvergeError } from './errors.ts'

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: true,
  // Decodes `&#39;` and the like, which many XML writers use for apostrophes.
  htmlEntities: true,
})

/**
 * Parses the fields of one `<txn>` request.
 *
 * @throws {ConvergeError} 6042 if it isn't well-formed, has its own document type, or nests fields
 */
export function parseTxn(xml: string): Record<string, string> {
  // A document type could define entities that expand without limit or read files.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) throw new ConvergeError(6042)
  let root: unknown
  try {
    root = parser.parse(xml)
  } catch {
    throw new ConvergeError(6042)
  }
  const txn = typeof root === 'object' && root !== null && 'txn' in root ? root.txn : undefined
  if (typeof txn !== 'object' || txn === null || Array.isArray(txn)) throw new ConvergeError(6042)

  const fields = Object.entries(txn)
  if (fields.some(([, value]) => typeof value !== 'string')) throw new ConvergeError(6042)
  return Object.fromEntries(fields)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

function txn(fields: Readonly<Record<string, string>>): string {
  const inner = Object.entries(fields).map(([name, value]) =>
    element(
      name,
      value.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign),
    ),
  )
  return element('txn', inner.join(''))
}

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** One transaction, or an error, in the provider's format. */
export function writeTxn(fields: Readonly<Record<string, string>>): string {
  return PROLOG + txn(fields)
}

/** A list of transactions, with the count first. */
export function writeTxnList(list: readonly Record<string, string>[]): string {
  const count = element('ssl_txn_count', String(list.length))
  return PROLOG + element('txnlist', count + list.map(txn).join(''))
}
