import * as contract from '@laurel/contract/approvals'
import { cancelOrder } from '@laurel/contract/orders'
import type { Serve } from '../../http/serve.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { openLink } from './approval-links.ts'
import * as approvals from './approvals.service.ts'
import * as canceling from './cancel-order.ts'
import * as decisions from './decide.service.ts'
import { editOrder } from './edit-order.service.ts'
import { listRecipients } from './recipients.service.ts'
import { submitOrder } from './submit.service.ts'

export function approvalRequestRoutes(serve: Serve, kit: PaymentKit) {
  serve(contract.submitForApproval, ({ site, actor, params, body }) =>
    submitOrder(kit, site, actor, { ...body, orderId: params.order_id }),
  )
  serve(contract.listApprovals, ({ site, actor, query }) => approvals.listApprovals(kit, site, actor, query))
  serve(contract.getApproval, ({ site, actor, params }) =>
    approvals.showApproval(kit, site, actor, params.id),
  )
  serve(contract.listApprovalRecipients, ({ site, actor, params, query }) =>
    listRecipients(kit, site, actor, params.id, query),
  )
  serve(contract.approveRequest, ({ site, actor, params, body }) =>
    decisions.approve(kit, site, actor, { id: params.id, comment: body.comment }),
  )
  serve(contract.returnRequest, ({ site, actor, params, body }) =>
    decisions.giveBack(kit, site, actor, { id: params.id, comment: body.comment }),
  )
  serve(contract.editRequestedOrder, ({ site, actor, params }) => editOrder(kit, site, actor, params.id))
  serve(cancelOrder, ({ site, actor, params }) => canceling.cancelOrder(kit, site, actor, params.id))
  serve(contract.openApprovalLink, ({ site, actor, params }) => openLink(kit, site.id, actor, params.token))
}
