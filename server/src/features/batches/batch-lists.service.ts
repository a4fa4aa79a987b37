import { api } from '@laurel/contract/routes'
import type { BatchKind, BatchStatus } from '@laurel/domain/batch-status'
import { inSite } from '../../database/in-site.ts'
import { type PageAsked, pageOfResults, windowOf } from '../../http/page-links.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { listLettersOfBatch, listWaitingLetters } from './batch-deliveries.repo.ts'
import type { BatchKit } from './batch-kit.ts'
import { type BatchWire, batchWires, letterWire } from './batch-wire.ts'
import { listBatchRows, readBatch } from './batches.repo.ts'
import { wire } from './batches.service.ts'
import { listWaitingRows } from './waiting.repo.ts'

export function listWaitingOrders(
  kit: BatchKit,
  site: SiteRow,
  asked: PageAsked & { kind?: BatchKind | undefined },
) {
  return inSite(kit.pool, site.id, async (db) => {
    const { kind } = asked
    const { rows, count } = await listWaitingRows(db, site.id, { kind, at: kit.now(), ...windowOf(asked) })
    const results = rows.map((row) => ({
      ...row,
      value_cents: Number(row.value_cents),
      waiting_since: row.waiting_since.toISOString(),
    }))
    const page = pageOfResults(api.listWaitingOrders.path, { kind }, asked, count, results)
    return { ...page, batch_limit: kit.config.batchDeliveries }
  })
}

export function listWaitingDeliveries(
  kit: BatchKit,
  site: SiteRow,
  asked: PageAsked & { order_id?: number | undefined; only?: 'warned' | undefined },
) {
  return inSite(kit.pool, site.id, async (db) => {
    const { order_id: orderId, only } = asked
    const { rows, count } = await listWaitingLetters(db, site.id, {
      orderId,
      only,
      at: kit.now(),
      ...windowOf(asked),
    })
    const filters = { order_id: orderId, only }
    return pageOfResults(api.listWaitingDeliveries.path, filters, asked, count, rows.map(letterWire))
  })
}

export function listBatches(
  kit: BatchKit,
  site: SiteRow,
  asked: PageAsked & { status?: BatchStatus[] | undefined; kind?: BatchKind | undefined },
) {
  return inSite(kit.pool, site.id, async (db) => {
    const { status, kind } = asked
    const { rows, count } = await listBatchRows(db, site.id, { status, kind, ...windowOf(asked) })
    const results = await batchWires(db, site.id, rows, kit.now())
    return pageOfResults(api.listBatches.path, { status, kind }, asked, count, results)
  })
}

/** @throws {Refusal} `not_found` */
export function getBatch(kit: BatchKit, site: SiteRow, id: number): Promise<BatchWire> {
  return inSite(kit.pool, site.id, (db) => wire(db, kit, site.id, id))
}

/** @throws {Refusal} `not_found` */
export function listBatchDeliveries(
  kit: BatchKit,
  site: SiteRow,
  id: number,
  asked: PageAsked & { only?: 'without_tracking' | 'warned' | undefined },
) {
  return inSite(kit.pool, site.id, async (db) => {
    await readBatch(db, site.id, id)
    const { only } = asked
    const { rows, count } = await listLettersOfBatch(db, site.id, id, { only, ...windowOf(asked) })
    return pageOfResults(
      `/api/v1/office/batches/${id}/deliveries/`,
      { only },
      asked,
      count,
      rows.map(letterWire),
    )
  })
}
