import * as api from '@laurel/contract/batches'
import * as carriers from '@laurel/contract/carriers'
import type { Serve } from '../../http/serve.ts'
import {
  changeCarrierAccount,
  listCarrierAccounts,
  testCarrierAccount,
} from '../carriers/carrier-accounts.service.ts'
import { getBatchFile } from './batch-files.service.ts'
import type { BatchKit } from './batch-kit.ts'
import * as lists from './batch-lists.service.ts'
import * as batches from './batches.service.ts'
import { askForChecks } from './check-addresses.ts'
import { followNow } from './follow-letters.ts'
import * as labels from './labels.service.ts'
import * as mailed from './mailed.service.ts'
import * as tracking from './tracking.service.ts'
import { voidShipment } from './void-labels.ts'

/** The office's print room: batches, labels, tracking, and how the site signs in at carriers. */
export function batchRoutes(serve: Serve, kit: BatchKit) {
  const rates = labels.makeRateDesk(kit)
  serve(api.listWaitingOrders, ({ site, query }) => lists.listWaitingOrders(kit, site, query))
  serve(api.listWaitingDeliveries, ({ site, query }) => lists.listWaitingDeliveries(kit, site, query))
  serve(api.checkWaitingAddresses, ({ site, body }) => askForChecks(kit, site, body.order_id))
  serve(api.listBatches, ({ site, query }) => lists.listBatches(kit, site, query))
  serve(api.getBatch, ({ site, params }) => lists.getBatch(kit, site, params.id))
  serve(api.listBatchDeliveries, ({ site, params, query }) =>
    lists.listBatchDeliveries(kit, site, params.id, query),
  )
  serve(api.createBatch, ({ site, actor, body }) =>
    batches.createBatch(kit, site, actor, {
      kind: body.kind,
      orderId: body.order_id,
      deliveryIds: body.delivery_ids,
    }),
  )
  serve(api.retryBatch, ({ site, actor, params, body }) =>
    batches.retryBatch(kit, site, actor, { batchId: params.id, seenStatus: body.seen_status }),
  )
  serve(api.cancelBatch, ({ site, actor, params, body }) =>
    batches.cancelBatch(kit, site, actor, {
      batchId: params.id,
      seenStatus: body.seen_status,
      reason: body.reason,
    }),
  )
  serve(api.getBatchFile, ({ site, actor, params, query }) =>
    getBatchFile(kit, site, actor, params.id, params.file, query.reason),
  )
  serve(api.markBatchPrinted, ({ site, actor, params, body }) =>
    batches.markPrinted(kit, site, actor, {
      batchId: params.id,
      seenStatus: body.seen_status,
      seenPrints: body.seen_prints,
      reason: body.reason,
    }),
  )
  serve(api.markBatchMailed, ({ site, actor, params, body }) =>
    mailed.markMailed(kit, site, actor, {
      batchId: params.id,
      seenStatus: body.seen_status,
      exceptIds: body.except_delivery_ids,
    }),
  )
  serve(api.setBatchTracking, ({ site, actor, params, body }) =>
    tracking.setBatchTracking(kit, site, actor, { batchId: params.id, ...body }),
  )
  serve(api.setDeliveryTracking, ({ site, actor, params, body }) =>
    tracking.setDeliveryTracking(kit, site, actor, {
      deliveryId: params.id,
      carrier: body.carrier,
      trackingNumber: body.tracking_number,
    }),
  )
  serve(api.recordArrival, ({ site, actor, params, body }) =>
    mailed.recordArrival(kit, site, actor, {
      deliveryId: params.id,
      seenStatus: body.seen_status,
      outcome: body.outcome,
      reason: body.reason,
    }),
  )
  serve(api.trackDelivery, ({ site, params }) => followNow(kit, site, params.id))
  serve(api.listParcelRates, ({ site, params }) => rates.list(site, params.id))
  serve(api.buyLabels, ({ site, actor, params, body }) =>
    labels.buyLabels(kit, site, actor, {
      batchId: params.id,
      seenStatus: body.seen_status,
      service: body.service,
    }),
  )
  serve(api.getShipmentLabel, ({ site, actor, params }) => labels.getLabel(kit, site, actor, params.id))
  serve(api.voidShipment, ({ site, actor, params, body }) =>
    voidShipment(kit, site, actor, params.id, body.reason),
  )
  serve(carriers.listCarrierAccounts, ({ site }) => listCarrierAccounts(kit, site))
  serve(carriers.putCarrierAccount, ({ site, actor, params, body }) =>
    changeCarrierAccount(kit, site, actor, params.carrier, body),
  )
  serve(carriers.testCarrierAccount, ({ site, actor, params }) =>
    testCarrierAccount(kit, site, actor, params.carrier),
  )
}
