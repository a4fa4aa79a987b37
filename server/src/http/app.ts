import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { Refusal } from '@laurel/domain/refusal'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { rememberOrigins } from '../observability/origin.ts'
import { parseForm } from './form-values.ts'
import { closeGracefully } from './graceful-close.ts'
import { loggedError } from './logged-error.ts'
import { loggedPath } from './logged-path.ts'
import { visitorOf } from './origin.ts'
import { answerMalformed, answerProblem } from './problem-answer.ts'
import { problemsPage } from './problems-page.ts'
import { referencePages } from './reference-page.ts'
import type { Limit, RequestLimits } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request limit per network of a route that isn't an endpoint of the contract. */
    limit?: Limit
  }
}

const HSTS = 'max-age=31536000; includeSubDomains'
/** After this long without data, the sender is gone or is holding the connection on purpose. */
const SILENCE_MS = 120_000
/** Half a gigabyte over a slow connection takes a while. */
const WHOLE_REQUEST_MS = 30 * 60_000

/**
 * Refuses ambiguous requests before their body is read. Compressed bodies aren't accepted, because they may be
 * malformed or a bomb (docs/decisions/0031-request-bodies-are-not-compressed.md).
 *
 * @throws {Refusal} `unsupported_media_type`, or `validation_failed` for two hosts; with the status for
 * protocols that write their own answers
 */
function assertPlain({ headers, raw }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw Object.assign(new Refusal('body_is_compressed'), { statusCode: 415 })
  }
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw Object.assign(new Refusal('validation_failed'), { statusCode: 400 })
}

/**
 * The HTTP application with everything all routes share.
 *
 * @param log takes the log’s lines in place of the standard output
 */
export async function makeApp(
  config: Config,
  limits: RequestLimits,
  log?: { write(line: string): void },
): Promise<FastifyInstance> {
  const app = Fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            level: config.logLevel,
            ...(log && { stream: log }),
            serializers: {
              err: (error: unknown) => loggedError(error),
              req: ({ method, url, ip }) => ({ method, path: loggedPath(url), ip }),
            },
          },
    trustProxy: config.trustProxyHops === 0 ? false : (_address, hop) => hop < config.trustProxyHops,
    bodyLimit: 5 * 1024 * 1024,
    connectionTimeout: SILENCE_MS,
    requestTimeout: WHOLE_REQUEST_MS,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    // Requests refused before routing: an invalid or too long path.
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply as FastifyReply),
  })
  closeGracefully(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerProblem)
  rememberOrigins(app)

  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Set below, because only the request shows whether it came over TLS.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cookie)
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
  })
  app.addHook('onRequest', async (request) => assertPlain(request))
  // Otherwise plain text would be read as a body without any fields.
  app.removeContentTypeParser('text/plain')
  // For parts of uploads; any other endpoint refuses it (serve.ts).
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  await app.register(formbody, { parser: parseForm })
  await app.register(multipart)
  // Our files are never counted; an endpoint counts its callers once it knows them (serve.ts).
  app.addHook('onRequest', async (request, reply) => {
    const isAccounts = request.url.startsWith('/identity/')
    const limit = request.routeOptions.config?.limit ?? (isAccounts ? 'accounts' : undefined)
    if (limit === undefined) return
    try {
      limits.count(limit, visitorOf(request))
    } catch (cause) {
      // For the accounts service, which writes its own error answers.
      if (cause instanceof Refusal) reply.header('retry-after', cause.facts.seconds)
      throw Object.assign(cause as Refusal, { statusCode: 429 })
    }
  })
  referencePages(app)
  problemsPage(app)
  const isPublicTls = config.publicOrigin.startsWith('https:')
  app.addHook('onSend', async (request, reply) => {
    if (isPublicTls || request.protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })
  return app
}
