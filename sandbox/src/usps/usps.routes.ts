import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dig, holdBack, sendHtml, sendUnavailable, text } from '../carriers/answers.ts'
import type { LabelBooks, LabelStatus, SoldLabel } from '../carriers/label-books.ts'
import { pdfLabel } from '../carriers/label-pictures.ts'
import type { Faults } from '../faults/faults.ts'
import { judgeAddress } from './judge-address.ts'

/** The demo sites' credentials; any other account is refused. */
export const USPS_DEMO = {
  clientId: 'sandbox-usps-client',
  clientSecret: 'sandbox-usps-secret',
  accountNumber: '1000000001',
  crid: '12345678',
  mid: '987654321',
} as const
const TOKEN_SECONDS = 28_799
const RETRY_AFTER_SECONDS = '30'
const GROUND_ADVANTAGE_DOLLARS = 5.25
const LETTER = { postage: 0.78, rigid: 0.49 } as const
const NO_INFORMATION = 'A status update is not yet available on your package.'

/** USPS on its own paths: token, addresses, letter prices, payment, labels, postage, tracking. */
export function uspsRoutes(
  app: FastifyInstance,
  { books, faults, now }: { books: LabelBooks; faults: Faults; now: () => Date },
) {
  const tokens = new Map<string, number>()
  const payments = new Set<string>()

  app.post('/usps/oauth2/v3/token', (request, reply) => {
    if (faults.take('usps', 'token_5xx')) return sendUnavailable(reply)
    if (faults.take('usps', 'too_many')) return tooMany(reply)
    const isKnown =
      text(dig(request.body, 'client_id')) === USPS_DEMO.clientId &&
      text(dig(request.body, 'client_secret')) === USPS_DEMO.clientSecret
    if (!isKnown) return refuse(reply, 401, 'invalid_client', 'Invalid client credentials')
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, now().getTime() + TOKEN_SECONDS * 1_000)
    return {
      access_token: token,
      token_type: 'Bearer',
      issued_at: now().getTime(),
      expires_in: TOKEN_SECONDS,
      status: 'approved',
      scope: 'addresses labels payments prices tracking',
    }
  })

  /** @returns whether it was refused */
  const isTurnedAway = async (
    request: FastifyRequest,
    reply: FastifyReply,
    isPaid = false,
  ): Promise<boolean> => {
    await holdBack(faults.take('usps', 'slow'))
    const token = text(request.headers.authorization).replace(/^Bearer /, '')
    if (faults.take('usps', 'too_many')) tooMany(reply)
    else if ((tokens.get(token) ?? 0) <= now().getTime()) refuse(reply, 401, '401', 'Access token expired')
    else if (isPaid && !payments.has(text(request.headers['x-payment-authorization-token']))) {
      refuse(reply, 401, '401', 'The payment authorization token is not valid')
    } else return false
    return true
  }

  app.get<{ Querystring: Record<string, unknown> }>('/usps/addresses/v3/address', async (request, reply) => {
    if (await isTurnedAway(request, reply)) return reply
    if (faults.take('usps', 'address_5xx')) return sendUnavailable(reply)
    const street = text(request.query.streetAddress)
    if (street === '' || text(request.query.state) === '') {
      return refuse(reply, 400, '010001', 'streetAddress and state are required.')
    }
    return judgeAddress(request.query) ?? refuse(reply, 404, '010005', 'Address Not Found')
  })

  app.post('/usps/prices/v3/letter-rates/search', async (request, reply) => {
    if (await isTurnedAway(request, reply)) return reply
    const isRigid = dig(request.body, 'nonMachinableIndicators', 'isRigid') === true
    const fees = isRigid ? [{ name: 'Nonmachinable', SKU: 'DFXX0XXXXXX0000', price: LETTER.rigid }] : []
    return {
      totalBasePrice: cents(LETTER.postage + (isRigid ? LETTER.rigid : 0)),
      rates: [
        {
          SKU: 'DFLL0XXXXR00010',
          description: 'First-Class Mail Letter',
          priceType: 'RETAIL',
          price: LETTER.postage,
          weight: Number(dig(request.body, 'weight')),
          fees,
          mailClass: 'FIRST-CLASS_MAIL',
        },
      ],
    }
  })

  app.post('/usps/payments/v3/payment-authorization', async (request, reply) => {
    if (await isTurnedAway(request, reply)) return reply
    const roles = dig(request.body, 'roles')
    const payer = Array.isArray(roles) ? roles.find((role) => dig(role, 'roleName') === 'PAYER') : undefined
    if (text(dig(payer, 'accountNumber')) !== USPS_DEMO.accountNumber) {
      return refuse(reply, 400, '400', 'The payment account is not known.')
    }
    const paymentAuthorizationToken = randomBytes(32).toString('base64url')
    payments.add(paymentAuthorizationToken)
    return { paymentAuthorizationToken, roles }
  })

  app.post('/usps/labels/v3/label', async (request, reply) => {
    if (await isTurnedAway(request, reply, true)) return reply
    if (faults.take('usps', 'label_5xx')) return sendUnavailable(reply)
    if (faults.take('usps', 'label_refused'))
      return refuse(reply, 400, '160007', 'The address is not deliverable.')
    const key = text(request.headers['x-idempotency-key'])
    // The same key returns the same label: it was bought once.
    const label =
      books.findByKey(key) ?? sell(request.body, 'parcel', key, cents(GROUND_ADVANTAGE_DOLLARS) * 100)
    await holdBack(faults.take('usps', 'label_then_timeout'))
    if (faults.take('usps', 'label_html')) return sendHtml(reply)
    return reply.type('application/vnd.usps.labels+json').send({
      labelMetadata: {
        trackingNumber: label.trackingNumber,
        routingInformation: `420${label.to.zip}`,
        SKU: 'DUXP0XXXXC05010',
        postage: GROUND_ADVANTAGE_DOLLARS,
        serviceTypeCode: '055',
        zone: '04',
        weightUOM: 'LB',
        weight: Number(dig(request.body, 'packageDescription', 'weight')),
        fees: [],
        bannerText: 'USPS GROUND ADVANTAGE',
      },
      labelImage: picture(label),
    })
  })

  app.post('/usps/labels/v3/indicia/imb', async (request, reply) => {
    if (await isTurnedAway(request, reply, true)) return reply
    if (faults.take('usps', 'label_5xx')) return sendUnavailable(reply)
    if (faults.take('usps', 'label_refused'))
      return refuse(reply, 400, '160007', 'The address is not deliverable.')
    const price = cents(LETTER.postage + LETTER.rigid)
    const label = sell(request.body, 'letter', '', Math.round(price * 100))
    await holdBack(faults.take('usps', 'label_then_timeout'))
    if (faults.take('usps', 'label_html')) return sendHtml(reply)
    return reply
      .code(201)
      .type('application/vnd.usps.labels+json')
      .send({
        indiciaMetadata: {
          imb: label.trackingNumber,
          SKU: 'DFLL0XXXXC00010',
          totalPrice: price,
          postage: LETTER.postage,
          fees: [{ name: 'Nonmachinable', SKU: 'DFXX0XXXXXX0000', price: LETTER.rigid }],
          weight: Number(dig(request.body, 'indiciaDescription', 'weight')),
          mailClass: 'FIRST-CLASS',
        },
        indiciaImage: picture(label),
      })
  })

  const cancel = async (request: FastifyRequest, reply: FastifyReply, number: string, name: string) => {
    if (await isTurnedAway(request, reply, true)) return reply
    if (faults.take('usps', 'void_5xx')) return sendUnavailable(reply)
    const label = books.find(number)
    if (label === undefined || label.isVoid) return refuse(reply, 400, '160030', 'The label was not found.')
    if (label.status !== 'made') return refuse(reply, 400, '160031', 'The label was used.')
    books.write({ ...label, isVoid: true })
    return { [name]: number, status: 'CANCELED' }
  }
  app.delete<{ Params: { number: string } }>('/usps/labels/v3/label/:number', (request, reply) =>
    cancel(request, reply, request.params.number, 'trackingNumber'),
  )
  app.delete<{ Params: { imb: string } }>('/usps/labels/v3/indicia/imb/:imb', (request, reply) =>
    cancel(request, reply, request.params.imb, 'imb'),
  )

  app.get<{ Params: { number: string } }>('/usps/tracking/v3/tracking/:number', async (request, reply) => {
    if (await isTurnedAway(request, reply)) return reply
    if (faults.take('usps', 'track_5xx')) return sendUnavailable(reply)
    const label = books.find(request.params.number)
    if (label === undefined || label.isVoid || label.kind === 'letter') {
      return refuse(reply, 404, '-2147219283', NO_INFORMATION)
    }
    return tracked(label)
  })

  function sell(body: unknown, kind: 'parcel' | 'letter', key: string, priceCents: number): SoldLabel {
    const to = dig(body, 'toAddress')
    const serial = String(books.nextSerial())
    return books.write({
      trackingNumber:
        kind === 'parcel' ? `94001${serial.padStart(17, '0')}` : `00700${serial.padStart(26, '0')}`,
      key,
      kind,
      to: {
        name: text(dig(to, 'firm')) || `${text(dig(to, 'firstName'))} ${text(dig(to, 'lastName'))}`.trim(),
        city: text(dig(to, 'city')),
        state: text(dig(to, 'state')),
        zip: text(dig(to, 'ZIPCode')),
      },
      cents: priceCents,
      isVoid: false,
      status: 'made',
      soldAt: now().toISOString(),
    })
  }
}

/** Dollars rounded to the cent: sums of JSON numbers have floating-point errors. */
function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

function picture({ kind, trackingNumber, to }: SoldLabel): string {
  const title = kind === 'parcel' ? 'USPS GROUND ADVANTAGE' : 'FIRST-CLASS MAIL'
  const place = `${to.city}, ${to.state} ${to.zip}`
  return pdfLabel([title, '', to.name, place, '', trackingNumber]).toString('base64')
}

const TOLD: Readonly<Record<LabelStatus, readonly [category: string, status: string, code: string]>> = {
  made: ['Pre-Shipment', 'Shipping Label Created, USPS Awaiting Item', 'GX'],
  under_way: ['In Transit', 'In Transit to Next Facility', 'NT'],
  problem: ['Alert', 'No Access to Delivery Location', '30'],
  delivered: ['Delivered', 'Delivered, In/At Mailbox', '01'],
  returned: ['Return to Sender', 'Delivered, To Original Sender', '09'],
}

function tracked(label: SoldLabel) {
  const [statusCategory, status, eventCode] = TOLD[label.status]
  return {
    trackingNumber: label.trackingNumber,
    destinationCity: label.to.city,
    destinationState: label.to.state,
    destinationZIP: label.to.zip,
    status,
    statusCategory,
    statusSummary: `${status}.`,
    trackingEvents: [
      {
        eventType: status,
        eventTimestamp: label.soldAt,
        GMTTimestamp: label.soldAt,
        eventCode,
        eventCity: label.to.city,
      },
    ],
  }
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  const errors = [{ status: String(status), code, title: message, detail: message }]
  return reply.code(status).send({ apiVersion: '/v3', error: { code: String(status), message, errors } })
}

function tooMany(reply: FastifyReply): FastifyReply {
  return refuse(reply.header('retry-after', RETRY_AFTER_SECONDS), 429, '429', 'Too many requests')
}
