import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { ActiveFault } from '../faults/known-faults.ts'

/** An HTML error page, as gateways in front of a service send it. */
export function sendHtml(reply: FastifyReply): FastifyReply {
  return reply
    .code(200)
    .type('text/html')
    .send('<html><body><h1>We are sorry</h1><p>The page is not available.</p></body></html>')
}

export function sendUnavailable(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/plain').send('Service Unavailable')
}

/** Answers too late for the caller's timeout. */
export async function holdBack(fault: ActiveFault | undefined): Promise<void> {
  if (fault) await wait(fault.ms, undefined, { ref: false })
}

/** A value deep in a JSON body, or undefined if any part of the path is missing. */
export function dig(body: unknown, ...path: Array<string | number>): unknown {
  let found = body
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string | number, unknown>)[step]
  }
  return found
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
