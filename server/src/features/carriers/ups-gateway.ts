import { createHash } from 'node:crypto'
import { parcelSize } from '@laurel/domain/parcel-size'
import { cacheToken, type TokenOutcome } from './cached-token.ts'
import type { CallBudget } from './call-budget.ts'
import type { CarrierAccount } from './carrier-accounts.ts'
import { type CallOutcome, type CarrierCall, callCarrier, type GatewayParts } from './carrier-call.ts'
import { type CheckOutcome, checkedCall, checkedToken } from './connection-check.ts'
import type { BuyOutcome, FoundOutcome, Label, TrackOutcome, VoidOutcome } from './label-outcomes.ts'
import {
  type UpsParcel,
  UpsRates,
  UpsRecovered,
  UpsShipped,
  UpsToken,
  UpsTracked,
  UpsVoided,
  upsCents,
  upsProblemWords,
  upsRateRequest,
  upsRecoveryRequest,
  upsServiceName,
  upsShipRequest,
} from './ups-wire.ts'

const SOURCE = 'laurel'
/** Prices are optional: after this wait, the flat ones are shown. */
const RATE_TIMEOUT_MS = 4_000
/** A call that failed for no known reason is not made again at once. */
const WAIT_MS = 60_000

export type UpsRate = { service: string; cents: number; days: number | null }
export type UpsGateway = ReturnType<typeof makeUpsGateway>

/**
 * UPS for one account: prices, labels, their voiding and recovery, and tracking.
 *
 * @param log hears that a call failed and how, never with what was sent
 */
export function makeUpsGateway(
  baseUrl: string,
  account: CarrierAccount,
  budget: CallBudget,
  { log, now, labelTimeoutMs }: GatewayParts,
) {
  const token = cacheToken(async (): Promise<TokenOutcome> => {
    const basic = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')
    const told = await callCarrier(
      {
        method: 'POST',
        url: `${baseUrl}/security/v1/oauth/token`,
        headers: {
          authorization: `Basic ${basic}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: 'grant_type=client_credentials',
        answer: UpsToken,
        problem: upsProblemWords,
      },
      budget,
      log,
    )
    if (told.outcome === 'refused') return { reason: told.reason }
    if (told.outcome !== 'answered')
      return { retryAfterMs: 'retryAfterMs' in told ? told.retryAfterMs : WAIT_MS }
    return { value: told.body.access_token, livesMs: told.body.expires_in * 1_000 }
  }, now)

  /** Calls with the token; once more with a new one if the old one is refused. */
  async function call<T>(
    about: string,
    asked: Omit<CarrierCall<T>, 'problem' | 'url'> & { path: string },
  ): Promise<CallOutcome<T>> {
    for (let attempt = 1; ; attempt += 1) {
      const bearer = await token.read()
      if ('retryAfterMs' in bearer) return { outcome: 'not_sent', retryAfterMs: bearer.retryAfterMs }
      if ('reason' in bearer) return { outcome: 'refused', status: 401, code: 'token', reason: bearer.reason }
      const { path, ...rest } = asked
      const told = await callCarrier(
        {
          ...rest,
          url: `${baseUrl}${path}`,
          headers: {
            authorization: `Bearer ${bearer.value}`,
            accept: 'application/json',
            // At most 32 characters; says which call it was, to them and to us.
            transId: createHash('sha256').update(about).digest('hex').slice(0, 32),
            transactionSrc: SOURCE,
            ...(asked.body !== undefined && { 'content-type': 'application/json' }),
          },
          problem: upsProblemWords,
        },
        budget,
        log,
      )
      if (told.outcome === 'refused' && told.status === 401 && attempt === 1) token.forget()
      else return told
    }
  }

  const askRates = (parcel: Pick<UpsParcel, 'to' | 'size'>) =>
    call('rates', {
      method: 'POST',
      path: '/api/rating/v2409/Shop',
      body: JSON.stringify(upsRateRequest(account, parcel)),
      answer: UpsRates,
      timeoutMs: RATE_TIMEOUT_MS,
    })

  return {
    /** Does UPS let us in? Asked anew, whatever is known from before. */
    signIn: async (): Promise<CheckOutcome> => {
      token.forget()
      return checkedToken(await token.read())
    },

    /** Does UPS know the shipper number, and name a price for it? The smallest parcel, to the sender's own address. */
    async checkAccount(): Promise<CheckOutcome> {
      const to = { ...account.sender, company: '', address2: '' }
      const told = await askRates({ to, size: parcelSize(1) })
      if (told.outcome !== 'answered') return checkedCall(told)
      const prices = told.body.RateResponse.RatedShipment.flatMap((rated) => {
        const service = upsServiceName(rated.Service.Code)
        const cents = centsOrNothing(rated.NegotiatedRateCharges?.TotalCharge ?? rated.TotalCharges)
        return service === undefined || cents === 0 ? [] : [{ service, cents }]
      })
      const [least] = prices.toSorted((a, b) => a.cents - b.cents)
      return { outcome: 'right', ...(least && { price: least }) }
    },

    /** What the parcel costs by service. @returns undefined when UPS did not say in time */
    async rates(parcel: Pick<UpsParcel, 'to' | 'size'>): Promise<UpsRate[] | undefined> {
      const told = await askRates(parcel)
      if (told.outcome !== 'answered') return undefined
      try {
        return told.body.RateResponse.RatedShipment.flatMap((rated) => {
          const service = upsServiceName(rated.Service.Code)
          if (service === undefined) return []
          const cents = upsCents(rated.NegotiatedRateCharges?.TotalCharge ?? rated.TotalCharges)
          const days = Number(rated.GuaranteedDelivery?.BusinessDaysInTransit)
          return [{ service, cents, days: Number.isInteger(days) && days > 0 ? days : null }]
        })
      } catch {
        return undefined
      }
    },

    async buy(parcel: UpsParcel): Promise<BuyOutcome> {
      const told = await call(parcel.reference, {
        method: 'POST',
        path: '/api/shipments/v2409/ship',
        body: JSON.stringify(upsShipRequest(account, parcel)),
        answer: UpsShipped,
        timeoutMs: labelTimeoutMs,
      })
      if (told.outcome === 'lost') return { outcome: 'unknown' }
      if (told.outcome !== 'answered') return told
      const results = told.body.ShipmentResponse.ShipmentResults
      const [first] = results.PackageResults
      if (first === undefined) return { outcome: 'unknown' }
      const charges = results.NegotiatedRateCharges?.TotalCharge ?? results.ShipmentCharges?.TotalCharges
      return {
        outcome: 'made',
        carrierShipmentId: results.ShipmentIdentificationNumber,
        trackingNumber: first.TrackingNumber,
        costCents: centsOrNothing(charges),
        label: labelOf(first.ShippingLabel.ImageFormat.Code, first.ShippingLabel.GraphicImage),
      }
    },

    /** Looks for a label by our reference, in both books that could know it. */
    async find(reference: string): Promise<FoundOutcome> {
      const told = await call(`find-${reference}`, {
        method: 'POST',
        path: '/api/labels/v2409/recovery',
        body: JSON.stringify(upsRecoveryRequest(account, reference)),
        answer: UpsRecovered,
      })
      if (told.outcome === 'answered') {
        const { LabelResults, ShipmentIdentificationNumber } = told.body.LabelRecoveryResponse
        const [first] = LabelResults
        if (first !== undefined) {
          return {
            outcome: 'made',
            carrierShipmentId: ShipmentIdentificationNumber ?? first.TrackingNumber,
            trackingNumber: first.TrackingNumber,
            costCents: 0,
            label: labelOf(first.LabelImage.LabelImageFormat.Code, first.LabelImage.GraphicImage),
          }
        }
      }
      if (told.outcome === 'not_sent') return { outcome: 'later', retryAfterMs: told.retryAfterMs }
      if (
        told.outcome === 'lost' ||
        (told.outcome === 'refused' && told.status !== 400 && told.status !== 404)
      ) {
        return { outcome: 'later', retryAfterMs: WAIT_MS }
      }
      const tracked = await call(`track-${reference}`, {
        method: 'GET',
        path: `/api/track/v1/reference/details/${encodeURIComponent(reference)}?shipperNum=${encodeURIComponent(account.accountNumber)}&refNumType=SmallPackage`,
        answer: UpsTracked,
      })
      const isUnheardOf =
        (tracked.outcome === 'refused' && tracked.status === 404) ||
        (tracked.outcome === 'answered' &&
          tracked.body.trackResponse.shipment.every((one) => (one.package ?? []).length === 0))
      if (isUnheardOf) return { outcome: 'absent' }
      // The label exists but wasn't returned: ask again, or staff settle it.
      return { outcome: 'later', retryAfterMs: 'retryAfterMs' in tracked ? tracked.retryAfterMs : WAIT_MS }
    },

    async void(carrierShipmentId: string): Promise<VoidOutcome> {
      const told = await call(`void-${carrierShipmentId}`, {
        method: 'DELETE',
        path: `/api/shipments/v2409/void/cancel/${encodeURIComponent(carrierShipmentId)}`,
        answer: UpsVoided,
      })
      if (told.outcome === 'refused') return { outcome: 'refused', reason: told.reason }
      if (told.outcome === 'not_sent') return { outcome: 'later', retryAfterMs: told.retryAfterMs }
      if (told.outcome !== 'answered') return { outcome: 'unknown' }
      const { Code, Description } = told.body.VoidShipmentResponse.SummaryResult.Status
      return Code === '1' ? { outcome: 'void' } : { outcome: 'refused', reason: Description }
    },

    async track(trackingNumber: string): Promise<TrackOutcome> {
      const told = await call(`track-${trackingNumber}`, {
        method: 'GET',
        path: `/api/track/v1/details/${encodeURIComponent(trackingNumber)}?locale=en_US`,
        answer: UpsTracked,
      })
      if (told.outcome === 'refused' && told.status === 404) return { outcome: 'not_known' }
      if (told.outcome !== 'answered') {
        return { outcome: 'later', retryAfterMs: 'retryAfterMs' in told ? told.retryAfterMs : WAIT_MS }
      }
      const found = told.body.trackResponse.shipment
        .flatMap((one) => one.package ?? [])
        .find((one) => one.trackingNumber === trackingNumber)
      const [last] = found?.activity ?? []
      if (last?.status === undefined) return { outcome: 'not_known' }
      const words = last.status.description?.trim() ?? ''
      return { outcome: meaning(last.status), words, at: momentOf(last.date, last.time) }
    },
  }
}

/** Return to sender is an exception that ends at the sender; `RS` is what they call its manifest. */
function meaning({ type, code, description }: { type?: string; code?: string; description?: string }) {
  const isReturn = code === 'RS' || /return(ed|ing)? to (the )?(sender|shipper)/i.test(description ?? '')
  if (isReturn) return 'returned' as const
  if (type === 'D') return 'delivered' as const
  return type === 'X' ? ('problem' as const) : ('under_way' as const)
}

/** `20261121` and `143005`, in the time of the place: good to the day. */
function momentOf(date: string | undefined, time: string | undefined): Date | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date ?? '') ?? []
  if (year === undefined) return undefined
  const [, hours = '12', minutes = '00', seconds = '00'] = /^(\d{2})(\d{2})(\d{2})$/.exec(time ?? '') ?? []
  const at = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** A label without a price is a label all the same. */
function centsOrNothing(charges: { MonetaryValue: string } | undefined): number {
  try {
    return charges === undefined ? 0 : upsCents(charges)
  } catch {
    return 0
  }
}

function labelOf(code: string, image: string): Label {
  const contentType = code.toUpperCase() === 'PNG' ? 'image/png' : 'image/gif'
  return { bytes: Buffer.from(image, 'base64'), contentType }
}
