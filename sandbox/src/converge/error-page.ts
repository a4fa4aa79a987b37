import type { FastifyReply } from 'fastify'

/** The provider's error page, which has status 200 like an answer. */
export function sendErrorPage(reply: FastifyReply): FastifyReply {
  return reply.type('text/html').send('<html><body><h1>An error has occurred</h1></body></html>')
}
