import { createHash } from 'node:crypto'
import type { TrackedCarrier } from '@laurel/domain/tracking-number'
import { type CallBudgets, type CallLimit, makeCallBudgets } from './call-budget.ts'
import type { CarrierAccount } from './carrier-accounts.ts'
import type { CarrierLog } from './carrier-call.ts'
import { makeUpsGateway, type UpsGateway } from './ups-gateway.ts'
import { makeUspsGateway, type UspsGateway } from './usps-gateway.ts'

const LABEL_TIMEOUT_MS = 30_000

export type CarrierOptions = {
  /** Undefined: this carrier isn't called. */
  upsUrl: string | undefined
  uspsUrl: string | undefined
  /** Calls an hour a carrier lets one account make. */
  upsPerHour: number
  uspsPerHour: number
  labelTimeoutMs?: number
}

export type Carriers = {
  ups(account: CarrierAccount): UpsGateway
  usps(account: CarrierAccount): UspsGateway
  /** Undefined for a carrier that isn't connected: {@link findAccount} finds no account there. */
  hosts: Record<TrackedCarrier, string | undefined>
  /** Calls that may be made now with an account. */
  callsLeft(carrier: 'UPS' | 'USPS', clientId: string): Promise<number>
}

/**
 * The carriers' gateways, one for each account: tokens live as long as this process. An account that is
 * changed gets a gateway of its own; its budget goes by the client the carrier counts.
 */
export function makeCarriers(
  { upsUrl, uspsUrl, upsPerHour, uspsPerHour, labelTimeoutMs = LABEL_TIMEOUT_MS }: CarrierOptions,
  log: CarrierLog,
  now: () => number = Date.now,
  budgets: CallBudgets = makeCallBudgets(now),
): Carriers {
  const hosts = { UPS: upsUrl, USPS: uspsUrl }
  const limits: Record<'UPS' | 'USPS', CallLimit> = {
    UPS: { perHour: upsPerHour, burst: Math.ceil(upsPerHour / 10) },
    USPS: { perHour: uspsPerHour, burst: uspsPerHour },
  }
  const budgetOf = (carrier: 'UPS' | 'USPS', clientId: string) =>
    budgets(`${carrier}:${clientId}`, limits[carrier])
  const parts = { log, now, labelTimeoutMs }
  const ups = perAccount((account) =>
    makeUpsGateway(connected(upsUrl), account, budgetOf('UPS', account.clientId), parts),
  )
  const usps = perAccount((account) =>
    makeUspsGateway(connected(uspsUrl), account, budgetOf('USPS', account.clientId), parts),
  )
  return {
    hosts,
    ups,
    usps,
    callsLeft: async (carrier, clientId) => (clientId === '' ? 0 : budgetOf(carrier, clientId).left()),
  }
}

function connected(url: string | undefined): string {
  if (url === undefined) throw new Error('this carrier is not connected')
  return url
}

/** One gateway per account and its settings. */
function perAccount<G>(make: (account: CarrierAccount) => G): (account: CarrierAccount) => G {
  const kept = new Map<string, G>()
  return (account) => {
    const key = createHash('sha256').update(JSON.stringify(account)).digest('base64url')
    const gateway = kept.get(key) ?? make(account)
    kept.set(key, gateway)
    return gateway
  }
}
