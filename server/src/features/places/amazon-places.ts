import { Sha256 } from '@aws-crypto/sha256-js'
import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { SignatureV4 } from '@smithy/signature-v4'
import type * as z from 'zod'
import type { CallBudgets } from '../carriers/call-budget.ts'
import { type CallOutcome, type CarrierLog, callCarrier } from '../carriers/carrier-call.ts'
import { amazonProblem, Place, placeAddress, Suggestions, suggestionsRequest } from './amazon-wire.ts'

export type PlacesOptions = {
  /** Undefined: only the embedded list is used. */
  url: string | undefined
  region: string
  /** Without it, requests are signed with AWS's usual credentials. */
  apiKey: string | undefined
  callsPerDay: number
}

export type AmazonSuggestion = { placeId: string; title: string; detail: string }
export type PlaceAddress = NonNullable<ReturnType<typeof placeAddress>>
export type AmazonPlaces = NonNullable<ReturnType<typeof makeAmazonPlaces>>

/** Longer, and people have typed on. */
const SUGGEST_WITHIN_MS = 800
const GET_WITHIN_MS = 4_000
/** The part of a day's calls that can be made at once. */
const BURST = 1 / 4
/** One person can make this part of a site's calls, so that others have some left. */
const SHARE = 1 / 10

/** The person a call is made for, and their site. */
export type PlacesCaller = { siteId: number; person: string }

/**
 * Amazon Location's Places API, version 2. Its terms allow storing an address only if it was fetched for storage
 * (`intended-use=Storage`), so suggestions aren't stored.
 *
 * @param log gets failed calls and their reason, never what was typed or chosen
 */
export function makeAmazonPlaces(
  { url: base, region, apiKey, callsPerDay }: PlacesOptions,
  log: CarrierLog,
  budgets: CallBudgets,
) {
  if (base === undefined) return undefined
  const signer =
    apiKey === undefined
      ? new SignatureV4({ service: 'geo-places', region, credentials: defaultProvider(), sha256: Sha256 })
      : undefined

  // So that any 24 hours have at most a day's calls.
  const limitOf = (perDay: number) => {
    const burst = Math.ceil(perDay * BURST)
    return { burst, perHour: Math.max(1, perDay - burst) / 24 }
  }
  const budgetOf = (siteId: number) => budgets(`places:${siteId}`, limitOf(callsPerDay))
  const shareOf = ({ siteId, person }: PlacesCaller) =>
    budgets(`places:${siteId}:${person}`, limitOf(callsPerDay * SHARE))

  type Asked<T> = {
    caller: PlacesCaller
    method: 'GET' | 'POST'
    path: string
    name: string
    query?: Record<string, string>
    body?: string
    answer: z.ZodType<T>
  }

  async function call<T>(
    { caller, path, query, ...asked }: Asked<T>,
    timeoutMs: number,
  ): Promise<CallOutcome<T>> {
    const retryAfterMs = await shareOf(caller).take()
    if (retryAfterMs > 0) return { outcome: 'not_sent', retryAfterMs }
    const url = new URL(`${base}${path}`)
    const keyed = { ...query, ...(apiKey !== undefined && { key: apiKey }) }
    url.search = new URLSearchParams(keyed).toString()
    const headers = await headersOf(url, asked)
    return callCarrier(
      { ...asked, url: url.href, headers, problem: amazonProblem, timeoutMs },
      budgetOf(caller.siteId),
      log,
    )
  }

  async function headersOf(url: URL, { method, body }: Pick<Asked<unknown>, 'method' | 'body'>) {
    const plain = { ...(body !== undefined && { 'content-type': 'application/json' }) }
    if (signer === undefined) return plain
    const { headers } = await signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...plain, host: url.host },
      ...(body !== undefined && { body }),
    })
    const { host: _, ...signed } = headers
    return signed
  }

  return {
    /** @returns undefined without an answer in time */
    async suggest(
      caller: PlacesCaller,
      typed: string,
      most: number,
    ): Promise<AmazonSuggestion[] | undefined> {
      const body = suggestionsRequest(typed, most)
      const told = await within(
        SUGGEST_WITHIN_MS,
        call(
          {
            caller,
            method: 'POST',
            path: '/v2/autocomplete',
            name: 'autocomplete',
            body,
            answer: Suggestions,
          },
          SUGGEST_WITHIN_MS,
        ),
      )
      if (told?.outcome !== 'answered') return undefined
      return told.body.ResultItems.flatMap(({ PlaceId, Address }) => {
        const address = placeAddress(Address)
        if (address === undefined) return []
        const { address1, address2, city, state, zip } = address
        const title = [address1, address2].filter(Boolean).join(', ')
        return [{ placeId: PlaceId, title, detail: `${city}, ${state} ${zip}`.trim() }]
      })
    },

    /** @returns undefined if Amazon doesn't know the place, or `later` if it didn't answer */
    async get(caller: PlacesCaller, placeId: string): Promise<PlaceAddress | undefined | 'later'> {
      const path = `/v2/place/${encodeURIComponent(placeId)}`
      const query = { 'intended-use': 'Storage' }
      const told = await within(
        GET_WITHIN_MS,
        call({ caller, method: 'GET', path, name: 'place', query, answer: Place }, GET_WITHIN_MS),
      )
      if (told?.outcome === 'answered') return placeAddress(told.body.Address)
      // If our key or credentials were refused, the place may still exist.
      const isUnknown = told?.outcome === 'refused' && told.status !== 401 && told.status !== 403
      return isUnknown ? undefined : 'later'
    },
  }

  /** The timeout also covers loading credentials and checking the budget. */
  async function within<T>(ms: number, answer: Promise<CallOutcome<T>>): Promise<CallOutcome<T> | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), ms)
    const told = answer.catch((cause: unknown) => {
      log.warn({ reason: (cause as Error).name }, 'Amazon Location wasn’t called')
      return undefined
    })
    return Promise.race([told, late]).finally(() => clearTimeout(timer))
  }
}
