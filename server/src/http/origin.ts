import { Refusal } from '@laurel/domain/refusal'
import { networkOf } from '@laurel/identity'
import type { FastifyRequest } from 'fastify'

/** A host as browsers send it: a name and perhaps a port, and nothing that could change where an address leads. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i

/**
 * `https://host` as the browser sees it; the site was found by the same host name.
 *
 * @throws {Refusal} `unknown_site` for a host that is more than a name and a port
 */
export function originOf(request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const { protocol, host } = request
  if (!HOST.test(host) || Number(host.match(/:(\d+)$/)?.[1] ?? 0) > 65_535) throw new Refusal('unknown_site')
  return `${protocol}://${host}`
}

/** How a visitor without an account is counted. */
export function visitorOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return networkOf(ip)
}
