import { DESIGN, type Json } from '../customers.ts'
import type { Query } from '../database-beside.ts'
import { buy, fillCart, isUnplaced, type Shop } from './buyer.ts'
import { type Answer, emailOf, isTeamDone, type Person, say, type Team } from './team.ts'

/** Where the team works. `alter` runs a query beside the server, where it can. */
export type TeamShop = Shop & {
  alter: ((work: (query: Query) => Promise<unknown>) => Promise<unknown>) | undefined
}

/** Takes the team's work as far as the server lives; called again, it continues with the same keys. */
export async function workTogether(shop: TeamShop, team: Team): Promise<void> {
  const { work } = team
  if (isTeamDone(work)) return
  const outcomes = await Promise.allSettled([visit(shop, team), orderWithApproval(shop, team)])
  for (const one of outcomes) if (one.status === 'rejected') throw one.reason
}

type Expected = { is?: number; code?: string; orIfTried?: number }

/** The first attempt is still going on, or the same person's cart was sent in the same moment. */
const IN_USE = 'idempotency_key_in_use'
const AGAIN = [IN_USE, 'order_changed', 'order_is_frozen', 'draft_being_edited']

/** One request, until it's answered once. */
async function step(
  { work, contradictions }: Team,
  name: string,
  send: (key: string) => Promise<Answer>,
  { is = 200, code, orIfTried }: Expected = {},
): Promise<Json> {
  const known = work.answers.get(name)
  if (known !== undefined) return known.body
  const wasTried = work.tried.has(name)
  work.tried.add(name)
  const refused = work.refused.get(name) ?? 0
  const answer = await send(`${work.name}-${name.replaceAll(' ', '-')}-${refused}`)
  const { status, body } = answer
  // A refusal ends the key's request; the next one is new.
  if (body.code !== IN_USE && AGAIN.includes(body.code)) work.refused.set(name, refused + 1)
  if (status >= 500 || AGAIN.includes(body.code)) throw new Error(`${name}: ${status} ${body.code}`)
  const isExpected =
    (status === is && (code === undefined || body.code === code)) || (wasTried && status === orIfTried)
  if (!isExpected) contradictions.push(`${name}: ${status} ${JSON.stringify(body)}`)
  work.answers.set(name, answer)
  return body
}

/** The newcomer joins, shares a draft that a colleague also edits, sends an order for approval, and is removed. */
async function visit(shop: TeamShop, team: Team): Promise<void> {
  const { work, admin, newcomer, companyId, ids } = team
  const { origin } = shop
  if (!work.answers.has('removes')) {
    await join(shop, team)
    newcomer.companyId = companyId
    await shareDraft(shop, team)
    work.newcomerOrderId ??= await fillCart({ ...shop, companyId }, newcomer.token, 2)
    await sendForApproval(shop, team, 'newcomer', work.newcomerOrderId, work.method)
    work.isIn = undefined
    const path = ['DELETE', `company/people/${ids.newcomer}/`] as const
    await step(team, 'removes', () => say(origin, admin, path), { is: 204, orIfTried: 404 })
    team.removals += 1
    newcomer.companyId = undefined
    work.isIn = false
  }
  await answer(shop, team, 'newcomer')
}

async function join({ origin }: Shop, team: Team): Promise<void> {
  const { work, admin, newcomer, companyId, ids } = team
  if (work.answers.has('draws')) return
  const apart: Person = { ...newcomer, companyId: undefined }
  if (work.joinsBy === 'request') {
    await step(team, 'asks', () => say(origin, apart, ['POST', `company_proposals/${companyId}/join/`]))
    const request = `company/join_requests/${ids.newcomer}`
    const once = { is: 204, orIfTried: 404 }
    if (work.isDeclined)
      await step(team, 'declines', () => say(origin, admin, ['POST', `${request}/decline/`]), once)
    else
      await step(
        team,
        'lets in',
        () => say(origin, admin, ['POST', `${request}/approve/`], { role: 'buyer' }),
        once,
      )
  }
  if (work.joinsBy === 'invitation' || work.isDeclined) {
    const asked = { emails: [emailOf(newcomer)], role: 'buyer' }
    const invited = await step(team, 'invites', (key) =>
      say(origin, admin, ['POST', 'company/invitations/'], asked, key),
    )
    const token = String(invited[0]?.link).split('/').at(-1)
    await step(team, 'joins', (key) =>
      say(origin, apart, ['POST', `company_invitations/${token}/accept/`], {}, key),
    )
  }
  work.isIn = true
}

async function shareDraft({ origin }: Shop, team: Team): Promise<void> {
  const { work, buyer, newcomer } = team
  const [template] = (await say(origin, newcomer, ['GET', 'reward_card_templates/'])).body
  const card = {
    name: `Shared ${work.name}`,
    reward_type: 'bulk',
    reward_card_template_id: template.id,
    design: DESIGN,
  }
  const draft = await step(team, 'draws', (key) => say(origin, newcomer, ['POST', 'card_items/'], card, key))
  const path = `card_items/${draft.id}`
  await step(team, 'shares', () => say(origin, newcomer, ['POST', `${path}/share/`], { is_shared: true }))
  const edit = ['POST', `${path}/edit/`] as const
  await step(team, 'buyer edits', () => say(origin, buyer, edit, {}))
  await step(team, 'newcomer edits', () => say(origin, newcomer, edit, { take_over: true }))
  const save = ['PATCH', `${path}/`] as const
  const tooLate = { is: 409, code: 'draft_taken_over' }
  await step(team, 'is too late', () => say(origin, buyer, save, { message: 'Too late' }), tooLate)
  await step(team, 'still edits', () => say(origin, newcomer, save, { message: 'In time' }))
}

/** The buyer's order, which the approver approves or returns. */
async function orderWithApproval(shop: TeamShop, team: Team): Promise<void> {
  const { work, buyer, companyId } = team
  const { purchase } = work
  if (purchase.isDone) return
  const ofTeam = { ...shop, companyId }
  purchase.orderId ??= await fillCart(ofTeam, buyer.token, purchase.quantity)
  const { id } = await sendForApproval(shop, team, 'buyer', purchase.orderId, purchase.method)
  const { alter } = shop
  if (work.isAltered && alter && !work.answers.has('answers buyer')) {
    // New words each time: returned cards are ordered again.
    await alter((query) =>
      query(`update card_items set message = '${work.name}' where order_id = ${purchase.orderId}`),
    )
    team.altered.add(purchase.orderId)
    const path = ['POST', `approvals/${id}/approve/`] as const
    const outdated = { is: 409, code: 'approval_outdated' }
    await step(team, 'approves the old', () => say(shop.origin, team.approver, path, {}), outdated)
    work.agrees.buyer = false
  }
  await answer(shop, team, 'buyer')
  if (!work.agrees.buyer) {
    await step(team, 'edits', (key) =>
      say(shop.origin, buyer, ['POST', `approvals/${id}/edit_order/`], {}, key),
    )
    purchase.isDone = true
    return
  }
  const { status } = (await say(shop.origin, buyer, ['GET', `orders/${purchase.orderId}/`])).body
  if (!isUnplaced(status)) purchase.isDone = true
  else {
    // The balance or the limit didn't cover it.
    if (purchase.method.startsWith('company_')) purchase.method = 'elavon_cc'
    await buy(ofTeam, buyer.token, purchase)
  }
}

async function sendForApproval(
  { origin }: Shop,
  team: Team,
  who: 'newcomer' | 'buyer',
  orderId: number,
  method: string,
): Promise<Json> {
  const asked = { method_code: method, note: team.work.name }
  const send = ['POST', `orders/${orderId}/submit_for_approval/`] as const
  const request = await step(team, `${who} sends`, (key) => say(origin, team[who], send, asked, key))
  const pay = { order_id: orderId, method_code: 'self_hosted_check' }
  const needed = { is: 409, code: 'approval_needed' }
  await step(team, `${who} pays too early`, () => say(origin, team[who], ['POST', 'payments/'], pay), needed)
  return request
}

async function answer({ origin }: Shop, team: Team, whose: 'newcomer' | 'buyer'): Promise<void> {
  const { work, approver, answered } = team
  const { id } = work.answers.get(`${whose} sends`)!.body
  const isAgreed = work.agrees[whose]
  const path = ['POST', `approvals/${id}/${isAgreed ? 'approve' : 'return'}/`] as const
  const comment = { comment: 'Seen' }
  await step(team, `answers ${whose}`, (key) => say(origin, approver, path, comment, key))
  answered.set(id, isAgreed ? 'approved' : 'returned')
}
