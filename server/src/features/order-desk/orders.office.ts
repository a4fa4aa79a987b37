import { getOfficeInvoice, getOfficeReceipt } from '@laurel/contract/documents'
import * as desk from '@laurel/contract/office-order-desk'
import * as views from '@laurel/contract/office-order-views'
import * as contract from '@laurel/contract/office-orders'
import type { Serve } from '../../http/serve.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import { type DocumentKit, documentForSite } from '../documents/documents.service.ts'
import { type ArtworkKit, getOrderArtwork } from './office-artwork.service.ts'
import { decideAboutMany } from './office-bulk.service.ts'
import { getOrderHistory } from './office-history.service.ts'
import * as notes from './office-notes.service.ts'
import * as office from './office-orders.service.ts'
import { listOrderRecipients } from './office-recipients.service.ts'
import * as saved from './office-views.service.ts'
import { readReviewQueue } from './review-queue.ts'

export function officeOrderRoutes(serve: Serve, kit: OrderKit & ArtworkKit & DocumentKit) {
  serve(contract.listOfficeOrders, ({ site, query }) => office.listOfficeOrders(kit, site, query))
  serve(contract.exportOfficeOrders, ({ site, actor, query }) =>
    office.exportOfficeOrders(kit, site, actor, query),
  )
  serve(contract.getOfficeOrder, ({ site, params }) => office.getOfficeOrder(kit, site, params.id))
  serve(contract.approveOrder, ({ site, actor, params, body }) =>
    office.approveOrder(kit, site, actor, {
      orderId: params.id,
      seenStatus: body.seen_status,
      words: body.note,
    }),
  )
  serve(contract.declineOrder, ({ site, actor, params, body }) =>
    office.declineOrder(kit, site, actor, {
      orderId: params.id,
      seenStatus: body.seen_status,
      words: body.reason,
    }),
  )
  serve(contract.holdOrder, ({ site, actor, params, body }) =>
    office.holdPlacedOrder(kit, site, actor, params.id, body.reason),
  )
  serve(contract.releaseOrder, ({ site, actor, params, body }) =>
    office.releaseOrder(kit, site, actor, params.id, body.reason),
  )
  serve(contract.decideAboutOrders, ({ site, actor, body }) => decideAboutMany(kit, site, actor, body))
  serve(desk.listOrderRecipients, ({ site, params, query }) =>
    listOrderRecipients(kit, site, params.id, query),
  )
  serve(getOfficeInvoice, ({ site, params }) => documentForSite(kit, site, params.id, 'invoice'))
  serve(getOfficeReceipt, ({ site, params }) => documentForSite(kit, site, params.id, 'receipt'))
  serve(desk.getOrderArtwork, ({ site, params }) => getOrderArtwork(kit, site, params.id))
  serve(desk.getReviewQueue, ({ site, params }) => readReviewQueue(kit, site, params.id))
  serve(desk.getOrderHistory, ({ site, actor, params }) => getOrderHistory(kit, site, actor, params.id))
  serve(desk.addOrderNote, ({ site, actor, params, body }) =>
    notes.addOrderNote(kit, site, actor, params.id, body),
  )
  serve(desk.patchOrderNote, ({ site, actor, params, body }) =>
    notes.editOrderNote(kit, site, actor, { orderId: params.id, noteId: params.note_id }, body.text),
  )
  serve(desk.deleteOrderNote, async ({ site, actor, params }) => {
    await notes.removeOrderNote(kit, site, actor, { orderId: params.id, noteId: params.note_id })
    return undefined
  })
  orderViewRoutes(serve, kit)
}

function orderViewRoutes(serve: Serve, kit: OrderKit) {
  serve(views.listOrderViews, ({ site, actor }) => saved.listViews(kit, site, actor))
  serve(views.createOrderView, ({ site, actor, body }) => saved.saveView(kit, site, actor, body))
  serve(views.patchOrderView, ({ site, actor, params, body }) =>
    saved.changeView(kit, site, actor, params.id, body),
  )
  serve(views.deleteOrderView, async ({ site, actor, params }) => {
    await saved.deleteView(kit, site, actor, params.id)
    return undefined
  })
}
