import type { Dice } from '../dice.ts'
import type { Caller } from './filled.ts'
import type { Operation } from './operations.ts'
import { DEEP, type Json } from './values.ts'

export type HostileRequest = {
  number: number
  caller: Caller
  operation: Operation | undefined
  /** `METHOD /path/` as the document has it, to group findings. */
  endpoint: string
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** Sent as these bytes instead, then the connection ends: what an HTTP client would refuse to send. */
  raw: Buffer | undefined
}

export function setBody(request: HostileRequest, type: string, body: string | Buffer) {
  request.headers['content-type'] = type
  request.body = Buffer.from(body)
}

export function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(',')
  return JSON.stringify(value)
}

/** Lists in a form are JSON; in a query, they're separated by commas. */
export function fieldText(value: Json): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Percent-encoded as UTF-8; a lone surrogate becomes the three bytes that some encoders write. */
export function encode(text: string): string {
  return [...text]
    .map((letter) => {
      const code = letter.codePointAt(0)!
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(letter)
      return `%ED%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`
    })
    .join('')
}

export function jsonOf(dice: Dice, value: Json, isShapeless: boolean): string {
  const text = JSON.stringify(value).replaceAll(`"${DEEP}"`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  if (!isShapeless) return text
  return dice.pick([
    () => text,
    () => text.slice(0, -1),
    () => `${text}x`,
    () => text.replace('{', '{"id":1,"id":2,"__proto__":{"id":3},"constructor":{"prototype":{}},'),
    () => `\ufeff${text}`,
    () => text.replaceAll('"', "'"),
    () => '',
    () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    () => '{"id":1e999,"quantity":123456789012345678901234567890}',
  ])()
}
