import type { ByHandMethod, HostedPageMethod, ProviderMethod } from '@laurel/domain/payment-method'
import * as z from 'zod'
import { seal, unseal } from '../../secrets/sealed.ts'
import type { MerchantAccount } from './payment-gateway.ts'

const Merchant = z.object({ merchantId: z.string(), userId: z.string(), pin: z.string() })
const Remit = z.object({ lines: z.array(z.object({ label: z.string(), value: z.string() })) })

/** Where the money of a check or a transfer goes: payee and address, or bank and account. */
type RemitTo = z.infer<typeof Remit>

/** The encrypted settings of each payment method. */
export type ProviderSettings = Record<ByHandMethod, RemitTo> & Record<HostedPageMethod, MerchantAccount>

/** Seals a provider's settings for `organization_payment_providers.settings_sealed`. */
export function sealProviderSettings<M extends ProviderMethod>(
  dataSeal: Buffer,
  siteId: number,
  method: M,
  settings: ProviderSettings[M],
): string {
  return seal(dataSeal, place(siteId, method), JSON.stringify(settings))
}

/** @returns undefined when the site has not set this way to pay up */
export function openMerchantAccount(
  dataSeal: Buffer,
  siteId: number,
  method: HostedPageMethod,
  sealed: string,
): MerchantAccount | undefined {
  if (sealed === '') return undefined
  return Merchant.parse(JSON.parse(unseal(dataSeal, place(siteId, method), sealed)))
}

/** @returns no lines when the site has only its instructions */
export function openRemitTo(dataSeal: Buffer, siteId: number, method: ByHandMethod, sealed: string): RemitTo {
  if (sealed === '') return { lines: [] }
  return Remit.parse(JSON.parse(unseal(dataSeal, place(siteId, method), sealed)))
}

function place(siteId: number, method: ProviderMethod): string {
  return `payment-provider:${siteId}:${method}`
}
