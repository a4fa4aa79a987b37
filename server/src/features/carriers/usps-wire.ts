import { ADDRESS_VERDICTS } from '@laurel/domain/address-verdict'
import { centsFromDecimal } from '@laurel/domain/money'
import { CARD_LETTER, CARD_MAILER } from '@laurel/domain/parcel-size'
import * as z from 'zod'
import type { CarrierAccount } from './carrier-accounts.ts'
import type { CarrierAddress } from './label-outcomes.ts'

const blank = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** A letter, whose postage is indicia, and a parcel that can be followed. */
export const USPS_SERVICE_NAMES = ['USPS First-Class', 'USPS Ground Advantage']

export const UspsToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
})

export const UspsAddress = z.object({
  address: z.object({
    streetAddress: blank,
    secondaryAddress: blank,
    city: blank,
    state: blank,
    ZIPCode: blank,
    ZIPPlus4: blank,
  }),
  additionalInfo: z.object({ DPVConfirmation: z.enum(ADDRESS_VERDICTS).nullish().catch(null) }).nullish(),
})

export const UspsLetterRates = z.object({
  totalBasePrice: z.number(),
  rates: z.array(z.unknown()).optional(),
})

export const UspsPayment = z.object({ paymentAuthorizationToken: z.string().min(1) })

export const UspsLabel = z.object({
  labelMetadata: z.object({ trackingNumber: z.string().min(1), postage: z.number().optional() }),
  labelImage: z.base64(),
})

export const UspsIndicia = z.object({
  indiciaMetadata: z.object({
    imb: z.string().min(1),
    trackingNumber: z.string().optional(),
    totalPrice: z.number().optional(),
    postage: z.number().optional(),
    fees: z.array(z.object({ price: z.number().optional() })).optional(),
  }),
  indiciaImage: z.base64(),
})

export const UspsCancelled = z.object({ status: z.string().optional() })

export const UspsTracked = z.object({
  trackingNumber: z.string().optional(),
  status: blank,
  statusCategory: blank,
  statusSummary: blank,
  trackingEvents: z
    .array(z.object({ eventType: blank, eventCode: blank, GMTTimestamp: blank, eventTimestamp: blank }))
    .nullish(),
})

const Errors = z.object({
  error: z.object({
    code: z.coerce.string().optional(),
    message: z.string().optional(),
    errors: z.array(z.object({ title: z.string().optional(), detail: z.string().optional() })).optional(),
  }),
})

export function uspsProblemWords(body: unknown): { code: string; reason: string } | undefined {
  const { error } = Errors.safeParse(body).data ?? {}
  if (error === undefined) return undefined
  const reason = error.errors?.find(({ detail }) => detail)?.detail ?? error.message ?? ''
  return { code: error.code ?? '', reason }
}

/**
 * A price of theirs is a JSON number of dollars: read from its text, never reckoned with.
 *
 * @returns 0 for what is no price: postage without one is postage all the same
 */
export function uspsCents(dollars: number | undefined): number {
  return centsFromDecimal(String(dollars ?? '')) ?? 0
}

function zipOf(zip: string) {
  const [, five = '', four] = /^(\d{5})(?:-?(\d{4}))?$/.exec(zip) ?? []
  return { ZIPCode: five, ...(four !== undefined && { ZIPPlus4: four }) }
}

function mailing({
  address1,
  address2,
  city,
  state,
  zip,
}: Omit<CarrierAddress, 'name' | 'company' | 'phone'>) {
  return {
    streetAddress: address1.slice(0, 50),
    ...(address2 !== '' && { secondaryAddress: address2.slice(0, 50) }),
    city: city.slice(0, 28),
    state,
    ...zipOf(zip),
  }
}

/** Two names or a firm; a single name is sent twice where both are required. */
function addressee({ name, company, ...to }: CarrierAddress) {
  const at = name.lastIndexOf(' ')
  const [first, last] = at < 0 ? [name, name] : [name.slice(0, at), name.slice(at + 1)]
  return {
    ...(name !== '' && { firstName: first.slice(0, 50), lastName: last.slice(0, 50) }),
    ...(company !== '' && { firm: company.slice(0, 50) }),
    ...mailing(to),
  }
}

function senderOf({ sender }: CarrierAccount) {
  return { firm: sender.name.slice(0, 50), ...mailing({ ...sender, address2: '' }) }
}

export function uspsPaymentRequest({ crid, mid, manifestMid, accountNumber }: CarrierAccount) {
  const role = {
    CRID: crid,
    MID: mid,
    manifestMID: manifestMid || mid,
    accountType: 'EPS',
    accountNumber,
  }
  return { roles: ['PAYER', 'LABEL_OWNER'].map((roleName) => ({ roleName, ...role })) }
}

export function uspsLetterRateRequest() {
  return { ...letterMeasures(), processingCategory: 'LETTERS', nonMachinableIndicators: { isRigid: true } }
}

function letterMeasures() {
  const { weightOz, lengthIn, heightIn, thicknessIn } = CARD_LETTER
  return { weight: weightOz, length: lengthIn, height: heightIn, thickness: thicknessIn }
}

export type UspsPiece = {
  to: CarrierAddress
  /** `D-17`: printed on the label. */
  reference: string
  /** `YYYY-MM-DD` */
  mailingDate: string
}

export function uspsLabelRequest(account: CarrierAccount, { to, reference, mailingDate }: UspsPiece) {
  const { weightLb, lengthIn, widthIn, heightIn } = CARD_MAILER
  return {
    imageInfo: { imageType: 'PDF', labelType: '4X6LABEL', receiptOption: 'NONE' },
    toAddress: addressee(to),
    fromAddress: senderOf(account),
    packageDescription: {
      mailClass: 'USPS_GROUND_ADVANTAGE',
      rateIndicator: 'SP',
      weightUOM: 'lb',
      weight: weightLb,
      dimensionsUOM: 'in',
      length: lengthIn,
      width: widthIn,
      height: heightIn,
      processingCategory: 'MACHINABLE',
      mailingDate,
      destinationEntryFacilityType: 'NONE',
      customerReference: [{ referenceNumber: reference, printReferenceNumber: true }],
    },
  }
}

export function uspsIndiciaRequest(account: CarrierAccount, { to, mailingDate }: UspsPiece) {
  return {
    indiciaDescription: {
      processingCategory: 'LETTERS',
      ...letterMeasures(),
      mailingDate,
      nonMachinableIndicators: { isRigid: true },
    },
    imageInfo: { imageType: 'PDF', labelType: '6X4LABEL', receiptOption: 'NONE' },
    toAddress: addressee(to),
    returnAddress: senderOf(account),
  }
}

export type AddressAsked = Pick<CarrierAddress, 'address1' | 'address2' | 'city' | 'state' | 'zip'>

export function uspsAddressQuery(asked: AddressAsked): string {
  const { streetAddress, secondaryAddress, city, state, ...zip } = mailing(asked)
  return new URLSearchParams({
    streetAddress,
    ...(secondaryAddress !== undefined && { secondaryAddress }),
    city,
    state,
    ...zip,
  }).toString()
}
