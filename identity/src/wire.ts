import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { ZodError } from 'zod'
import type { Accounts } from './accounts.ts'
import { CognitoError } from './cognito-error.ts'
import { OPERATIONS } from './operation-table.ts'
import { noteRefusedStaff } from './refused-staff.ts'
import { assertRegion, readSigner } from './staff-signature.ts'

const AMZ_JSON = 'application/x-amz-json-1.1'
/** The longest valid request has fifty attributes of 2,048 characters. */
const MAX_BODY_BYTES = 128 * 1024

/** Serves Cognito's JSON protocol: one URL, the operation in a header, refusals as 400. */
export function serveWire(scope: FastifyInstance, accounts: Accounts): void {
  scope.removeAllContentTypeParsers()
  // Any content type is parsed as JSON, so that refusals have this protocol's form.
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  )

  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-amzn-requestid': randomUUID(),
      'access-control-expose-headers': 'x-amzn-requestid, x-amzn-errortype',
      'cache-control': 'no-store',
    })
  })

  scope.post('/', async (request, reply) => {
    const target = String(request.headers['x-amz-target'] ?? '')
    const operation = OPERATIONS.get(target)
    if (!operation) throw new CognitoError('UnknownOperationException', 'Unknown operation')

    const signer =
      operation.signed &&
      (await readSigner(accounts, request).catch(async (cause) => {
        await noteRefusedStaff({ ...accounts, ip: request.ip }, cause, request.body)
        throw cause
      }))
    const parsed = operation.schema.safeParse(readJson(request.body))
    if (!parsed.success) throw new CognitoError('InvalidParameterException', explain(parsed.error))
    if (signer) assertRegion(signer, poolOf(parsed.data))

    const call = { ...accounts, ip: request.ip, request, accessKeyId: signer?.accessKeyId }
    const answer = await operation.run(call, parsed.data)
    return reply.type(AMZ_JSON).send(JSON.stringify(answer))
  })

  scope.setErrorHandler<FastifyError | CognitoError>((error, request, reply) => {
    if (error instanceof CognitoError) return refuse(reply, 400, error.name, error.message)
    const status = 'statusCode' in error ? error.statusCode : undefined
    if (status === 429)
      return refuse(
        reply,
        429,
        'TooManyRequestsException',
        'Too many requests. Wait a minute, then try again.',
      )
    // The body couldn't be read: too large, or an unknown encoding.
    if (status !== undefined && status < 500)
      return refuse(reply, 400, 'SerializationException', error.message)

    request.log.error(error)
    if (status === 503) {
      const message = 'Sign-in is temporarily unavailable. Try again in a minute.'
      return refuse(reply.header('retry-after', '30'), 503, 'ServiceUnavailable', message)
    }
    return refuse(
      reply,
      500,
      'InternalErrorException',
      'Something went wrong on our side. Try again in a moment.',
    )
  })
}

/** Every staff operation names its pool. */
const poolOf = (input: unknown) => (input as { UserPoolId: string }).UserPoolId

function refuse(reply: FastifyReply, status: number, name: string, message: string) {
  return reply
    .status(status)
    .type(AMZ_JSON)
    .header('x-amzn-errortype', name)
    .send(JSON.stringify({ __type: name, message }))
}

function readJson(body: unknown): object {
  const text = String(body)
  let value: unknown
  let keys = 0
  try {
    value = JSON.parse(text, function (this: unknown, key, one) {
      if (!Array.isArray(this)) keys += 1
      return storable(key, one)
    })
  } catch {
    throw new CognitoError('SerializationException', 'The request body is not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CognitoError('SerializationException', 'The request body must be a JSON object')
  }
  // The root counts as one, with an empty name.
  if (keysWritten(text) !== keys - 1) {
    throw new CognitoError('SerializationException', 'The request body says the same thing twice')
  }
  return value
}

/** Parsers disagree on which duplicate key wins. @param text is JSON */
function keysWritten(text: string): number {
  let count = 0
  for (const [, isKey] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)) if (isKey) count += 1
  return count
}

/**
 * Treats null as absent, because older clients send it. Refuses NUL and lone surrogates, which PostgreSQL can't
 * store.
 */
function storable(_key: string, value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw new RangeError('not a text')
  }
  return value
}

/** Names fields only, because a value may be a password. */
function explain(error: ZodError): string {
  const faults = error.issues.map(
    ({ path, message }) => `Value at '${path.join('.')}' failed to satisfy constraint: ${message}`,
  )
  return `${faults.length} validation error${faults.length === 1 ? '' : 's'} detected: ${faults.join('; ')}`
}
