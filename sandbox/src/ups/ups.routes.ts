import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dig, holdBack, sendHtml, sendUnavailable, text } from '../carriers/answers.ts'
import type { LabelBooks, LabelStatus, SoldLabel } from '../carriers/label-books.ts'
import { gifLabel } from '../carriers/label-pictures.ts'
import type { Faults } from '../faults/faults.ts'

/** The demo sites' credentials; any other account is refused. */
export const UPS_DEMO = {
  clientId: 'sandbox-ups-client',
  clientSecret: 'sandbox-ups-secret',
  accountNumber: 'SBX001',
} as const
const TOKEN_SECONDS = 14_399

/** Base price and price per pound in cents, and days in transit. */
const SERVICES = {
  '03': ['UPS Ground', 1_184, 62, 4],
  '12': ['UPS 3 Day Select', 1_790, 140, 3],
  '02': ['UPS 2nd Day Air', 2_480, 210, 2],
  '13': ['UPS Next Day Air Saver', 4_310, 330, 1],
  '01': ['UPS Next Day Air', 4_890, 360, 1],
} as const
type ServiceCode = keyof typeof SERVICES

const DONE = { Response: { ResponseStatus: { Code: '1', Description: 'Success' } } }
const dollars = (cents: number) => ({ CurrencyCode: 'USD', MonetaryValue: (cents / 100).toFixed(2) })

/** UPS on its own paths: token, rates, labels, voiding, recovery, tracking. */
export function upsRoutes(
  app: FastifyInstance,
  { books, faults, now }: { books: LabelBooks; faults: Faults; now: () => Date },
) {
  const tokens = new Map<string, number>()

  app.post('/ups/security/v1/oauth/token', (request, reply) => {
    if (faults.take('ups', 'token_5xx')) return sendUnavailable(reply)
    if (faults.take('ups', 'too_many')) return tooMany(reply)
    const basic = Buffer.from(text(request.headers.authorization).replace(/^Basic /, ''), 'base64').toString()
    if (basic !== `${UPS_DEMO.clientId}:${UPS_DEMO.clientSecret}`) {
      return refuse(reply, 401, '10401', 'ClientId is Invalid')
    }
    if (text(dig(request.body, 'grant_type')) !== 'client_credentials') {
      return refuse(reply, 400, '10400', 'Invalid/Missing Grant Type')
    }
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, now().getTime() + TOKEN_SECONDS * 1_000)
    return {
      token_type: 'Bearer',
      issued_at: String(now().getTime()),
      client_id: UPS_DEMO.clientId,
      access_token: token,
      scope: '',
      expires_in: String(TOKEN_SECONDS),
      refresh_count: '0',
      status: 'approved',
    }
  })

  /** @returns whether it was refused */
  const isTurnedAway = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    await holdBack(faults.take('ups', 'slow'))
    const token = text(request.headers.authorization).replace(/^Bearer /, '')
    if (faults.take('ups', 'too_many')) tooMany(reply)
    else if ((tokens.get(token) ?? 0) <= now().getTime())
      refuse(reply, 401, '250002', 'Invalid Authentication Information.')
    else return false
    return true
  }

  app.post('/ups/api/rating/v2409/:option', async (request, reply) => {
    if (await isTurnedAway(request, reply)) return reply
    if (faults.take('ups', 'rate_5xx')) return sendUnavailable(reply)
    await holdBack(faults.take('ups', 'rate_slow'))
    const parcel = dig(request.body, 'RateRequest', 'Shipment')
    const weight = Number(dig(parcel, 'Package', 0, 'PackageWeight', 'Weight'))
    const zip = text(dig(parcel, 'ShipTo', 'Address', 'PostalCode'))
    if (!(weight > 0) || !/^\d{5}/.test(zip))
      return refuse(reply, 400, '111285', 'The postal code is invalid.')
    const codes = Object.keys(SERVICES) as ServiceCode[]
    return {
      RateResponse: { ...DONE, RatedShipment: codes.map((code) => rated(code, weight)) },
    }
  })

  app.post('/ups/api/shipments/v2409/ship', async (request, reply) => {
    if (await isTurnedAway(request, reply)) return reply
    if (faults.take('ups', 'ship_5xx')) return sendUnavailable(reply)
    if (faults.take('ups', 'ship_refused')) {
      return refuse(reply, 400, '120124', 'The ship to address is not serviced.')
    }
    const shipment = dig(request.body, 'ShipmentRequest', 'Shipment')
    const code = text(dig(shipment, 'Service', 'Code')) as ServiceCode
    const weight = Number(dig(shipment, 'Package', 0, 'PackageWeight', 'Weight'))
    const to = dig(shipment, 'ShipTo', 'Address')
    if (text(dig(shipment, 'Shipper', 'ShipperNumber')) !== UPS_DEMO.accountNumber) {
      return refuse(reply, 400, '120100', 'Missing or invalid shipper number')
    }
    if (!(code in SERVICES)) return refuse(reply, 400, '120500', 'Missing or invalid service code')
    if (!(weight > 0 && weight <= 150)) return refuse(reply, 400, '120603', 'Package weight is out of range.')
    if (/\bP\.?\s*O\.?\s*BOX\b/i.test(text(dig(to, 'AddressLine', 0)))) {
      return refuse(reply, 400, '120212', 'UPS does not deliver to a PO Box.')
    }
    const label = books.write({
      trackingNumber: trackingNumber(code, books.nextSerial()),
      key: text(dig(shipment, 'ReferenceNumber', 0, 'Value')),
      kind: code,
      to: {
        name: text(dig(shipment, 'ShipTo', 'Name')),
        city: text(dig(to, 'City')),
        state: text(dig(to, 'StateProvinceCode')),
        zip: text(dig(to, 'PostalCode')),
      },
      cents: price(code, weight),
      isVoid: false,
      status: 'made',
      soldAt: now().toISOString(),
    })
    // The label is created, but the buyer doesn't get the answer.
    await holdBack(faults.take('ups', 'ship_then_timeout'))
    if (faults.take('ups', 'ship_html')) return sendHtml(reply)
    return { ShipmentResponse: { ...DONE, ShipmentResults: results(label, weight) } }
  })

  app.delete<{ Params: { id: string } }>(
    '/ups/api/shipments/v2409/void/cancel/:id',
    async (request, reply) => {
      if (await isTurnedAway(request, reply)) return reply
      if (faults.take('ups', 'void_5xx')) return sendUnavailable(reply)
      const label = books.find(request.params.id)
      if (label === undefined) return refuse(reply, 400, '190117', 'The Pickup Record was not found.')
      if (label.isVoid) return refuse(reply, 400, '190118', 'The shipment was already voided.')
      if (label.status !== 'made') {
        return refuse(reply, 400, '190102', 'No shipment found within the allowed void period')
      }
      books.write({ ...label, isVoid: true })
      return {
        VoidShipmentResponse: {
          ...DONE,
          SummaryResult: { Status: { Code: '1', Description: 'Voided' } },
        },
      }
    },
  )

  app.post('/ups/api/labels/v2409/recovery', async (request, reply) => {
    if (await isTurnedAway(request, reply)) return reply
    if (faults.take('ups', 'recovery_5xx')) return sendUnavailable(reply)
    const asked = dig(request.body, 'LabelRecoveryRequest')
    const number = text(dig(asked, 'TrackingNumber'))
    const label =
      number === ''
        ? books.findByKey(text(dig(asked, 'ReferenceValues', 'ReferenceNumber', 'Value')))
        : books.find(number)
    if (label === undefined || label.isVoid || faults.take('ups', 'recovery_none')) {
      return refuse(reply, 400, '300101', 'No label found for the request.')
    }
    return {
      LabelRecoveryResponse: {
        ...DONE,
        ShipmentIdentificationNumber: label.trackingNumber,
        LabelResults: [
          {
            TrackingNumber: label.trackingNumber,
            LabelImage: { LabelImageFormat: { Code: 'GIF' }, GraphicImage: picture(label) },
          },
        ],
      },
    }
  })

  const track = async (request: FastifyRequest, reply: FastifyReply, label: SoldLabel | undefined) => {
    if (await isTurnedAway(request, reply)) return reply
    if (faults.take('ups', 'track_5xx')) return sendUnavailable(reply)
    if (request.headers.transid === undefined || request.headers.transactionsrc === undefined) {
      return refuse(reply, 400, 'TV0001', 'transId and transactionSrc are required')
    }
    if (label === undefined || label.isVoid)
      return refuse(reply, 404, 'TW0001', 'Tracking Information Not Found')
    return {
      trackResponse: { shipment: [{ inquiryNumber: label.trackingNumber, package: [tracked(label)] }] },
    }
  }
  app.get<{ Params: { number: string } }>('/ups/api/track/v1/details/:number', (request, reply) =>
    track(request, reply, books.find(request.params.number)),
  )
  app.get<{ Params: { reference: string } }>(
    '/ups/api/track/v1/reference/details/:reference',
    (request, reply) => track(request, reply, books.findByKey(request.params.reference)),
  )

  function rated(code: ServiceCode, weight: number) {
    const cents = price(code, weight)
    const [name, , , days] = SERVICES[code]
    return {
      Service: { Code: code, Description: name },
      RatedShipmentAlert: [
        { Code: '110971', Description: 'Your invoice may vary from the displayed reference rates' },
      ],
      BillingWeight: billing(weight),
      TransportationCharges: dollars(cents),
      ServiceOptionsCharges: dollars(0),
      TotalCharges: dollars(cents),
      NegotiatedRateCharges: { TotalCharge: dollars(Math.round(cents * 0.8)) },
      GuaranteedDelivery: { BusinessDaysInTransit: String(days) },
      RatedPackage: [{ TotalCharges: dollars(cents), Weight: String(weight) }],
    }
  }
}

function price(code: ServiceCode, weight: number): number {
  const [, base, perPound] = SERVICES[code]
  return base + Math.round(perPound * weight)
}

function billing(weight: number) {
  return { UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' }, Weight: weight.toFixed(1) }
}

function results(label: SoldLabel, weight: number) {
  return {
    ShipmentCharges: {
      TransportationCharges: dollars(label.cents),
      ServiceOptionsCharges: dollars(0),
      TotalCharges: dollars(label.cents),
    },
    NegotiatedRateCharges: { TotalCharge: dollars(Math.round(label.cents * 0.8)) },
    BillingWeight: billing(weight),
    ShipmentIdentificationNumber: label.trackingNumber,
    PackageResults: [
      {
        TrackingNumber: label.trackingNumber,
        ShippingLabel: { ImageFormat: { Code: 'GIF', Description: 'GIF' }, GraphicImage: picture(label) },
      },
    ],
  }
}

function picture({ trackingNumber: number }: SoldLabel): string {
  return gifLabel(number).toString('base64')
}

/** `1Z`, the account, the service, seven digits, and a check digit. */
function trackingNumber(code: string, serial: number): string {
  const body = `${UPS_DEMO.accountNumber}${code}${String(serial).padStart(7, '0')}`
  const check = createHash('sha256').update(body).digest()[0]! % 10
  return `1Z${body}${check}`
}

const TOLD: Readonly<Record<LabelStatus, readonly [type: string, code: string, words: string]>> = {
  made: ['M', 'MP', 'Shipper created a label, UPS has not received the package yet.'],
  under_way: ['I', 'DP', 'Departed from Facility'],
  problem: ['X', 'A6', 'The receiver was not available at the time of delivery.'],
  delivered: ['D', 'FS', 'DELIVERED'],
  returned: ['X', 'RS', 'Returning to Sender'],
}

function tracked(label: SoldLabel) {
  const [type, code, description] = TOLD[label.status]
  const [date = '', time = ''] = label.soldAt.replaceAll(/[-:]/g, '').slice(0, 15).split('T')
  const status = { type, code, description, statusCode: '' }
  return {
    trackingNumber: label.trackingNumber,
    deliveryDate: [],
    activity: [{ location: { address: { city: label.to.city, countryCode: 'US' } }, status, date, time }],
    currentStatus: { description, code },
    packageCount: 1,
    referenceNumber: [{ type: 'SHIPMENT', number: label.key }],
  }
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ response: { errors: [{ code, message }] } })
}

function tooMany(reply: FastifyReply): FastifyReply {
  return refuse(reply, 429, '10429', 'Too Many Requests')
}
