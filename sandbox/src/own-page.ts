import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent by a page of the sandbox itself: no other site a developer has open may switch
 * its faults or move its parcels. Programs say nothing of where they come from.
 */
export function isOwnForm({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site']
  return from === undefined || from === 'same-origin' || from === 'none'
}
