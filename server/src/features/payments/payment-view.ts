import type { Payment, PaymentProvider, Remittance } from '@laurel/contract/orders'
import { formatCents } from '@laurel/domain/money'
import { isByHand, isHostedPage, isRecorded } from '@laurel/domain/payment-method'
import { remittanceReference } from '@laurel/domain/remittance-reference'
import { REMITTANCE_NOTES } from '@laurel/domain/remittance-words'
import type * as z from 'zod'
import type { Kit } from '../../kit.ts'
import { unseal } from '../../secrets/sealed.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { PaymentRow, ProviderRow, RemitTo } from './payments.repo.ts'
import { openRemitTo } from './provider-settings.ts'

export type PaymentWire = z.infer<typeof Payment>
type RemittanceWire = z.infer<typeof Remittance>
type ProviderWire = z.infer<typeof PaymentProvider>

/** The page itself lives a minute less than the attempt. */
const PAGE_ENDS_BEFORE_MS = 60_000

export type PaymentViewKit = Pick<Kit, 'keys' | 'gateway' | 'now'>

/**
 * Is this way to pay open to customers? Cards and bank accounts need the provider, the site's account there, and a live
 * site: orders of its preview are deleted, and must not move money.
 */
export function isOffered(
  { pageUrl }: Pick<PaymentGateway, 'pageUrl'>,
  { live_at }: Pick<SiteRow, 'live_at'>,
  { method_code, settings_sealed }: Pick<ProviderRow, 'method_code' | 'settings_sealed'>,
): boolean {
  return !isHostedPage(method_code) || (pageUrl !== undefined && settings_sealed !== '' && live_at !== null)
}

export function providerWire(row: ProviderRow): ProviderWire {
  return {
    id: row.id,
    method_code: row.method_code,
    title: row.title,
    instructions: row.instructions,
    position: row.position,
  }
}

/**
 * A payment as its buyer sees it, with a link to the payment page while the attempt is open.
 *
 * @param owedCents the amount due for its order, if part of it may have been received
 */
export function paymentWire(
  kit: PaymentViewKit,
  row: PaymentRow,
  orderNumber: string | null,
  providers: readonly RemitTo[],
  owedCents = row.amount_cents,
): PaymentWire {
  return {
    id: row.id,
    order_id: row.order_id,
    method_code: row.method_code,
    state: row.state,
    amount_cents: row.amount_cents,
    masked_account: row.masked_account,
    message: row.message,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    hosted_page: hostedPage(kit, row),
    remittance: remittance(kit, row, orderNumber, providers, owedCents),
  }
}

function hostedPage(kit: PaymentViewKit, row: PaymentRow): PaymentWire['hosted_page'] {
  if (row.state !== 'started' || row.token_sealed === '' || row.expires_at === null) return null
  const { pageUrl: url } = kit.gateway
  if (url === undefined || wasUsed(row)) return null
  if (kit.now().getTime() >= row.expires_at.getTime() - PAGE_ENDS_BEFORE_MS) return null
  const token = unseal(kit.keys.dataSeal, tokenPlace(row.site_id, row.id), row.token_sealed)
  return { url, fields: { ssl_txn_auth_token: token } }
}

/** The provider has a transaction for it, fitting or not: the page must not be paid twice. */
function wasUsed({ verification, message }: PaymentRow): boolean {
  return message !== '' || (verification !== null && verification.reason !== 'no_transaction')
}

function remittance(
  kit: PaymentViewKit,
  row: PaymentRow,
  orderNumber: string | null,
  providers: readonly RemitTo[],
  owedCents: number,
): RemittanceWire | null {
  if (!isRecorded(row.method_code) || row.state !== 'submitted' || orderNumber === null) return null
  // An invoice is paid in the first way that the site offers.
  const method = isByHand(row.method_code)
    ? row.method_code
    : providers.map(({ method_code }) => method_code).find(isByHand)
  if (method === undefined) return null
  const provider = providers.find((one) => one.method_code === method)
  const reference = remittanceReference(Number(orderNumber))
  const { lines } = openRemitTo(kit.keys.dataSeal, row.site_id, method, provider?.settings_sealed ?? '')
  return {
    reference,
    lines: [
      ...lines,
      { label: 'Amount', value: formatCents(owedCents) },
      { label: 'Reference', value: reference },
    ],
    note: REMITTANCE_NOTES[method],
  }
}

/** Binds a payment page's encrypted token to its payment. */
export function tokenPlace(siteId: number, paymentId: number): string {
  return `payment-token:${siteId}:${paymentId}`
}
