import { Refusal } from '@laurel/domain/refusal'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { FileAnswer } from '../../http/serve.ts'
import type { Kit } from '../../kit.ts'
import { drawers } from '../../makers/makers.ts'
import { textsOf } from '../../texts.ts'
import { readStatement } from '../balance/balance.service.ts'
import { readBilling } from '../companies/billing.repo.ts'
import { inCompany } from '../companies/companies.repo.ts'
import { languageOfCustomer } from '../mail/account-language.ts'
import { findOrderOfSite, type OrderRow, readSeenOrder } from '../orders/orders.repo.ts'
import { readPlainLogo } from '../sites/site-brand.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { billToOf, readOrderDocument } from './order-document.repo.ts'
import { isPaid, type OrderDocument } from './order-document.ts'

export type DocumentKit = Pick<Kit, 'pool' | 'keys' | 'gateway' | 'now' | 'config' | 'files'>
export type DocumentKind = 'invoice' | 'receipt' | 'remittance_slip'

const invoices = drawers.callsTo<typeof import('./invoice-pdf.ts')>(
  new URL('./invoice-pdf.ts', import.meta.url),
)
const remittanceSlips = drawers.callsTo<typeof import('./remittance-slip-pdf.ts')>(
  new URL('./remittance-slip-pdf.ts', import.meta.url),
)

const statements = drawers.callsTo<typeof import('./statement-pdf.ts')>(
  new URL('./statement-pdf.ts', import.meta.url),
)

const pictures = drawers.callsTo<typeof import('../files/redraw-image.ts')>(
  new URL('../files/redraw-image.ts', import.meta.url),
)

const drawing = {
  invoice: (order: OrderDocument, logo) => invoices('drawInvoice', order, logo),
  receipt: (order: OrderDocument, logo) => {
    if (!isPaid(order)) throw new Refusal('paper_not_available')
    return invoices('drawReceipt', order, logo)
  },
  remittance_slip: (order: OrderDocument, logo) => {
    const { promised, balanceCents } = order
    if (promised === null || balanceCents <= 0) throw new Refusal('paper_not_available')
    return remittanceSlips('drawRemittanceSlip', order, promised, logo)
  },
} satisfies Record<DocumentKind, (order: OrderDocument, logo: Buffer | undefined) => Promise<Buffer>>

const NAMES: Readonly<Record<DocumentKind, string>> = {
  invoice: /*i18n*/ 'Invoice',
  receipt: /*i18n*/ 'Receipt',
  remittance_slip: /*i18n*/ 'Remittance slip',
}

/** Without accents and spaces, which old systems replace. */
function fileName(title: string, about: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(' ', '-')
  return `${plain}-${about}.pdf`
}

/** A document's file name. */
export function documentName(i18n: ReturnType<typeof textsOf>, kind: DocumentKind, number: string): string {
  return fileName(i18n.t(NAMES[kind]), number)
}

/**
 * A document of one of the customer's own orders, as a PDF.
 *
 * @throws {Refusal} `not_found` for another customer's; `paper_not_available` for a cart, for a receipt of an
 * unpaid order, and for a remittance slip if no check or transfer is outstanding
 */
export function documentForCustomer(
  kit: DocumentKit,
  site: SiteRow,
  actor: Customer,
  orderId: number,
  kind: DocumentKind,
): Promise<FileAnswer> {
  return documentOf(kit, site, kind, (db) => readSeenOrder(db, actor, orderId))
}

/** As {@link documentForCustomer}, of any order of the site: for staff. */
export function documentForSite(
  kit: DocumentKit,
  site: SiteRow,
  orderId: number,
  kind: DocumentKind,
): Promise<FileAnswer> {
  return documentOf(kit, site, kind, (db) => findOrderOfSite(db, site.id, orderId))
}

async function documentOf(
  kit: DocumentKit,
  site: SiteRow,
  kind: DocumentKind,
  find: (db: Db) => Promise<OrderRow>,
): Promise<FileAnswer> {
  const about = await inSite(kit.pool, site.id, async (db) =>
    readOrderDocument(db, kit, site, await find(db)),
  )
  if (about === undefined) throw new Refusal('paper_not_available')
  return drawnDocument(kit, about, kind)
}

/** @throws {Refusal} as {@link documentForCustomer} */
export async function drawnDocument(
  { files }: Pick<Kit, 'files'>,
  about: OrderDocument,
  kind: DocumentKind,
): Promise<FileAnswer> {
  // A lost logo doesn't hold up an invoice: the name is set in type.
  const logo = await readLogo(files, about.site).catch(() => undefined)
  return {
    bytes: await drawing[kind](about, logo),
    contentType: 'application/pdf',
    fileName: documentName(textsOf(about.language), kind, about.number),
    cache: 'private',
  }
}

/** What changed the balance of the customer's company in a month, as a PDF. */
export async function statementOf(
  kit: DocumentKit,
  site: SiteRow,
  actor: Customer,
  month: string,
): Promise<FileAnswer> {
  const language = await inSite(kit.pool, site.id, (db) => languageOfCustomer(db, site, actor.customerId))
  const i18n = textsOf(language)
  const statement = await readStatement(kit, site, actor, month, i18n)
  const own = inCompany(actor)
  const [company, billing] = await inSite(kit.pool, site.id, (db) =>
    Promise.all([
      db
        .selectFrom('companies')
        .select('name')
        .where('site_id', '=', site.id)
        .where('id', '=', own.company.id)
        .executeTakeFirstOrThrow(),
      readBilling(db, site.id, own.company.id),
    ]),
  )
  const { business, attention, address } = billToOf({ ...billing, first_name: '', last_name: '' })
  const to = attention && i18n.t('Attn: {attention}', { attention })
  const billTo = [business, to, ...address].filter((line) => line !== '' && line !== company.name)
  const logo = await readLogo(kit.files, site).catch(() => undefined)
  const about = { site, language, company: company.name, billTo, isDemo: kit.config.demo, statement }
  return {
    bytes: await statements('drawStatement', about, logo),
    contentType: 'application/pdf',
    fileName: fileName(i18n.t('Statement'), month),
    cache: 'private',
  }
}

/** As high as it's printed, at 300 dots an inch. */
const LOGO_DOTS = 144
const logosOnWhite = new WeakMap<Buffer, Promise<Buffer>>()

/** On white: a PDF takes a transparent picture apart anew each time, a third of the work of an invoice. */
async function readLogo(files: Kit['files'], site: SiteRow): Promise<Buffer | undefined> {
  const logo = await readPlainLogo(files, site)
  if (logo === undefined) return undefined
  const drawn = logosOnWhite.get(logo) ?? pictures('jpegOnWhite', logo, LOGO_DOTS)
  logosOnWhite.set(logo, drawn)
  drawn.catch(() => logosOnWhite.delete(logo))
  return drawn
}
