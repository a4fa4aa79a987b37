import { BATCH_FILES, BATCH_KINDS, BATCH_STATUSES } from '@laurel/domain/batch-status'
import { DELIVERY_STATUSES } from '@laurel/domain/delivery-status'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, Moment, PageQuery, pageOf, requiredText, text } from './fields.ts'
import { api } from './routes.ts'

export const BatchStatusName = z.enum(BATCH_STATUSES)
const Kind = z.enum(BATCH_KINDS, { error: 'Choose direct or bulk.' })
export const Carrier = z.enum(['UPS', 'USPS'])
const ShipmentStatus = z.enum(['asked', 'made', 'unknown', 'void', 'failed'])

/** One order's cards that wait for a batch. */
export const WaitingOrder = z.object({
  order_id: Id,
  order_number: z.string(),
  customer_name: z.string(),
  kind: Kind,
  service: z.string(),
  delivery_count: z.number().int(),
  card_count: z.number().int(),
  value_cents: Cents,
  waiting_since: Moment,
  /** Addresses the carrier doesn't know, or knows only in part. */
  warning_count: z.number().int(),
  unchecked_count: z.number().int(),
})

export const Batch = z.object({
  id: Id,
  number: z.string(),
  kind: Kind,
  status: BatchStatusName,
  delivery_count: z.number().int(),
  card_count: z.number().int(),
  /** Cards drawn so far, while the files are being created. */
  done_count: z.number().int(),
  /** The error in plain words; empty if there's none. */
  problem: z.string(),
  /** How often it was printed. */
  prints: z.number().int(),
  /** Cards and letters can be downloaded now: each once, or again with a reason. After printing, for an hour. */
  may_fetch_print: z.boolean(),
  /** After printing, cards and letters can be downloaded until then; null while it's ready, or once that's over. */
  print_open_until: Moment.nullable(),
  /** When the stored files are removed: some weeks after the batch ships. */
  files_kept_until: Moment.nullable(),
  /** Its files can be created again: that failed, or some of its cards were canceled since. */
  may_remake: z.boolean(),
  order_numbers: z.array(z.string()).meta({ description: 'At most five; `order_count` says how many' }),
  order_count: z.number().int(),
  without_tracking_count: z.number().int(),
  /** Not shipped yet, and without a label or an entered tracking number. */
  without_label_count: z.number().int(),
  /** Labels are being bought in the background. */
  buying_labels: z.boolean(),
  /** Labels whose purchase hasn't been answered yet. */
  unknown_label_count: z.number().int(),
  files: z
    .array(
      z.object({
        file: z.enum(BATCH_FILES),
        bytes: z.number().int().nullable(),
        pages: z.number().int().nullable(),
        /** The print files were downloaded before: once more needs a reason. */
        given_out: z.boolean(),
      }),
    )
    .meta({ description: '`bytes` and `pages` are null for a list that is written as you download it' }),
  created_by: z.string(),
  created_at: Moment,
  printed_at: Moment.nullable(),
  mailed_at: Moment.nullable(),
})

export const Shipment = z.object({
  id: Id,
  carrier: Carrier,
  service: z.string(),
  status: ShipmentStatus,
  tracking_number: z.string(),
  cost_cents: Cents,
  problem: z.string(),
  has_label: z.boolean(),
})

export const BatchDelivery = z.object({
  id: Id,
  /** As printed on the manifest and requested next to a tracking number: `D-17`. */
  reference: z.string(),
  order_id: Id,
  order_number: z.string(),
  position: z.number().int(),
  status: z.enum(DELIVERY_STATUSES),
  card_count: z.number().int(),
  name: z.string(),
  company: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  carrier: z.string(),
  tracking_number: z.string(),
  tracking_url: z.string(),
  /** What the carrier says about the address; empty if it agrees or wasn't asked. */
  address_warning: z.string(),
  /** The carrier's spelling if it differs: to be confirmed, never changed silently. */
  address_suggestion: z.string(),
  shipment: Shipment.nullable(),
})

/** A delivery method for a parcel: the carrier's current price, or the site's shipping option. */
export const ParcelRate = z.object({
  service: z.string(),
  price_cents: Cents,
  days: z.number().int().nullable(),
  source: z.enum(['carrier', 'flat']),
})

/** The status the user saw: a batch that changed since isn't changed again unseen. */
const Seen = z.object({ seen_status: BatchStatusName })
const work = { access: 'staff', needs: 'deliveries.work' } as const
const read = { access: 'staff', needs: 'deliveries.read' } as const

export const listWaitingOrders = endpoint(api.listWaitingOrders, {
  ...read,
  summary: 'Orders with cards waiting to be printed, oldest first',
  query: PageQuery.extend({ kind: Kind.optional() }),
  response: pageOf(WaitingOrder).extend({
    /** The most deliveries in one batch. */
    batch_limit: z.number().int(),
  }),
})

export const checkWaitingAddresses = endpoint(api.checkWaitingAddresses, {
  ...work,
  summary: 'Check the addresses of waiting direct cards with the carrier. Results arrive one by one',
  body: z.object({ order_id: Id.optional() }),
  response: z.object({ to_check: z.number().int() }),
  refusals: ['not_found'],
})

export const listWaitingDeliveries = endpoint(api.listWaitingDeliveries, {
  ...read,
  summary: 'Direct cards waiting to be printed, with what the carrier says about their addresses',
  query: PageQuery.extend({ order_id: Id.optional(), only: z.enum(['warned']).optional() }),
  response: pageOf(BatchDelivery),
})

export const listBatches = endpoint(api.listBatches, {
  ...read,
  summary: 'Batches, newest first',
  query: PageQuery.extend({
    status: z.array(BatchStatusName).max(6).optional(),
    kind: Kind.optional(),
  }),
  response: pageOf(Batch),
})

export const getBatch = endpoint(api.getBatch, {
  ...read,
  summary: 'One batch and its progress',
  params: IdParams,
  response: Batch,
})

export const listBatchDeliveries = endpoint(api.listBatchDeliveries, {
  ...read,
  summary: 'A batch’s letters or parcel, in the order they are printed',
  params: IdParams,
  query: PageQuery.extend({ only: z.enum(['without_tracking', 'warned']).optional() }),
  response: pageOf(BatchDelivery),
})

export const createBatch = endpoint(api.createBatch, {
  ...work,
  summary: 'Create a batch of waiting deliveries: all that are ready, those of one order, or those chosen',
  body: z.object({
    kind: Kind,
    order_id: Id.optional().meta({ description: 'Required for bulk, because a parcel holds one order' }),
    delivery_ids: z.array(Id).min(1).max(10_000).optional(),
  }),
  response: Batch,
  idempotent: true,
  refusals: ['not_found', 'delivery_changed', 'limit_exceeded', 'order_is_held', 'refund_is_open'],
})

export const retryBatch = endpoint(api.retryBatch, {
  ...work,
  summary: 'Recreate a batch’s files, if it failed or cards were canceled since',
  params: IdParams,
  body: Seen,
  response: Batch,
  refusals: ['batch_changed'],
})

export const cancelBatch = endpoint(api.cancelBatch, {
  ...work,
  summary:
    'Cancel a batch before it is mailed. Its deliveries return to the queue, and its labels are voided',
  params: IdParams,
  body: Seen.extend({ reason: requiredText(200) }),
  response: Batch,
  refusals: ['batch_changed'],
})

export const getBatchFile = endpoint(api.getBatchFile, {
  ...work,
  summary:
    'Download a file of a batch: cards, letters, packing slip, all labels on 4×6 pages, or mailing manifest. Cards and letters need `cards.print`',
  params: IdParams.extend({ file: z.enum(BATCH_FILES) }),
  query: z.object({
    reason: text(200)
      .default('')
      .meta({ description: 'Required for cards and letters that were downloaded before' }),
  }),
  response: 'file',
  refusals: ['validation_failed', 'batch_changed', 'batch_printed_already'],
})

export const markBatchPrinted = endpoint(api.markBatchPrinted, {
  ...work,
  summary: 'Mark a batch as printed. Printing it again needs a reason, and opens its files for an hour',
  params: IdParams,
  body: Seen.extend({
    seen_prints: z.number().int().min(0).max(1_000),
    reason: text(200).default(''),
  }),
  response: Batch,
  idempotent: true,
  refusals: ['batch_changed', 'order_is_held', 'refund_is_open'],
})

export const markBatchMailed = endpoint(api.markBatchMailed, {
  ...work,
  summary: 'Mark a batch as mailed. Spoiled cards return to the queue and get new numbers',
  params: IdParams,
  body: Seen.extend({ except_delivery_ids: z.array(Id).max(10_000).default([]) }),
  response: Batch,
  idempotent: true,
  refusals: ['batch_changed', 'delivery_changed', 'order_is_held', 'refund_is_open'],
})

export const setBatchTracking = endpoint(api.setBatchTracking, {
  ...work,
  summary:
    'Save a pasted list or a CSV file of references and tracking numbers. If any line has an error, none is saved',
  params: IdParams,
  body: z.object({
    carrier: Carrier,
    lines: z.string().trim().min(1, 'This field is required').max(1_000_000),
  }),
  response: z.object({ updated: z.number().int(), unchanged: z.number().int() }),
  refusals: ['batch_changed'],
})

export const setDeliveryTracking = endpoint(api.setDeliveryTracking, {
  ...work,
  summary: 'Save the tracking number of a letter or parcel. An empty one removes it',
  params: IdParams,
  body: z.object({ carrier: Carrier, tracking_number: text(60) }),
  response: BatchDelivery,
  refusals: ['delivery_changed'],
})

export const recordArrival = endpoint(api.recordArrival, {
  ...work,
  summary: 'Mark a letter or parcel as delivered or returned, and say how you know',
  params: IdParams,
  body: z.object({
    seen_status: z.enum(['mailed', 'delivered']),
    outcome: z.enum(['delivered', 'returned']),
    reason: requiredText(200),
  }),
  response: BatchDelivery,
  idempotent: true,
  refusals: ['delivery_changed', 'delivery_move_not_allowed'],
})

export const trackDelivery = endpoint(api.trackDelivery, {
  ...work,
  summary: 'Check with the carrier where a letter or parcel is',
  params: IdParams,
  response: BatchDelivery,
  refusals: ['validation_failed', 'delivery_changed', 'carrier_unreachable'],
})

export const listParcelRates = endpoint(api.listParcelRates, {
  ...read,
  summary:
    'What a batch’s parcel, or each of its letters, costs. Flat rates if the carrier doesn’t answer or isn’t connected',
  params: IdParams,
  response: z.object({ rates: z.array(ParcelRate), note: z.string() }),
})

export const buyLabels = endpoint(api.buyLabels, {
  ...work,
  summary: 'Buy the labels or postage that a batch is missing. Each delivery gets exactly one',
  params: IdParams,
  body: Seen.extend({ service: text(60).optional() }),
  response: Batch,
  idempotent: true,
  refusals: ['batch_changed', 'carrier_unreachable'],
})

export const getShipmentLabel = endpoint(api.getShipmentLabel, {
  ...work,
  summary: 'Download a shipment’s label',
  params: IdParams,
  response: 'file',
})

export const voidShipment = endpoint(api.voidShipment, {
  ...work,
  summary: 'Void an unused label',
  params: IdParams,
  body: z.object({ reason: requiredText(200) }),
  response: Shipment,
  refusals: ['delivery_changed', 'carrier_unreachable', 'carrier_refused'],
})
