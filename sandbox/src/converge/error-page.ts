import type { FastifyReply } from 'fastify'

/** The page that the provider shows where something broke: with 200, as if it were an answer. */
export function sendErrorPage(reply: FastifyReply): FastifyReply {
  return reply.type('text/html').send('<html><body><h1>An error has occurred</h1></body></html>')
}
