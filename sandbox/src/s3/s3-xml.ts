import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { S3Error } from './s3-error.ts'

export type Xml = Record<string, unknown>

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, trimValues: false })
const builder = new XMLBuilder({ suppressEmptyNode: false })
const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** @throws {S3Error} `MalformedXML` unless it's a document with this root and no document type */
export function parsed(body: Buffer, root: string): unknown {
  const text = body.toString()
  if (/<!(DOCTYPE|ENTITY)/i.test(text) || XMLValidator.validate(text) !== true)
    throw new S3Error('MalformedXML')
  const found = (parser.parse(text) as Xml)[root]
  if (typeof found !== 'object' || found === null) throw new S3Error('MalformedXML')
  return found
}

/** One element is a list of one. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Values that are undefined are left out; a list is as many elements. */
export function written(root: string, content: Xml): string {
  const inner = builder.build({ [root]: content }) as string
  const opened = root === 'Error' ? inner : inner.replace(`<${root}>`, `<${root} xmlns="${NAMESPACE}">`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opened}`
}
