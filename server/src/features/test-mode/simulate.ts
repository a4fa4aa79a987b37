import { capabilitiesIn } from '@laurel/domain/company-roles'
import type { DeliveryStatus } from '@laurel/domain/delivery-status'
import { Refusal } from '@laurel/domain/refusal'
import type { RewardType } from '@laurel/domain/reward-type'
import { TEST_ORDERS, TEST_UNCLAIMED, testEnd, testOrder } from '@laurel/domain/test-orders'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { beforeCommit } from '../../database/site-transaction.ts'
import { literal } from '../../database/sql.ts'
import type { Customer, Staff } from '../../http/actor.ts'
import { handles, type JobHandler } from '../../jobs/jobs.ts'
import type { Kit } from '../../kit.ts'
import type { EventOf } from '../../order-events.ts'
import { isTestSite } from '../../test-site.ts'
import { deciders } from '../approval-requests/ask.ts'
import { approve, giveBack } from '../approval-requests/decide.service.ts'
import { listSteps, requests } from '../approval-requests/requests.repo.ts'
import { readCompanyNow } from '../approvals/people.repo.ts'
import { advanceOrder } from '../deliveries/advance-order.ts'
import { type DeliveryChange, moveDeliveries } from '../deliveries/delivery-moves.ts'
import { simulateOrders } from '../deliveries/fulfillment-jobs.ts'
import { expiryOf } from '../deliveries/send-block.ts'
import { approveOrder, declineOrder } from '../order-desk/office-orders.service.ts'
import type { PaymentKit } from '../payments/payment-kit.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { payInvoices } from './test-money.ts'

/** How long each status of a test order lasts. */
const STEP_SECONDS = 2
/** Cards that one step moves on. The next step has the others. */
const CARDS = 2_000

export type SimulateKit = PaymentKit & Pick<Kit, 'pool' | 'jobs'>

/** Enqueues the next step of test orders, at the end of the transaction. Others aren't touched. */
export function simulateLater(db: Db, { jobs }: Pick<Kit, 'jobs'>, siteId: number): void {
  if (!isTestSite(siteId)) return
  beforeCommit(db, () => jobs.enqueue(db, simulateOrders, { siteId }, { startAfter: STEP_SECONDS }))
}

/** After a test order was placed, or paid once it was approved. */
export function simulatingMoved(kit: Pick<Kit, 'jobs'>) {
  return (db: Db, { siteId, to }: EventOf<'order.moved'>): void => {
    if (to === 'in_review') simulateLater(db, kit, siteId)
  }
}

export function simulateHandler(kit: SimulateKit): JobHandler {
  return handles(simulateOrders, async ({ siteId }) => {
    const isMore = await simulate(kit, siteId)
    if (isMore) await inSite(kit.pool, siteId, async (db) => simulateLater(db, kit, siteId))
  })
}

/**
 * Moves every order of a test site on by one step, with the functions that people, mail servers, and carriers use on a
 * live site: approvers and staff approve it, and its cards are sent, claimed, mailed, and delivered, or whatever its
 * magic words ask for.
 *
 * @returns whether anything moved, so that there may be another step
 */
export async function simulate(kit: SimulateKit, siteId: number): Promise<boolean> {
  const site = isTestSite(siteId) ? await findSite(kit.pool, siteId) : undefined
  if (site === undefined) return false
  const moved = [
    await decideRequests(kit, site),
    await review(kit, site),
    await moveCards(kit, site),
    await payInvoices(kit.pool, siteId, kit.now()),
  ]
  return moved.includes(true)
}

async function decideRequests(kit: SimulateKit, site: SiteRow): Promise<boolean> {
  const open = await inSite(kit.pool, site.id, (db) =>
    requests(db, site.id)
      .select('o.po_number')
      .where('request.state', '=', 'open')
      .orderBy('request.id')
      .execute(),
  )
  let hasMoved = false
  for (const request of open) {
    const approver = await inSite(kit.pool, site.id, async (db) => {
      const company = await readCompanyNow(db, site, request.company_id, kit.now())
      const step = (await listSteps(db, site.id, [request.id])).find(({ state }) => state === 'open')
      const [id] = step === undefined ? [] : deciders(step, request, company)
      return company.members.find((one) => one.id === id)
    })
    if (approver === undefined) continue
    const actor: Customer = {
      siteId: site.id,
      customerId: approver.id,
      email: '',
      emailVerified: true,
      registrationComplete: true,
      company: {
        id: request.company_id,
        role: approver.role,
        capabilities: capabilitiesIn(approver.role, [...approver.capabilities]),
      },
    }
    const isReturned = testOrder(request.po_number) === 'return'
    const decide = isReturned ? giveBack : approve
    const comment = isReturned ? `The PO number was ${TEST_ORDERS.return}.` : ''
    hasMoved = (await unlessRefused(() => decide(kit, site, actor, { id: request.id, comment }))) || hasMoved
  }
  return hasMoved
}

const SIMULATOR: Omit<Staff, 'siteId'> = { staffId: undefined, role: '', by: 'system' }

async function review(kit: SimulateKit, site: SiteRow): Promise<boolean> {
  const waiting = await inSite(kit.pool, site.id, (db) =>
    db
      .selectFrom('orders')
      .select(['id', 'po_number'])
      .where('site_id', '=', site.id)
      .where('status', '=', literal('in_review'))
      .where('held_at', 'is', null)
      .orderBy('id')
      .execute(),
  )
  let hasMoved = false
  const actor = { ...SIMULATOR, siteId: site.id }
  for (const { id: orderId, po_number } of waiting) {
    const meant = testOrder(po_number)
    if (meant === 'review') continue
    const decision = { orderId, seenStatus: 'in_review' as const }
    const decide = () =>
      meant === 'decline'
        ? declineOrder(kit, site, actor, { ...decision, words: `The PO number was ${TEST_ORDERS.decline}.` })
        : approveOrder(kit, site, actor, { ...decision, words: '' })
    hasMoved = (await unlessRefused(decide)) || hasMoved
  }
  return hasMoved
}

/** It may have been canceled a moment ago. */
async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (cause) {
    if (cause instanceof Refusal) return false
    throw cause
  }
}

type Card = Awaited<ReturnType<typeof cardsToMove>>[number]

function cardsToMove(db: Db, siteId: number) {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.site_id', '=', 'd.site_id').onRef('o.id', '=', 'd.order_id'),
    )
    .select(['d.id', 'd.order_id', 'd.reward_type', 'd.status', 'd.email', 'd.address2'])
    .where('d.site_id', '=', siteId)
    .where('d.status', 'in', ['queued', 'sending', 'sent', 'opened', 'printing', 'mailed'])
    .where('o.status', 'in', ['approved', 'fulfilled'])
    .where('o.held_at', 'is', null)
    .where(({ and, eb, not }) =>
      not(and([eb('d.status', 'in', ['sent', 'opened']), eb('d.email', 'ilike', `${TEST_UNCLAIMED}%`)])),
    )
    .orderBy('d.id')
    .limit(CARDS)
    .$narrowType<{ reward_type: RewardType; status: DeliveryStatus }>()
    .execute()
}

type Next = { to: DeliveryStatus; set: DeliveryChange; actor: string }

async function moveCards({ pool, now }: SimulateKit, site: SiteRow): Promise<boolean> {
  const at = now()
  const cards = await inSite(pool, site.id, (db) => cardsToMove(db, site.id))
  const alike = Map.groupBy(cards, (card) => JSON.stringify([card.reward_type, card.status, testEnd(card)]))
  for (const group of alike.values()) {
    const [first] = group as [Card, ...Card[]]
    const { reward_type: type, status } = first
    const next = nextOf(first, site, at)
    if (next === undefined) continue
    const ids = group.map(({ id }) => id)
    await inSite(pool, site.id, async (db) => {
      const from = type === 'digital' && status === 'queued' ? ('sending' as const) : status
      if (from !== status)
        await moveDeliveries(db, site.id, { ids, type, from: status, to: from, actor: 'system', at })
      await moveDeliveries(db, site.id, { ids, type, from, ...next, at })
    })
  }
  for (const orderId of new Set(cards.map(({ order_id }) => order_id))) {
    await inSite(pool, site.id, (db) => advanceOrder(db, site.id, orderId, at))
  }
  return cards.length > 0
}

/** Mails leave at once, whenever they were to be sent. */
function nextOf(card: Card, site: SiteRow, at: Date): Next | undefined {
  const end = testEnd(card)
  switch (card.status) {
    case 'queued':
    case 'sending':
      if (card.reward_type !== 'digital') return { to: 'printing', set: {}, actor: 'system' }
      return end === 'bounces'
        ? {
            to: 'bounced',
            set: { bounced_at: at, problem_code: 'no_mailbox', problem: 'The address doesn’t exist.' },
            actor: 'mail server',
          }
        : {
            to: 'sent',
            set: { sent_at: at, expires_at: expiryOf(site, at), problem: '', problem_code: '' },
            actor: 'mail server',
          }
    case 'sent':
    case 'opened':
      return { to: 'claimed', set: { opened_at: at, claimed_at: at }, actor: 'recipient' }
    case 'printing':
      return {
        to: 'mailed',
        set: {
          mailed_at: at,
          tracking_number: ({ cast, eb, val }) => eb(val('TEST'), '||', cast<string>('d.id', 'text')),
        },
        actor: 'system',
      }
    case 'mailed':
      return end === 'returned'
        ? {
            to: 'returned',
            set: {
              returned_at: at,
              problem_code: 'undeliverable',
              problem: 'The carrier couldn’t deliver it.',
            },
            actor: 'carrier',
          }
        : { to: 'delivered', set: { delivered_at: at }, actor: 'carrier' }
    default:
      return undefined
  }
}
