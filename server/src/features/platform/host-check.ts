import { lookup } from 'node:dns/promises'
import { Refusal } from '@laurel/domain/refusal'
import type { Config } from '../../config.ts'
import type { Kit } from '../../kit.ts'
import { findSiteOfHost, readHost } from '../setup/create-site.ts'
import type { ResolveHost } from '../webhooks/guarded-requests.ts'

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
  /** Undefined if DNS didn't answer, which says nothing about the name. */
  const addressesOf = async (name: string): Promise<string[] | undefined> => {
    try {
      return (await resolve(name)).map(({ address }) => address)
    } catch (cause) {
      const { code } = cause as { code?: string }
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined
    }
  }
  const [addresses, own, site] = await Promise.all([
    addressesOf(host),
    addressesOf(new URL(config.publicOrigin).hostname),
    findSiteOfHost(pool, host),
  ])
  return {
    host,
    points: pointsTo(addresses, own),
    addresses: addresses ?? [],
    site_name: site?.name ?? null,
  }
}

function pointsTo(
  addresses: string[] | undefined,
  own: string[] | undefined,
): 'here' | 'elsewhere' | 'nowhere' | 'unknown' {
  if (addresses?.length === 0) return 'nowhere'
  if (addresses === undefined || own === undefined) return 'unknown'
  return addresses.some((one) => own.includes(one)) ? 'here' : 'elsewhere'
}
