import type { AddressVerdict } from '@laurel/domain/address-verdict'
import { cacheToken, type TokenOutcome } from './cached-token.ts'
import type { CallBudget } from './call-budget.ts'
import type { CarrierAccount } from './carrier-accounts.ts'
import { type CallOutcome, type CarrierCall, callCarrier, type GatewayParts } from './carrier-call.ts'
import { type CheckOutcome, checkedCall, checkedToken } from './connection-check.ts'
import type { BuyOutcome, FoundOutcome, TrackOutcome, VoidOutcome } from './label-outcomes.ts'
import {
  type AddressAsked,
  UspsAddress,
  UspsCancelled,
  UspsIndicia,
  UspsLabel,
  UspsLetterRates,
  UspsPayment,
  type UspsPiece,
  UspsToken,
  UspsTracked,
  uspsAddressQuery,
  uspsCents,
  uspsIndiciaRequest,
  uspsLabelRequest,
  uspsLetterRateRequest,
  uspsPaymentRequest,
  uspsProblemWords,
} from './usps-wire.ts'

const RATE_TIMEOUT_MS = 4_000
const WAIT_MS = 60_000
/** A payment authorization is good for eight hours. */
const PAYMENT_LIVES_MS = 8 * 3_600_000

export type AddressOutcome =
  | {
      outcome: 'checked'
      verdict: AddressVerdict
      suggestion: string
      /** In the carrier's spelling; only if it confirmed the address. */
      standardized?: Record<'address1' | 'address2' | 'city' | 'state' | 'zip', string>
    }
  | { outcome: 'later'; retryAfterMs: number }

/** A letter by First-Class, whose postage has no key to ask again by, or a parcel with a tracking number. */
export type UspsProduct = 'letter' | 'parcel'
export type UspsGateway = ReturnType<typeof makeUspsGateway>

/**
 * USPS for one account: addresses, prices, labels, postage for letters, and tracking.
 *
 * @param log hears that a call failed and how, never with what was sent
 */
export function makeUspsGateway(
  baseUrl: string,
  account: CarrierAccount,
  budget: CallBudget,
  { log, now, labelTimeoutMs }: GatewayParts,
) {
  const token = cacheToken(async (): Promise<TokenOutcome> => {
    const { clientId: client_id, clientSecret: client_secret } = account
    const told = await callCarrier(
      {
        method: 'POST',
        url: `${baseUrl}/oauth2/v3/token`,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ client_id, client_secret, grant_type: 'client_credentials' }),
        answer: UspsToken,
        problem: uspsProblemWords,
      },
      budget,
      log,
    )
    if (told.outcome === 'refused') return { reason: told.reason }
    if (told.outcome !== 'answered') return { retryAfterMs: waitOf(told) }
    return { value: told.body.access_token, livesMs: told.body.expires_in * 1_000 }
  }, now)

  const payment = cacheToken(async (): Promise<TokenOutcome> => {
    const told = await call({
      method: 'POST',
      path: '/payments/v3/payment-authorization',
      body: JSON.stringify(uspsPaymentRequest(account)),
      answer: UspsPayment,
    })
    if (told.outcome === 'refused') return { reason: told.reason }
    if (told.outcome !== 'answered') return { retryAfterMs: waitOf(told) }
    return { value: told.body.paymentAuthorizationToken, livesMs: PAYMENT_LIVES_MS }
  }, now)

  type Asked<T> = Omit<CarrierCall<T>, 'problem' | 'url'> & { path: string }

  /** Calls with the token; once more with a new one if the old one is refused. */
  async function call<T>(asked: Asked<T>): Promise<CallOutcome<T>> {
    for (let attempt = 1; ; attempt += 1) {
      const bearer = await token.read()
      if ('retryAfterMs' in bearer) return { outcome: 'not_sent', retryAfterMs: bearer.retryAfterMs }
      if ('reason' in bearer) return { outcome: 'refused', status: 401, code: 'token', reason: bearer.reason }
      const { path, headers, ...rest } = asked
      const told = await callCarrier(
        {
          ...rest,
          url: `${baseUrl}${path}`,
          headers: {
            accept: 'application/json',
            ...(asked.body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
            authorization: `Bearer ${bearer.value}`,
          },
          problem: uspsProblemWords,
        },
        budget,
        log,
      )
      if (told.outcome === 'refused' && told.status === 401 && attempt === 1) token.forget()
      else return told
    }
  }

  /** As {@link call}, paid by the site's account. */
  async function callPaid<T>(asked: Asked<T>): Promise<CallOutcome<T>> {
    const paid = await payment.read()
    if ('retryAfterMs' in paid) return { outcome: 'not_sent', retryAfterMs: paid.retryAfterMs }
    if ('reason' in paid) return { outcome: 'refused', status: 403, code: 'payment', reason: paid.reason }
    const headers = { ...asked.headers, 'X-Payment-Authorization-Token': paid.value }
    return call({ ...asked, headers })
  }

  async function buyParcel(piece: UspsPiece, requestKey: string): Promise<BuyOutcome> {
    const told = await callPaid({
      method: 'POST',
      path: '/labels/v3/label',
      headers: { accept: 'application/vnd.usps.labels+json', 'X-Idempotency-Key': requestKey },
      body: JSON.stringify(uspsLabelRequest(account, piece)),
      answer: UspsLabel,
      timeoutMs: labelTimeoutMs,
    })
    if (told.outcome === 'lost') return { outcome: 'unknown' }
    if (told.outcome !== 'answered') return told
    const { trackingNumber, postage } = told.body.labelMetadata
    return {
      outcome: 'made',
      carrierShipmentId: trackingNumber,
      trackingNumber,
      costCents: uspsCents(postage),
      label: { bytes: Buffer.from(told.body.labelImage, 'base64'), contentType: 'application/pdf' },
    }
  }

  async function buyLetter(piece: UspsPiece): Promise<BuyOutcome> {
    const told = await callPaid({
      method: 'POST',
      path: '/labels/v3/indicia/imb',
      headers: { accept: 'application/vnd.usps.labels+json' },
      body: JSON.stringify(uspsIndiciaRequest(account, piece)),
      answer: UspsIndicia,
      timeoutMs: labelTimeoutMs,
    })
    if (told.outcome === 'lost') return { outcome: 'unknown' }
    if (told.outcome !== 'answered') return told
    const { imb, trackingNumber = '', totalPrice, postage, fees = [] } = told.body.indiciaMetadata
    const sum = fees.reduce((cents, { price }) => cents + uspsCents(price), uspsCents(postage))
    return {
      outcome: 'made',
      carrierShipmentId: imb,
      trackingNumber,
      costCents: totalPrice === undefined ? sum : uspsCents(totalPrice),
      label: { bytes: Buffer.from(told.body.indiciaImage, 'base64'), contentType: 'application/pdf' },
    }
  }

  const askLetterRate = () =>
    call({
      method: 'POST',
      path: '/prices/v3/letter-rates/search',
      body: JSON.stringify(uspsLetterRateRequest()),
      answer: UspsLetterRates,
      timeoutMs: RATE_TIMEOUT_MS,
    })

  return {
    /** Does USPS let us in? Asked anew, whatever is known from before. */
    signIn: async (): Promise<CheckOutcome> => {
      token.forget()
      return checkedToken(await token.read())
    },

    /** Does USPS know the paying account, and quote a letter's price? Nothing is bought. */
    async checkAccount(): Promise<CheckOutcome> {
      payment.forget()
      const paid = checkedToken(await payment.read())
      if (paid.outcome !== 'right') return paid
      const told = await askLetterRate()
      if (told.outcome !== 'answered') return checkedCall(told)
      const cents = uspsCents(told.body.totalBasePrice)
      return { outcome: 'right', price: { service: 'USPS First-Class', cents } }
    },

    /** The carrier's verdict on an address. `N` if it can't be found: staff decide, and nothing is changed. */
    async checkAddress(asked: AddressAsked): Promise<AddressOutcome> {
      const told = await call({
        method: 'GET',
        path: `/addresses/v3/address?${uspsAddressQuery(asked)}`,
        answer: UspsAddress,
      })
      if (told.outcome === 'refused' && (told.status === 400 || told.status === 404)) {
        return { outcome: 'checked', verdict: 'N', suggestion: '' }
      }
      if (told.outcome !== 'answered') return { outcome: 'later', retryAfterMs: waitOf(told) }
      const { address, additionalInfo } = told.body
      const verdict = additionalInfo?.DPVConfirmation ?? 'N'
      const zip = [address.ZIPCode, address.ZIPPlus4].filter(Boolean).join('-')
      const street = [address.streetAddress, address.secondaryAddress].filter(Boolean).join(' ')
      return {
        outcome: 'checked',
        verdict,
        suggestion: `${street}, ${address.city}, ${address.state} ${zip}`,
        ...(verdict === 'Y' && {
          standardized: {
            address1: address.streetAddress,
            address2: address.secondaryAddress ?? '',
            city: address.city,
            state: address.state,
            zip,
          },
        }),
      }
    },

    /** What a card's letter costs. @returns undefined when USPS did not say in time */
    async letterCents(): Promise<number | undefined> {
      const told = await askLetterRate()
      return told.outcome === 'answered' ? uspsCents(told.body.totalBasePrice) : undefined
    },

    buy: (product: UspsProduct, piece: UspsPiece, requestKey: string): Promise<BuyOutcome> =>
      product === 'parcel' ? buyParcel(piece, requestKey) : buyLetter(piece),

    /**
     * Requests a parcel's label again with the key it was bought with: the same label is returned, and nothing
     * is bought twice. A letter's postage has no such key, so staff have to check.
     */
    async find(product: UspsProduct, piece: UspsPiece, requestKey: string): Promise<FoundOutcome> {
      if (product === 'letter') return { outcome: 'later', retryAfterMs: WAIT_MS }
      const told = await buyParcel(piece, requestKey)
      if (told.outcome === 'made') return told
      if (told.outcome === 'refused') return { outcome: 'absent' }
      return { outcome: 'later', retryAfterMs: told.outcome === 'not_sent' ? told.retryAfterMs : WAIT_MS }
    },

    async void(product: UspsProduct, carrierShipmentId: string): Promise<VoidOutcome> {
      const what = product === 'parcel' ? 'label' : 'indicia/imb'
      const told = await callPaid({
        method: 'DELETE',
        path: `/labels/v3/${what}/${encodeURIComponent(carrierShipmentId)}`,
        answer: UspsCancelled,
      })
      if (told.outcome === 'refused') return { outcome: 'refused', reason: told.reason }
      if (told.outcome === 'not_sent') return { outcome: 'later', retryAfterMs: told.retryAfterMs }
      if (told.outcome !== 'answered') return { outcome: 'unknown' }
      return { outcome: 'void' }
    },

    async track(trackingNumber: string): Promise<TrackOutcome> {
      const told = await call({
        method: 'GET',
        path: `/tracking/v3/tracking/${encodeURIComponent(trackingNumber)}?expand=DETAIL`,
        answer: UspsTracked,
      })
      if (told.outcome === 'refused' && (told.status === 404 || told.status === 400)) {
        return { outcome: 'not_known' }
      }
      if (told.outcome !== 'answered') return { outcome: 'later', retryAfterMs: waitOf(told) }
      const { statusCategory, status, statusSummary, trackingEvents } = told.body
      const [last] = trackingEvents ?? []
      const at = new Date(last?.GMTTimestamp || last?.eventTimestamp || Number.NaN)
      return {
        outcome: meaning(statusCategory || status),
        words: statusSummary || status,
        at: Number.isNaN(at.getTime()) ? undefined : at,
      }
    },
  }
}

function waitOf(told: { outcome: string; retryAfterMs?: number }): number {
  return told.retryAfterMs ?? WAIT_MS
}

/** `Delivered to Agent` hasn't reached the recipient, and a return to sender isn't a delivery. */
function meaning(category: string) {
  const words = category.toLowerCase()
  if (words.includes('return')) return 'returned' as const
  if (words === 'delivered') return 'delivered' as const
  return words.includes('alert') ? ('problem' as const) : ('under_way' as const)
}
