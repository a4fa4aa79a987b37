import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from './s3-error.ts'
import { listOf, parsed, textOf, type Xml } from './s3-xml.ts'

export type CorsRule = {
  AllowedOrigin: string[]
  AllowedMethod: string[]
  AllowedHeader: string[]
  ExposeHeader: string[]
  MaxAgeSeconds: number | undefined
}

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD']
const MAX_RULES = 100

/** @throws {S3Error} `MalformedXML` unless it's a configuration of one to a hundred rules */
export function readCorsRules(body: Buffer): CorsRule[] {
  const rules = listOf((parsed(body, 'CORSConfiguration') as Xml).CORSRule).map((given): CorsRule => {
    const texts = (name: string) => listOf((given as Xml)[name]).map(textOf)
    const age = texts('MaxAgeSeconds')[0]
    return {
      AllowedOrigin: texts('AllowedOrigin'),
      AllowedMethod: texts('AllowedMethod'),
      AllowedHeader: texts('AllowedHeader'),
      ExposeHeader: texts('ExposeHeader'),
      MaxAgeSeconds: age === undefined ? undefined : Number(age),
    }
  })
  if (rules.length === 0 || rules.length > MAX_RULES) throw new S3Error('MalformedXML')
  for (const { AllowedOrigin, AllowedMethod } of rules) {
    const isWhole = AllowedOrigin.length > 0 && AllowedMethod.length > 0
    if (!isWhole || AllowedMethod.some((method) => !METHODS.includes(method)))
      throw new S3Error('MalformedXML')
  }
  return rules
}

/**
 * Headers that let a browser's script of another origin read an answer, by the first rule that allows the request.
 *
 * @returns undefined if no rule does
 */
export function corsHeaders(
  rules: readonly CorsRule[],
  method: string,
  headers: IncomingHttpHeaders,
): Record<string, string> | undefined {
  const { origin } = headers
  if (origin === undefined) return undefined
  const wanted = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  for (const rule of rules) {
    const allowed = rule.AllowedOrigin.find((pattern) => fits(pattern, origin))
    if (allowed === undefined || !rule.AllowedMethod.includes(method)) continue
    if (!wanted.every((name) => rule.AllowedHeader.some((pattern) => fits(pattern.toLowerCase(), name))))
      continue
    return {
      'access-control-allow-origin': allowed === '*' ? '*' : origin,
      'access-control-allow-methods': rule.AllowedMethod.join(', '),
      ...(wanted.length > 0 && { 'access-control-allow-headers': wanted.join(', ') }),
      ...(rule.ExposeHeader.length > 0 && { 'access-control-expose-headers': rule.ExposeHeader.join(', ') }),
      ...(rule.MaxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.MaxAgeSeconds) }),
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    }
  }
  return undefined
}

/** A pattern has at most one `*`, which stands for any characters. */
function fits(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*')
  if (end === undefined) return pattern === text
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end)
}
