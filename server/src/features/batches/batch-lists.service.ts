import type { BatchKind, BatchStatus } from '@laurel/domain/batch-status'
import { inSite } from '../../database/in-site.ts'
import { type PageAsked, pageOfResults } from '../../http/page-links.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { listLettersOfBatch, listWaitingLetters } from './batch-deliveries.repo.ts'
import type { BatchKit } from './batch-kit.ts'
import { type BatchWire, batchWires, letterWire } from './batch-wire.ts'
import { listBatchRows, readBatch } from './batches.repo.ts'
import { wire } from './batches.service.ts'
import { listWaitingRows } from './waiting.repo.ts'

const query = (filters: Record<string, unknown>) => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}`
}
const window = ({ page, page_size }: PageAsked) => ({ limit: page_size, offset: (page - 1) * page_size })

export function listWaitingOrders(
  kit: BatchKit,
  site: SiteRow,
  asked: PageAsked & { kind?: BatchKind | undefined },
) {
  return inSite(kit.pool, site.id, async (db) => {
    const { kind } = asked
    const { rows, count } = await listWaitingRows(db, site.id, { kind, at: kit.now(), ...window(asked) })
    const results = rows.map((row) => ({
      order_id: row.order_id,
      order_number: row.order_number,
      customer_name: row.customer_name,
      kind: row.kind,
      service: row.service,
      delivery_count: row.delivery_count,
      card_count: row.card_count,
      value_cents: Number(row.value_cents),
      waiting_since: row.waiting_since.toISOString(),
      warning_count: row.warning_count,
      unchecked_count: row.unchecked_count,
    }))
    const page = pageOfResults(`/api/v1/office/waiting_orders/${query({ kind })}`, asked, count, results)
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
      ...window(asked),
    })
    const path = `/api/v1/office/waiting_deliveries/${query({ order_id: orderId, only })}`
    return pageOfResults(path, asked, count, rows.map(letterWire))
  })
}

export function listBatches(
  kit: BatchKit,
  site: SiteRow,
  asked: PageAsked & { status?: BatchStatus[] | undefined; kind?: BatchKind | undefined },
) {
  return inSite(kit.pool, site.id, async (db) => {
    const { status, kind } = asked
    const { rows, count } = await listBatchRows(db, site.id, { status, kind, ...window(asked) })
    const path = `/api/v1/office/batches/${query({ status: status?.join(','), kind })}`
    return pageOfResults(path, asked, count, await batchWires(db, site.id, rows, kit.now()))
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
    const { rows, count } = await listLettersOfBatch(db, site.id, id, { only, ...window(asked) })
    const path = `/api/v1/office/batches/${id}/deliveries/${query({ only })}`
    return pageOfResults(path, asked, count, rows.map(letterWire))
  })
}
