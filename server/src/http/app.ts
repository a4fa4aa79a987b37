import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import { Refusal } from '@laurel/domain/refusal'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { parseForm } from './form-values.ts'
import { loggedError } from './logged-error.ts'
import { loggedPath } from './logged-path.ts'
import { OPENAPI } from './openapi.ts'
import { visitorOf } from './origin.ts'
import { answerProblem } from './problem-answer.ts'
import { referencePage } from './reference-page.ts'
import type { Limit, RequestLimits } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a route that isn't an endpoint of the contract limits requests from one network. */
    limit?: Limit
  }
}

const HSTS = 'max-age=31536000; includeSubDomains'
/** Nothing comes on a line for so long: whoever sends has gone, or wants to hold the line. */
const SILENCE_MS = 120_000
/** Half a gigabyte over a slow line takes a while. */
const WHOLE_REQUEST_MS = 30 * 60_000

/**
 * Refuses requests that can be read in two ways, before their body is read. A compressed body is not decompressed: it may
 * be none, or a bomb (docs/decisions/0031-request-bodies-are-not-compressed.md).
 *
 * @throws {Refusal} `unsupported_media_type`, `validation_failed` for two hosts; with the status for those who
 *   answer in a protocol of their own
 */
function assertPlain({ headers, raw }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw Object.assign(new Refusal('body_is_compressed'), { statusCode: 415 })
  }
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw Object.assign(new Refusal('validation_failed'), { statusCode: 400 })
}

/** The HTTP application with everything that is the same for every route. */
export async function makeApp(config: Config, limits: RequestLimits): Promise<FastifyInstance> {
  const app = Fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            level: config.logLevel,
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
    forceCloseConnections: true,
    // What is refused before any route is found: a broken address, one that is too long.
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply as FastifyReply),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerProblem)

  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Below: whether a request came over TLS is known with the request.
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
  await app.register(formbody, { parser: parseForm })
  await app.register(multipart)
  // Files of ours are never counted; an endpoint counts its callers once it knows them (serve.ts).
  app.addHook('onRequest', async (request, reply) => {
    const isAccounts = request.url.startsWith('/identity/')
    const limit = request.routeOptions.config?.limit ?? (isAccounts ? 'accounts' : undefined)
    if (limit === undefined) return
    try {
      limits.count(limit, visitorOf(request))
    } catch (cause) {
      // For the accounts service, which answers in a protocol of its own.
      if (cause instanceof Refusal) reply.header('retry-after', cause.facts.seconds)
      throw Object.assign(cause as Refusal, { statusCode: 429 })
    }
  })
  await app.register(swagger, {
    openapi: OPENAPI,
    transform: (route) => {
      // The accounts service speaks a protocol of its own; it is not part of this document.
      const hide = !route.url.startsWith('/api/v1/')
      return jsonSchemaTransform(hide ? { ...route, schema: { hide } } : route)
    },
  })
  referencePage(app)
  const isPublicTls = config.publicOrigin.startsWith('https:')
  app.addHook('onSend', async (request, reply) => {
    if (isPublicTls || request.protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })
  return app
}
