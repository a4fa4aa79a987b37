import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dig, holdBack, sendHtml, sendUnavailable, text } from '../carriers/answers.ts'
import type { Faults } from '../faults/faults.ts'
import { isSigned } from '../signed-requests.ts'
import { findInvented, readInvented } from './invented-streets.ts'

/** The demo's API key and AWS credentials; any others are refused. */
export const PLACES_DEMO = {
  apiKey: 'sandbox-places-key',
  accessKeyId: 'SANDBOXPLACES',
  secretAccessKey: 'sandbox-places-secret',
} as const

const BUCKET = 'x-amz-geo-pricing-bucket'
const LONGEST_QUERY = 200
const MOST_RESULTS = 20

/** Amazon Location's Places API, version 2, with invented streets: suggestions, and the address of one. */
export async function placesRoutes(app: FastifyInstance, faults: Faults) {
  await app.register(async (places) => {
    // The signature covers the raw body.
    places.removeContentTypeParser('application/json')
    places.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    places.addHook('preHandler', async (request, reply) => {
      await holdBack(faults.take('places', 'slow'))
      if (faults.take('places', 'too_many')) return refuse(reply, 429, 'ThrottlingException', 'Rate exceeded')
      if (faults.take('places', 'down')) return sendUnavailable(reply)
      if (faults.take('places', 'html')) return sendHtml(reply)
      if (faults.take('places', 'half')) {
        return reply.type('application/json').send('{"ResultItems":[{"PlaceId":"SBX')
      }
      if (!(await isAllowed(request))) {
        return refuse(reply, 403, 'AccessDeniedException', 'User is not authorized to access this resource')
      }
      return undefined
    })

    places.post('/places/v2/autocomplete', (request, reply) => {
      const asked = parsed(request.body)
      const typed = text(dig(asked, 'QueryText'))
      const most = Number(dig(asked, 'MaxResults') ?? 5)
      if (typed.length < 1 || typed.length > LONGEST_QUERY || !(most >= 1 && most <= MOST_RESULTS)) {
        return refuse(reply, 400, 'ValidationException', 'The input fails to satisfy the constraints.')
      }
      reply.header(BUCKET, 'Core')
      return { ResultItems: faults.take('places', 'nothing') ? [] : findInvented(typed, most) }
    })

    places.get<{ Params: { id: string }; Querystring: Record<string, string> }>(
      '/places/v2/place/:id',
      (request, reply) => {
        const place = readInvented(request.params.id)
        if (place === undefined) return refuse(reply, 400, 'ValidationException', 'The PlaceId is not valid.')
        reply.header(BUCKET, request.query['intended-use'] === 'Storage' ? 'Stored' : 'Core')
        return place
      },
    )
  })
}

/** Whether a request has the API key or a signature. */
async function isAllowed(request: FastifyRequest): Promise<boolean> {
  const signed = await isSigned(request, { service: 'geo-places', ...PLACES_DEMO })
  return signed ?? new URL(request.url, 'http://localhost').searchParams.get('key') === PLACES_DEMO.apiKey
}

function refuse(reply: FastifyReply, status: number, type: string, message: string) {
  return reply.code(status).header('x-amzn-errortype', type).send({ message })
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(text(body))
  } catch {
    return undefined
  }
}
