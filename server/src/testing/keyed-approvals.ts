import { companyOf } from './approval-world.ts'
import type { KeyedCall } from './keyed-calls.ts'
import type { World } from './world.ts'

/** The requests with a key about approvals. */
export function keyedApprovals(world: World): Record<string, () => Promise<KeyedCall>> {
  const people = () => companyOf(world, { kim: 'buyer', joy: 'approver' })
  const filled = async () => {
    const { admin, kim, joy } = await people()
    await admin.rule([{ ask: 'people', in: [joy.id] }])
    return { admin, kim, joy, orderId: await kim.fillCart('digital') }
  }
  const asked = async () => {
    const { kim, joy, orderId } = await filled()
    const { body } = await kim.submit(orderId)
    return { kim, joy, path: `/api/v1/approvals/${body.id}/` }
  }
  return {
    makeApprovalRule: async () => {
      const { admin, joy } = await people()
      const steps = [{ ask: 'people', in: [joy.id], escalation: null }]
      return {
        as: admin,
        path: '/api/v1/company/approval_rules/',
        body: { name: 'Every order', conditions: [], steps },
      }
    },
    makeApprovalDelegate: async () => {
      const { admin, joy } = await people()
      const body = { person_id: admin.id, starts_on: '2026-12-01', ends_on: '2026-12-05' }
      return { as: joy, path: '/api/v1/approval_delegates/', body }
    },
    submitForApproval: async () => {
      const { kim, orderId } = await filled()
      const path = `/api/v1/orders/${orderId}/submit_for_approval/`
      return { as: kim, path, body: { method_code: 'self_hosted_check' } }
    },
    approveRequest: async () => {
      const { joy, path } = await asked()
      return { as: joy, path: `${path}approve/`, body: {} }
    },
    returnRequest: async () => {
      const { joy, path } = await asked()
      return { as: joy, path: `${path}return/`, body: { comment: 'Too many cards' } }
    },
    editRequestedOrder: async () => {
      const { kim, path } = await asked()
      return { as: kim, path: `${path}edit_order/` }
    },
  }
}
