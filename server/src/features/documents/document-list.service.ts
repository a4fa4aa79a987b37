import type { Readable } from 'node:stream'
import type { FileDocument, listFileDocuments } from '@laurel/contract/documents'
import { api } from '@laurel/contract/routes'
import { MAX_FILES_AT_ONCE } from '@laurel/domain/files'
import { Refusal } from '@laurel/domain/refusal'
import { ZipFile } from 'yazl'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import { pageOfResults, windowOf } from '../../http/page-links.ts'
import type { Download } from '../../http/serve.ts'
import { textsOf } from '../../texts.ts'
import { languageOfCustomer } from '../mail/account-language.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { countInvoiced, documentsOfOrders, listInvoiced } from './document-list.repo.ts'
import {
  type DocumentKind,
  type DocumentKit,
  documentForCustomer,
  documentName,
} from './documents.service.ts'

const TYPES = { invoice: 'invoice', receipt: 'receipt', remittance_slip: 'slip' } as const
const PATHS = {
  invoice: api.getInvoice.path,
  receipt: api.getReceipt.path,
  remittance_slip: api.getRemittanceSlip.path,
} satisfies Record<DocumentKind, string>

/** Documents of the orders that the customer sees: nothing is stored, each is made when it's opened. */
export function documentPage(
  { pool }: Pick<DocumentKit, 'pool'>,
  site: SiteRow,
  actor: Customer,
  asked: z.output<typeof listFileDocuments.query>,
) {
  const { year, search } = asked
  const period = {
    ...(year !== undefined && { from: `${year}-01-01`, to: `${year}-12-31` }),
    search,
    timeZone: site.time_zone,
  }
  return inSite(pool, site.id, async (db) => {
    const count = await countInvoiced(db, actor, period)
    const orders = await listInvoiced(db, actor, period, windowOf(asked))
    const kindsOf = await documentsOfOrders(
      db,
      site.id,
      orders.map(({ id }) => id),
    )
    const i18n = textsOf(await languageOfCustomer(db, site, actor.customerId))
    const documents = orders.flatMap(({ id, number, placed_at }) =>
      kindsOf(id).map(
        (kind): z.input<typeof FileDocument> => ({
          order_id: id,
          order_number: number,
          type: TYPES[kind],
          name: documentName(i18n, kind, number),
          date: placed_at.toISOString(),
          url: PATHS[kind].replace('{id}', `${id}`),
        }),
      ),
    )
    return pageOfResults(api.listFileDocuments.path, { year, search }, asked, count, documents)
  })
}

/**
 * The documents of orders placed in a period as one ZIP. Each is made when it's its turn.
 *
 * @throws {Refusal} `not_found` without orders; `limit_exceeded`
 */
export async function documentArchive(
  kit: DocumentKit,
  site: SiteRow,
  actor: Customer,
  { from, to }: { from: string; to: string },
): Promise<Download> {
  const limit = { limit: MAX_FILES_AT_ONCE + 1, offset: 0 }
  const documents = await inSite(kit.pool, site.id, async (db) => {
    const orders = await listInvoiced(db, actor, { from, to, timeZone: site.time_zone }, limit)
    const kindsOf = await documentsOfOrders(
      db,
      site.id,
      orders.map(({ id }) => id),
    )
    return orders.flatMap(({ id, placed_at }) => kindsOf(id).map((kind) => ({ id, kind, placed_at })))
  })
  if (documents.length === 0) throw new Refusal('not_found')
  if (documents.length > MAX_FILES_AT_ONCE) {
    throw new Refusal('limit_exceeded', {
      limit: MAX_FILES_AT_ONCE,
      of: /*i18n*/ '{limit, number} documents',
    })
  }
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  zip.on('error', (cause) => stream.destroy(cause))
  // Their names are in the language of who ordered, so they're known once they're made.
  const add = async () => {
    for (const { id, kind, placed_at } of documents) {
      // The customer ended the download.
      if (stream.destroyed) return
      const { bytes, fileName } = await documentForCustomer(kit, site, actor, id, kind)
      zip.addBuffer(bytes, fileName, { mtime: placed_at })
    }
    zip.end()
  }
  add().catch((cause: unknown) => stream.destroy(cause as Error))
  return { stream, contentType: 'application/zip', fileName: `${from}_${to}.zip` }
}
