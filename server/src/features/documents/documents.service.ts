import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { drawers } from '../../makers/makers.ts'
import { findOrderOfSite, type OrderRow, readOrder } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { readOrderPaper } from './order-paper.repo.ts'
import { isPaid, type OrderPaper } from './order-paper.ts'

export type DocumentKit = Pick<Kit, 'pool' | 'keys' | 'gateway' | 'now'>
export type PaperKind = 'invoice' | 'receipt' | 'remittance_slip'

const invoices = drawers.callsTo<typeof import('./invoice-paper.ts')>(
  new URL('./invoice-paper.ts', import.meta.url),
)
const slips = drawers.callsTo<typeof import('./slip-paper.ts')>(new URL('./slip-paper.ts', import.meta.url))

const drawing = {
  invoice: (order: OrderPaper) => invoices('drawInvoice', order),
  receipt: (order: OrderPaper) => {
    if (!isPaid(order)) throw new Refusal('paper_not_available')
    return invoices('drawReceipt', order)
  },
  remittance_slip: (order: OrderPaper) => {
    const { promised, balanceCents } = order
    if (promised === null || balanceCents <= 0) throw new Refusal('paper_not_available')
    return slips('drawSlip', order, promised)
  },
} satisfies Record<PaperKind, (order: OrderPaper) => Promise<Buffer>>

const NAMES: Readonly<Record<PaperKind, string>> = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  remittance_slip: 'Remittance-slip',
}

/**
 * A document of one of the customer's own orders, as a PDF.
 *
 * @throws {Refusal} `not_found` for another customer's; `paper_not_available` for a cart, for a receipt of an
 * unpaid order, and for a remittance slip if no check or transfer is outstanding
 */
export function paperForCustomer(
  kit: DocumentKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
  kind: PaperKind,
): Promise<FileAnswer> {
  return paperOf(kit, site, kind, (db) => readOrder(db, actor, orderId))
}

/** As {@link paperForCustomer}, of any order of the site: for staff, and for mails. */
export function paperForSite(
  kit: DocumentKit,
  site: SiteRow,
  orderId: number,
  kind: PaperKind,
): Promise<FileAnswer> {
  return paperOf(kit, site, kind, (db) => findOrderOfSite(db, site.id, orderId))
}

async function paperOf(
  kit: DocumentKit,
  site: SiteRow,
  kind: PaperKind,
  find: (db: Db) => Promise<OrderRow>,
): Promise<FileAnswer> {
  const paper = await inSite(kit.pool, site.id, async (db) => readOrderPaper(db, kit, site, await find(db)))
  if (paper === undefined) throw new Refusal('paper_not_available')
  return {
    bytes: await drawing[kind](paper),
    contentType: 'application/pdf',
    fileName: `${NAMES[kind]}-${paper.number}.pdf`,
    cache: 'private',
  }
}
