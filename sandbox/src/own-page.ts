import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent by one of the sandbox's own pages: other sites in a developer's browser can't switch
 * faults or move parcels. Programs send no origin.
 */
export function isOwnForm({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined || from === 'same-origin' || from === 'none'
}
