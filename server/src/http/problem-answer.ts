import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Problem, type ProblemCode, problemType } from '@laurel/contract/problem'
import { PROBLEMS } from '@laurel/contract/problems'
import { Refusal, type RefusalCode, type RefusalFacts } from '@laurel/domain/refusal'
import '@laurel/domain/list-sentences'
import { storedSentences } from '@laurel/domain/stored-sentences'
import './field-sentences.ts'
import { waitText } from '@laurel/domain/wait-text'
import type { I18n } from '@lingui/core'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { languageAsked, textsOf } from '../texts.ts'
import { plainMessage } from './plain-message.ts'

type FieldError = { field: string; code: string; message: string }

/** Fastify's own refusals as the product's codes. */
const FRAMEWORK_REFUSALS: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_PARTS_LIMIT: 'validation_failed',
  FST_FILES_LIMIT: 'validation_failed',
  FST_FIELDS_LIMIT: 'validation_failed',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

/** A database is back within seconds, or needs an operator. */
export const RETRY_AFTER_SECONDS = 30

/** Turns anything thrown into one answer that a person or a program can act on. */
export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    const errors = error.errors.map((problem) => ({ ...problem, field: snake(problem.field) }))
    return send(reply, request, error.code, error.facts, errors)
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue) => ({
      field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      code: issue.keyword,
      message: plainMessage(issue.keyword, issue.message ?? '', textsOf(languageAsked(request.headers))),
    }))
    return send(reply, request, 'validation_failed', {}, errors)
  }
  const framework = 'code' in error ? FRAMEWORK_REFUSALS[error.code] : undefined
  if (framework !== undefined) return send(reply, request, framework, { limit: '8 MB' })
  if ('statusCode' in error && error.statusCode === 429) return send(reply, request, 'too_many_requests')
  if ('statusCode' in error && error.statusCode !== undefined && error.statusCode < 500) {
    return send(reply, request, 'validation_failed', {}, isAboutJson(error) ? [NOT_JSON] : [])
  }
  if (hasHungUp(request)) request.log.info({ err: error }, 'the caller hung up in the middle of the request')
  else request.log.error(error)
  if (error instanceof DatabaseUnavailable) {
    reply.header('retry-after', RETRY_AFTER_SECONDS)
    return send(reply, request, 'unavailable')
  }
  return send(reply, request, 'fault')
}

const NOT_JSON: FieldError = {
  field: '',
  code: 'invalid_json',
  message: 'The body isn’t valid JSON. If there’s nothing to send, send {}.',
}

/** The body of a request was empty, broken, or has a key such as `__proto__`. */
function isAboutJson(error: Error): boolean {
  const { code } = error as Partial<FastifyError>
  return (
    error instanceof SyntaxError ||
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    code === 'FST_ERR_CTP_INVALID_JSON_BODY'
  )
}

/** Did the connection end before the whole body came? A canceled upload is no fault of ours. */
function hasHungUp({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/**
 * Answers bytes that aren't a request, or whose headers are over Node's limit. The connection ends, because where
 * the next request begins isn't known.
 */
export function answerMalformed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return void socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  }
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_malformed'
  const problem = problemOf(code, {}, [], randomUUID())
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** The domain names fields in camelCase, the wire in snake_case. */
function snake(field: string): string {
  return field.replaceAll(/(?<=[a-z0-9])([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
}

function send(
  reply: FastifyReply,
  request: FastifyRequest,
  code: ProblemCode,
  facts: Readonly<Record<string, string | number>> = {},
  errors: readonly FieldError[] = [],
) {
  const i18n = textsOf(languageAsked(request.headers))
  const said = errors.map((error) => ({ ...error, message: storedSentences(i18n, error.message) }))
  const problem = problemOf(code, facts, said, request.id, i18n)
  if (code === 'body_is_compressed') reply.header('accept-encoding', 'identity')
  if (code === 'sign_in_required') reply.header('www-authenticate', 'Bearer')
  if (code === 'too_many_requests') reply.header('retry-after', secondsToWait(facts))
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem)
}

function problemOf(
  code: ProblemCode,
  facts: RefusalFacts,
  errors: readonly FieldError[],
  requestId: string,
  i18n = textsOf('en'),
): Problem {
  const { status, title, detail } = PROBLEMS[code]
  return {
    type: problemType(code),
    title: sentence(i18n, title, facts),
    status,
    detail: sentence(i18n, detail, facts),
    code,
    errors: [...errors],
    request_id: requestId,
  }
}

/** A refusal's sentence for people. */
export function problemDetail({ code, facts }: Refusal): string {
  return sentence(textsOf('en'), PROBLEMS[code].detail, facts)
}

/** The wait before retrying; one minute unless the refusal says. */
function secondsToWait({ seconds = 60 }: RefusalFacts): number {
  return Number(seconds)
}

/** With the wait and the limit in words: "40 seconds", "1 hour", "200 lists". */
function inWords(i18n: I18n, facts: RefusalFacts): RefusalFacts {
  const { limit, of = limit } = facts
  return {
    ...facts,
    wait: waitText(secondsToWait(facts), i18n.locale),
    ...(typeof of === 'string' && { limit: i18n.t(of, facts) }),
  }
}

/** A sentence with facts filled in: "{count} people …". What only staff and programs see isn't translated. */
function sentence(i18n: I18n, text: string, facts: RefusalFacts): string {
  return text in i18n.messages
    ? i18n.t(text, inWords(i18n, facts))
    : fill(text, inWords(textsOf('en'), facts))
}

function fill(text: string, facts: RefusalFacts): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole))
}
