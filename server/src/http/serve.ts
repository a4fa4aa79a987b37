import type { Readable } from 'node:stream'
import type { Endpoint } from '@laurel/contract/endpoint'
import { Problem } from '@laurel/contract/problem'
import { Refusal } from '@laurel/domain/refusal'
import type { Texts } from '@laurel/domain/texts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { repeated } from '../database/database-unavailable.ts'
import { type Guard, guarded } from '../database/guards.ts'
import type { Replica } from '../database/replica.ts'
import { recordMoneyRefusal } from '../features/audit/audited-refusals.ts'
import type { FileStore } from '../features/files/file-store.ts'
import type { SiteRow } from '../features/sites/sites.repo.ts'
import type { Sites } from '../features/sites/sites.service.ts'
import { hashSecret } from '../secrets/hash-secret.ts'
import { languageAsked, textsOf } from '../texts.ts'
import {
  type AccessKit,
  admit,
  admitOperator,
  assertLive,
  assertMay,
  assertMayInCompany,
  assertNotSuspended,
  PLATFORM,
} from './access.ts'
import type { ActorOf, Customer, Operator, Staff, Visitor } from './actor.ts'
import { formValues, queryValues } from './form-values.ts'
import { type KeyStore, makeOnce } from './idempotency.ts'
import { readMultipart, type StoredUpload, storeMultipart, type UploadedFile } from './multipart.ts'
import { originOf, visitorOf } from './origin.ts'
import type { RequestLimits } from './request-limits.ts'
import { eventStream, type ServerEvent } from './server-events.ts'
import { assertOwnPage, type SessionCookie, sessionCookieOf } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    site: SiteRow
    actor: Visitor | Customer | Staff
    /** Of an endpoint about the installation, which has no actor of a site. */
    operator: Operator | undefined
    /** Asked by the request's first transaction; undefined without a customer's session. */
    guard: Guard | undefined
    upload: UploadedFile | StoredUpload | Buffer | undefined
    /** The key of a stored upload that no handler has kept. */
    strayKey: string | undefined
  }
}

type Part<E, Key extends string> = E extends { [K in Key]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined
type UploadOf<E> = E extends { file: 'required' }
  ? UploadedFile
  : E extends { file: 'streamed' }
    ? StoredUpload | undefined
    : E extends { file: 'part' }
      ? Buffer
      : UploadedFile | undefined

/** The headers that say who calls, for which company, in which language, and on which site. */
const CALLER_HEADERS = ['host', 'authorization', 'laurel-company', 'accept-language'] as const
export type CallerHeaders = Readonly<Partial<Record<(typeof CALLER_HEADERS)[number], string>>>

/** What a handler gets: validated input, and the caller. */
export type Asked<E extends Endpoint> = {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
  file: UploadOf<E>
  actor: ActorOf<E['access']>
  /** Undefined for an endpoint about the installation. */
  site: E['access'] extends 'anyone' | 'operator' ? undefined : SiteRow
  /** `https://host` as the browser sees it: one of the site's own hosts. */
  origin: string
  ip: string
  userAgent: string
  /** What a call takes that is made as this caller (features/conversations/call-tools.ts). */
  headers: CallerHeaders
  /** Texts in the language that the caller asks for. */
  i18n: Texts
  /** Not shown to a person: a HEAD, or a browser prefetch. */
  isPrefetch: boolean
  /** The office's cookie, to set or clear. */
  session: SessionCookie
}

/** Bytes with their type; `forever` for content that never changes at its address. */
export type FileAnswer = {
  bytes: Buffer
  contentType: string
  fileName: string
  cache: 'private' | 'forever'
}
/** A file of any length, downloaded rather than displayed. */
export type Download = {
  stream: Readable
  contentType: string
  fileName: string
  /** How long it is, if that's known. */
  bytes?: number
  /** A person brought it: it keeps its name, and wherever it's opened, it can't run or load anything. */
  isUsers?: true
}

/** A file that is elsewhere, at an address of a minute. */
export type Redirect = { redirect: string }

export type AnswerOf<E extends Endpoint> = E extends { response: infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : S extends 'file'
      ? FileAnswer | Download | Redirect
      : S extends 'events'
        ? AsyncIterable<ServerEvent>
        : undefined
  : never

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
) => void

/**
 * The one way to serve an endpoint: site, access, validation, idempotency, response shape, and problems all
 * follow from the contract.
 */
export function makeServe(
  app: FastifyInstance,
  kit: AccessKit & KeyStore & { sites: Sites; files: FileStore; replica: Replica | undefined },
): Serve {
  const once = makeOnce(kit)
  return (endpoint, handle) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: {
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: {
          ...(typeof endpoint.response === 'object' && { 200: endpoint.response }),
          '4xx': Problem,
          '5xx': Problem,
        },
      },
      preParsing: async (request) => {
        countVisitor(kit.limits, endpoint, request)
        const { access } = endpoint
        if (access === 'anyone' || access === 'operator') {
          request.operator = await admitOperator(kit, endpoint, request)
          return
        }
        request.site = await kit.sites.readByHost(request.hostname).catch((cause: unknown) => {
          kit.limits.count('network', visitorOf(request))
          throw cause
        })
        assertNotSuspended(endpoint, request.site, request)
        await assertLive(kit, endpoint, request.site, request)
        request.actor = await admit(kit, { ...endpoint, access }, request.site, request)
        assertMay(endpoint.needs, request.actor)
        assertMayInCompany(endpoint.companyNeeds, request.actor)
        if (endpoint.access !== 'customer' || endpoint.file !== undefined) await request.guard?.ask()
        if (endpoint.opensSession) assertOwnPage(request)
      },
      preValidation: (request) =>
        decode(endpoint, request, kit.files).catch(async (cause: unknown) => {
          await request.guard?.ask()
          throw cause
        }),
      // The handler throws it, so that an ended session is refused first.
      attachValidation: true,
      onError: async (request, _reply, error) => {
        const { actor } = request
        if (error instanceof Refusal && error.code === 'company_left' && actor && 'customerId' in actor) {
          kit.customers.forget(actor)
        }
        await recordMoneyRefusal(kit, endpoint, request, error)
      },
      onResponse: async (request) => {
        // Refused or replayed, so the upload isn't needed.
        if (request.strayKey !== undefined) await kit.files.remove(request.strayKey)
      },
      handler: (request, reply) => guarded(request.guard, () => run(request, reply)),
    })

    async function run(request: FastifyRequest, reply: FastifyReply) {
      if (request.validationError) throw request.validationError
      const named = request.headers['idempotency-key']
      const asked = {
        params: request.params,
        query: request.query,
        body: request.body,
        file: request.upload,
        actor: request.operator ?? request.actor,
        site: request.site,
        origin: originOf(request),
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        headers: callerHeaders(request),
        i18n: textsOf(languageAsked(request.headers)),
        isPrefetch: isPrefetch(request),
        session: sessionCookieOf(
          request,
          reply,
          endpoint.path.startsWith(PLATFORM) ? 'platformid' : 'sessionid',
        ),
      } as unknown as Asked<typeof endpoint>
      reply.header('cache-control', 'no-store')
      if (endpoint.method === 'GET') {
        const read = async () => answer(endpoint, reply, await repeated(async () => handle(asked)))
        return kit.replica === undefined ? read() : kit.replica.share(read)
      }
      if (!endpoint.idempotent || named === undefined) return answer(endpoint, reply, await handle(asked))

      const key = keyed(endpoint, request, named)
      // As if the caller had sent the request again: the key finds the result if it was committed.
      const kept = await repeated(() =>
        once(key, async () => ({
          status: endpoint.response === 'nothing' ? 204 : 200,
          body: (await handle(asked)) ?? null,
        })),
      )
      return answer(endpoint, reply, kept.body as AnswerOf<typeof endpoint>)
    }
  }
}

/** Counts a request to a public endpoint; other endpoints count their callers. */
function countVisitor(limits: RequestLimits, endpoint: Endpoint, request: FastifyRequest) {
  if (endpoint.access !== 'public' && endpoint.access !== 'anyone') return
  limits.count(endpoint.opensSession ? 'signIn' : 'network', visitorOf(request))
  if (endpoint.limitedBy === undefined) return
  const { [endpoint.limitedBy]: token } = request.params as Record<string, string>
  limits.count('link', hashSecret(`${token}`))
}

function callerHeaders({ headers, host }: FastifyRequest): CallerHeaders {
  const sent = CALLER_HEADERS.filter((name) => typeof headers[name] === 'string')
  // Behind a proxy, the site's host is in another header.
  return { ...Object.fromEntries(sent.map((name) => [name, headers[name]])), host }
}

function isPrefetch({ method, headers }: FastifyRequest): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`
  return method === 'HEAD' || /prefetch|preview/i.test(purpose)
}

function keyed(endpoint: Endpoint, request: FastifyRequest, key: string | string[]) {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'Use 1 to 255 visible characters.'
    throw new Refusal('validation_failed', {}, [{ field: 'Idempotency-Key', code: 'invalid', message }])
  }
  const { actor } = request
  // The same words are about something else in another company.
  const isForCompany = 'customerId' in actor && request.headers['laurel-company'] !== undefined
  return {
    siteId: actor.siteId,
    actor: 'customerId' in actor ? `customer:${actor.customerId}` : 'by' in actor ? actor.by : 'other',
    operation: endpoint.name,
    key,
    payload: [
      request.params,
      request.body,
      Buffer.isBuffer(request.upload) ? undefined : request.upload?.sha256,
      ...(isForCompany ? [actor.company?.id] : []),
    ],
  }
}

async function decode(endpoint: Endpoint, request: FastifyRequest, files: FileStore) {
  if (endpoint.params) request.params = formValues(endpoint.params, request.params as Record<string, unknown>)
  if (endpoint.query) request.query = queryValues(endpoint.query, request.query as Record<string, unknown>)
  if (Buffer.isBuffer(request.body) !== (endpoint.file === 'part'))
    throw new Refusal('unsupported_media_type')
  if (endpoint.file === 'part') {
    request.upload = request.body as Buffer
    request.body = undefined
  }
  if (request.isMultipart()) {
    if (endpoint.file === undefined) throw new Refusal('unsupported_media_type')
    const { fields, file } =
      endpoint.file === 'streamed' ? await storeUpload(request, files) : await readMultipart(request)
    request.upload = file
    request.body = fields
  }
  if (endpoint.file === 'required' && request.upload === undefined) {
    throw new Refusal('validation_failed', {}, [
      { field: 'file', code: 'required', message: /*i18n*/ 'Choose a file.' },
    ])
  }
  // What an endpoint doesn't take is never read, however deep it is.
  if (endpoint.body === undefined) request.body = undefined
  else {
    const isJson = request.headers['content-type']?.startsWith('application/json') === true
    const given = (request.body ?? {}) as Record<string, unknown>
    request.body = isJson ? given : formValues(endpoint.body, given)
  }
}

async function storeUpload(request: FastifyRequest, files: FileStore) {
  const stored = storeMultipart(request, files, (key) => {
    request.strayKey = key
  })
  const { fields, file } = await stored.catch(async (cause: unknown) => {
    // A disconnected client gets no answer, so the cleanup after the answer doesn't run.
    if (request.strayKey !== undefined) await files.remove(request.strayKey)
    throw cause
  })
  const keep = () => {
    request.strayKey = undefined
  }
  return { fields, file: file && { ...file, keep } }
}

/** As RFC 5987 writes it. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A download under its own name, also for programs that know only plain ones (RFC 5987). */
export function attachmentOf(fileName: string): string {
  return `attachment; filename="${safeName(fileName)}"; filename*=UTF-8''${encoded(fileName)}`
}

function safeName(fileName: string): string {
  return fileName.replaceAll(/[^\w.-]/g, '_')
}

const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

function answer(endpoint: Endpoint, reply: FastifyReply, value: unknown) {
  if (endpoint.response === 'nothing') return reply.code(204).send()
  if (endpoint.response === 'events') {
    const events = eventStream(value as AsyncIterable<ServerEvent>)
    // Some proxies collect an answer before they pass it on.
    return reply.code(200).header('x-accel-buffering', 'no').type('text/event-stream').send(events)
  }
  if (endpoint.file === 'part') reply.header('etag', (value as { etag: string }).etag)
  if (endpoint.response !== 'file') return reply.code(200).send(value)
  const file = value as FileAnswer | Download | Redirect
  if ('redirect' in file) {
    return reply.header('cache-control', 'private, no-store').redirect(file.redirect, 302)
  }
  const name = safeName(file.fileName)
  if ('stream' in file) {
    if (file.bytes !== undefined) reply.header('content-length', file.bytes)
    if (file.isUsers) reply.header('content-security-policy', 'sandbox')
    return reply
      .code(200)
      .header('cache-control', 'private, no-store')
      .header(
        'content-disposition',
        file.isUsers ? attachmentOf(file.fileName) : `attachment; filename="${name}"`,
      )
      .type(file.contentType)
      .send(file.stream)
  }
  // An SVG that is opened on its own is a page: it can't run, load, or send anything.
  if (file.contentType.startsWith('image/')) reply.header('content-security-policy', PICTURE_POLICY)
  return reply
    .code(200)
    .header(
      'cache-control',
      file.cache === 'forever' ? 'public, max-age=31536000, immutable' : 'private, no-store',
    )
    .header('content-disposition', `inline; filename="${name}"`)
    .type(file.contentType)
    .send(file.bytes)
}
