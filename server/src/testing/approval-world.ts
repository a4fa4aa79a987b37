import { type Colleague, join, makeCustomer } from './colleagues.ts'
import { customerSteps } from './ordering-world.ts'
import type { World } from './world.ts'

/** A person of a company with what they do about orders. */
export type Person = Awaited<ReturnType<typeof companyOf>>['admin']

/** A new company: an admin and colleagues by role, as tests about approvals need them. */
export async function companyOf<Name extends string>(world: World, roles: Record<Name, string>) {
  const first = await makeCustomer(world)
  const admin = { ...first, ...stepsOf(first) }
  const others = {} as Record<Name, typeof admin>
  for (const name of Object.keys(roles) as Name[]) {
    const one = await join(world, first, roles[name])
    others[name] = { ...one, ...stepsOf(one) }
  }
  return { admin, ...others }
}

function stepsOf(one: Colleague) {
  const steps = customerSteps(one)
  return {
    ...steps,
    rule: (asked: object[], conditions: object[] = [], name = 'Every order') =>
      steps.ok('POST', '/api/v1/company/approval_rules/', {
        name,
        conditions,
        steps: asked.map((step) => ({ escalation: null, ...step })),
      }),
    submit: (orderId: number, method_code = 'self_hosted_check', more = {}) =>
      one.call('POST', `/api/v1/orders/${orderId}/submit_for_approval/`, { method_code, ...more }),
    approve: (id: number) => one.call('POST', `/api/v1/approvals/${id}/approve/`, {}),
    giveBack: (id: number, comment = 'Too many cards') =>
      one.call('POST', `/api/v1/approvals/${id}/return/`, { comment }),
    edit: (id: number) => one.call('POST', `/api/v1/approvals/${id}/edit_order/`),
    waiting: async () =>
      (await steps.ok('GET', '/api/v1/approvals/')).results.map(({ id }: { id: number }) => id),
    request: (id: number) => steps.ok('GET', `/api/v1/approvals/${id}/`),
  }
}
