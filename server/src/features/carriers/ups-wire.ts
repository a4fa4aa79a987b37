import { centsFromDecimal } from '@laurel/domain/money'
import type { ParcelSize } from '@laurel/domain/parcel-size'
import * as z from 'zod'
import type { CarrierAccount } from './carrier-accounts.ts'
import type { CarrierAddress } from './label-outcomes.ts'

/** One shape for "one, or several": a single package comes as itself, several as a list. */
const oneOrMany = <T extends z.ZodType>(item: T) => z.union([z.array(item), item.transform((one) => [one])])
const Money = z.object({ CurrencyCode: z.string().optional(), MonetaryValue: z.string() })

export const UpsToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
})

export const UpsRates = z.object({
  RateResponse: z.object({
    RatedShipment: oneOrMany(
      z.object({
        Service: z.object({ Code: z.string() }),
        TotalCharges: Money,
        NegotiatedRateCharges: z.object({ TotalCharge: Money }).optional(),
        GuaranteedDelivery: z.object({ BusinessDaysInTransit: z.string().optional() }).optional(),
      }),
    ),
  }),
})

export const UpsShipped = z.object({
  ShipmentResponse: z.object({
    ShipmentResults: z.object({
      ShipmentIdentificationNumber: z.string().min(1),
      ShipmentCharges: z.object({ TotalCharges: Money }).optional(),
      NegotiatedRateCharges: z.object({ TotalCharge: Money }).optional(),
      PackageResults: oneOrMany(
        z.object({
          TrackingNumber: z.string().min(1),
          ShippingLabel: z.object({
            ImageFormat: z.object({ Code: z.string() }),
            GraphicImage: z.base64(),
          }),
        }),
      ),
    }),
  }),
})

export const UpsRecovered = z.object({
  LabelRecoveryResponse: z.object({
    ShipmentIdentificationNumber: z.string().optional(),
    LabelResults: oneOrMany(
      z.object({
        TrackingNumber: z.string().min(1),
        LabelImage: z.object({
          LabelImageFormat: z.object({ Code: z.string() }),
          GraphicImage: z.base64(),
        }),
      }),
    ),
  }),
})

export const UpsVoided = z.object({
  VoidShipmentResponse: z.object({
    SummaryResult: z.object({ Status: z.object({ Code: z.string(), Description: z.string() }) }),
  }),
})

const Status = z.object({
  type: z.string().optional(),
  code: z.string().optional(),
  description: z.string().optional(),
})
export const UpsTracked = z.object({
  trackResponse: z.object({
    shipment: z.array(
      z.object({
        warnings: z
          .array(z.object({ code: z.string().optional(), message: z.string().optional() }))
          .optional(),
        package: z
          .array(
            z.object({
              trackingNumber: z.string(),
              activity: z
                .array(
                  z.object({
                    status: Status.optional(),
                    date: z.string().optional(),
                    time: z.string().optional(),
                  }),
                )
                .optional(),
            }),
          )
          .optional(),
      }),
    ),
  }),
})

const Errors = z.object({
  response: z.object({ errors: z.array(z.object({ code: z.string(), message: z.string() })).min(1) }),
})

export function upsProblemWords(body: unknown): { code: string; reason: string } | undefined {
  const read = Errors.safeParse(body)
  const [first] = read.data?.response.errors ?? []
  return first && { code: first.code, reason: first.message }
}

/** @throws {RangeError} on what is no amount: the answer is not to be believed */
export function upsCents({ MonetaryValue }: z.infer<typeof Money>): number {
  const cents = centsFromDecimal(MonetaryValue)
  if (cents === undefined) throw new RangeError('not an amount of money')
  return cents
}

const UPS_SERVICES: ReadonlyArray<readonly [code: string, words: string]> = [
  ['14', 'UPS Next Day Air Early'],
  ['13', 'UPS Next Day Air Saver'],
  ['01', 'UPS Next Day Air'],
  ['59', 'UPS 2nd Day Air A.M.'],
  ['02', 'UPS 2nd Day Air'],
  ['12', 'UPS 3 Day Select'],
  ['03', 'UPS Ground'],
]

export const UPS_SERVICE_NAMES = UPS_SERVICES.map(([, words]) => words).reverse()

export function upsServiceName(code: string): string | undefined {
  return UPS_SERVICES.find(([known]) => known === code)?.[1]
}

/** The carrier's code for a service as a shipping option calls it. */
export function upsServiceCode(name: string): string | undefined {
  const asked = name.trim().toLowerCase()
  return UPS_SERVICES.find(([, words]) => words.toLowerCase() === asked)?.[0]
}

export type UpsParcel = {
  to: CarrierAddress
  size: ParcelSize
  service: string
  /** Ours, by which it is found again: at most 35 letters and digits. */
  reference: string
}

const cut = (text: string, most: number) => text.slice(0, most)

function address({
  address1,
  address2,
  city,
  state,
  zip,
}: Omit<CarrierAddress, 'name' | 'company' | 'phone'>) {
  return {
    AddressLine: [address1, address2].filter((line) => line !== '').map((line) => cut(line, 35)),
    City: cut(city, 30),
    StateProvinceCode: state,
    PostalCode: zip.replace('-', ''),
    CountryCode: 'US',
  }
}

function shipper({ accountNumber, sender }: CarrierAccount) {
  return {
    Name: cut(sender.name, 35),
    ShipperNumber: accountNumber,
    ...(sender.phone !== '' && { Phone: { Number: cut(sender.phone.replace(/\D/g, ''), 15) } }),
    Address: address({ ...sender, address2: '' }),
  }
}

function recipient({ name, company, phone, ...to }: CarrierAddress) {
  return {
    Name: cut(company || name, 35),
    ...(company !== '' && name !== '' && { AttentionName: cut(name, 35) }),
    ...(phone !== '' && { Phone: { Number: cut(phone.replace(/\D/g, ''), 15) } }),
    Address: address(to),
  }
}

function measures({ weightLb, length, width, height }: ParcelSize) {
  return {
    Dimensions: {
      UnitOfMeasurement: { Code: 'IN', Description: 'Inches' },
      Length: String(length),
      Width: String(width),
      Height: String(height),
    },
    PackageWeight: { UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' }, Weight: String(weightLb) },
  }
}

export function upsRateRequest(account: CarrierAccount, { to, size }: Pick<UpsParcel, 'to' | 'size'>) {
  return {
    RateRequest: {
      Request: { RequestOption: 'Shop' },
      Shipment: {
        Shipper: shipper(account),
        ShipTo: recipient(to),
        ShipFrom: {
          Name: cut(account.sender.name, 35),
          Address: address({ ...account.sender, address2: '' }),
        },
        NumOfPieces: '1',
        Package: [{ PackagingType: { Code: '02', Description: 'Package' }, ...measures(size) }],
        ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
      },
    },
  }
}

export function upsShipRequest(account: CarrierAccount, { to, size, service, reference }: UpsParcel) {
  const code = upsServiceCode(service) ?? '03'
  return {
    ShipmentRequest: {
      Request: { RequestOption: 'nonvalidate' },
      Shipment: {
        Description: 'Reward cards',
        Shipper: shipper(account),
        ShipTo: recipient(to),
        PaymentInformation: {
          ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: account.accountNumber } }],
        },
        Service: { Code: code, Description: upsServiceName(code)! },
        ReferenceNumber: [{ Value: reference }],
        ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
        Package: [
          {
            Description: 'Reward cards',
            Packaging: { Code: '02', Description: 'Package' },
            ReferenceNumber: [{ Value: reference }],
            ...measures(size),
          },
        ],
      },
      LabelSpecification: {
        LabelImageFormat: { Code: 'GIF', Description: 'GIF' },
        LabelStockSize: { Height: '6', Width: '4' },
        HTTPUserAgent: 'Mozilla/4.5',
      },
    },
  }
}

export function upsRecoveryRequest(account: CarrierAccount, reference: string) {
  return {
    LabelRecoveryRequest: {
      Request: { RequestOption: 'Non_Validate' },
      LabelSpecification: { LabelImageFormat: { Code: 'GIF' }, HTTPUserAgent: 'Mozilla/4.5' },
      ReferenceValues: { ReferenceNumber: { Value: reference }, ShipperNumber: account.accountNumber },
    },
  }
}
