import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyOf } from '../../testing/approval-world.ts'
import { makeWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const step = fc.constantFrom(
  'submit',
  'submit',
  'approve',
  'approve',
  'return',
  'edit',
  'alter',
  'alter',
  'remove approver',
  'turn rule',
  'pay cart',
  'pay asked',
  'pay asked',
)

/** What has to hold: an order may be paid if no rule is on, or if it was approved as it is. */
type Model = {
  isRuleOn: boolean
  asked?: { id: number; orderId: number; isApproved: boolean; isAltered: boolean }
}

test('no order is paid without the approvals its hash needs', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const { admin, kim, joy } = await companyOf(world, { kim: 'buyer', joy: 'approver' })
      const rule = await admin.rule([{ ask: 'people', in: [joy.id] }])
      const model: Model = { isRuleOn: true }
      let approver = joy
      for (const one of steps) {
        const { asked } = model
        switch (one) {
          case 'submit': {
            if (asked !== undefined) break
            const id = (await kim.cart())?.id ?? (await kim.fillCart('digital'))
            const cart = await kim.order(id)
            if (cart.card_items.length === 0) await kim.fillCart('digital')
            const answer = await kim.submit(id, 'elavon_cc')
            expect(answer.body.code ?? 'asked').toBe(model.isRuleOn ? 'asked' : 'approval_not_needed')
            reached.add(model.isRuleOn ? 'asked' : 'not needed')
            if (answer.status === 200) {
              model.asked = { id: answer.body.id, orderId: id, isApproved: false, isAltered: false }
            }
            break
          }
          case 'approve': {
            if (asked === undefined || asked.isApproved) break
            const answer = await approver.approve(asked.id)
            expect(answer.body.code ?? 'approved').toBe(asked.isAltered ? 'approval_outdated' : 'approved')
            reached.add(asked.isAltered ? 'outdated' : 'approved')
            asked.isApproved = answer.status === 200
            break
          }
          case 'return':
          case 'edit': {
            if (asked === undefined) break
            if (one === 'return' && !asked.isApproved) await approver.giveBack(asked.id)
            expect((await kim.edit(asked.id)).status).toBe(200)
            reached.add(one)
            delete model.asked
            break
          }
          case 'alter': {
            if (asked === undefined) break
            await world.kit.pool
              .updateTable('card_items')
              .set({ message: `Other words ${Math.random()}` })
              .where('order_id', '=', asked.orderId)
              .execute()
            asked.isAltered = true
            break
          }
          case 'remove approver': {
            if (approver === admin) break
            await admin.ok('DELETE', `/api/v1/company/people/${joy.id}/`)
            approver = admin
            reached.add('passed on')
            break
          }
          case 'turn rule': {
            model.isRuleOn = !model.isRuleOn
            const path = `/api/v1/company/approval_rules/${rule.id}/`
            await admin.ok('PATCH', path, {
              is_on: model.isRuleOn,
              ...(approver === admin && {
                steps: [{ ask: 'people', in: [admin.id], escalation: null }],
              }),
            })
            break
          }
          case 'pay cart': {
            const id = await kim.fillCart('digital')
            const { body, status } = await kim.pay(id, 'self_hosted_check')
            expect(status === 200 ? 'paid' : body.code).toBe(model.isRuleOn ? 'approval_needed' : 'paid')
            reached.add(model.isRuleOn ? 'cart refused' : 'cart paid')
            break
          }
          case 'pay asked': {
            if (asked === undefined) break
            const { body, status } = await kim.pay(asked.orderId, 'self_hosted_check')
            const isPaid = asked.isApproved && !asked.isAltered
            expect(status === 200 ? 'paid' : body.code).toBe(isPaid ? 'paid' : 'approval_needed')
            reached.add(isPaid ? 'asked paid' : 'asked refused')
            if (isPaid) delete model.asked
            break
          }
        }
      }
    }),
    {
      numRuns: 14,
      seed: 20_261_128,
      examples: [
        [['submit', 'alter', 'approve', 'pay asked', 'return', 'submit', 'approve', 'alter', 'pay asked']],
      ],
    },
  )
  // Each thing that can happen did.
  expect([...reached].sort()).toEqual([
    'approved',
    'asked',
    'asked paid',
    'asked refused',
    'cart paid',
    'cart refused',
    'edit',
    'not needed',
    'outdated',
    'passed on',
    'return',
  ])
})
