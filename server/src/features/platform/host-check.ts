import { lookup } from 'node:dns/promises'
import { Refusal } from '@laurel/domain/refusal'
import type { Config } from '../../config.ts'
import type { Kit } from '../../kit.ts'
import { findSiteOfHost, readHost } from '../setup/create-site.ts'
import type { ResolveHost } from '../webhooks/webhook-post.ts'

type HostKit = Pick<Kit, 'pool'> & { config: Pick<Config, 'publicOrigin'> }

export const byDns: ResolveHost = (host) => lookup(host, { all: true, verbatim: true })

/**
 * Where a host points, compared with the installation's own.
 *
 * @throws {Refusal} `validation_failed` for a name that can't be a site's host
 */
export async function checkHost({ pool, config }: HostKit, typed: string, resolve: ResolveHost = byDns) {
  const read = readHost(typed)
  if ('problem' in read) {
    throw new Refusal('validation_failed', {}, [{ field: 'host', code: 'wrong', message: read.problem }])
  }
  const { host } = read
  const addressesOf = async (name: string): Promise<string[]> => {
    const found = await resolve(name).catch(() => [])
    return found.map(({ address }) => address)
  }
  const [addresses, own, site] = await Promise.all([
    addressesOf(host),
    addressesOf(new URL(config.publicOrigin).hostname),
    findSiteOfHost(pool, host),
  ])
  const points: 'here' | 'elsewhere' | 'nowhere' =
    addresses.length === 0 ? 'nowhere' : addresses.some((one) => own.includes(one)) ? 'here' : 'elsewhere'
  return { host, points, addresses, site_name: site?.name ?? null }
}
