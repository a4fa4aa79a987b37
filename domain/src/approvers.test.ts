import { expect, test } from 'vitest'
import { approversOf, canBeAsked, type Member } from './approvers.ts'

const person = (id: number, role: string, teamId: number | null = null, mayApprove = true): Member => ({
  id,
  role,
  teamId,
  mayApprove,
})
const members = [
  person(1, 'admin'),
  person(2, 'admin'),
  person(3, 'approver', 5),
  person(4, 'buyer', 5, false),
]
const none = { escalation: null, isEscalated: false }
const now = { members, delegations: [] }

test.each<[name: string, step: Parameters<typeof approversOf>[0], buyerId: number, asked: number[]]>([
  ['people', { ask: 'people', in: [3, 2], ...none }, 4, [2, 3]],
  ['a role', { ask: 'role', role: 'approver', ...none }, 4, [3]],
  ['a team, without those who can’t approve', { ask: 'team', team: 5, ...none }, 1, [3]],
  ['never the buyer, but the admins', { ask: 'people', in: [3], ...none }, 3, [1, 2]],
  ['another admin if the buyer is the only one asked', { ask: 'people', in: [1], ...none }, 1, [2]],
  ['admins for a person who left', { ask: 'people', in: [99], ...none }, 4, [1, 2]],
  ['admins for a person who can’t approve', { ask: 'people', in: [4], ...none }, 3, [1, 2]],
  ['others of a group when one left', { ask: 'people', in: [99, 3], ...none }, 4, [3]],
  [
    'a named person too, once it’s late',
    { ask: 'people', in: [3], escalation: { hours: 4, to: 2 }, isEscalated: true },
    4,
    [2, 3],
  ],
  [
    'the admins, once it’s late',
    { ask: 'people', in: [3], escalation: { hours: 4, to: null }, isEscalated: true },
    4,
    [1, 2, 3],
  ],
  [
    'the admins if the named person is the buyer',
    { ask: 'people', in: [3], escalation: { hours: 4, to: 1 }, isEscalated: true },
    1,
    [2, 3],
  ],
])('asks %s', (_, step, buyerId, asked) => {
  expect(approversOf(step, [buyerId], now)).toEqual(asked)
})

test('delegates decide too, unless they are the buyer or can’t approve', () => {
  const step = { ask: 'people', in: [3], ...none } as const
  const to = (delegate: number) => ({ members, delegations: [{ from: 3, to: delegate }] })
  expect(approversOf(step, [4], to(1))).toEqual([1, 3])
  expect(approversOf(step, [1], to(1))).toEqual([3])
  expect(approversOf(step, [1], to(4))).toEqual([3])
  expect(approversOf(step, [3], to(2))).toEqual([1, 2])
})

test('the person who asked doesn’t decide, even if another has the order since', () => {
  const step = { ask: 'people', in: [2, 3], ...none } as const
  expect(approversOf(step, [1, 3], { members, delegations: [{ from: 2, to: 3 }] })).toEqual([2])
})

test('anyone who can approve is asked if the only admin is the buyer', () => {
  const few = [person(1, 'admin'), person(3, 'approver'), person(4, 'buyer', null, false)]
  const step = { ask: 'people', in: [1], ...none } as const
  expect(approversOf(step, [1], { members: few, delegations: [] })).toEqual([3])
  expect(approversOf(step, [4], { members: few, delegations: [] })).toEqual([1])
})

test('a rule needs someone besides the buyer', () => {
  const alone = [person(1, 'admin')]
  expect(canBeAsked({ ask: 'people', in: [1] }, alone, [1])).toBe(false)
  expect(canBeAsked({ ask: 'people', in: [1] }, [...alone, person(4, 'buyer', null, false)], [4])).toBe(true)
  expect(canBeAsked({ ask: 'people', in: [1] }, [...alone, person(4, 'buyer', null, false)], [1, 4])).toBe(
    true,
  )
  expect(canBeAsked({ ask: 'people', in: [1] }, [...alone, person(2, 'admin')], [1, 2])).toBe(true)
})
