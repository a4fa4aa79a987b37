import { findDueSites } from '../../database/due-sites.ts'
import { inSite } from '../../database/in-site.ts'
import { handles, type JobHandler, type Sweep, sweeps } from '../../jobs/jobs.ts'
import { cancelCards } from '../issuing/cards.ts'
import type { Mailer } from '../mail/mailer.ts'
import { findSite, type SiteRow } from '../sites/sites.repo.ts'
import { advanceOrder } from './advance-order.ts'
import type { CardPictures } from './card-pictures.ts'
import { convertCard } from './convert-card.ts'
import {
  convertCards,
  planFulfillment,
  remindRecipients,
  sendDeliveries,
  sweepDeliveries,
  withdrawCards,
} from './fulfillment-jobs.ts'
import { planOrder } from './plan-fulfillment.ts'
import { remindingOfUnclaimed } from './reminders.ts'
import { type SendKit, sendBlock } from './send-block.ts'
import { isAnythingDue, listFinished, listLeftUnplanned, lookForDeliveries, takeDue } from './sending.repo.ts'

const BLOCK = 200
/** Blocks in progress at once: while one is mailed, the next one's cards are issued. */
const LANES = 2
/** A run ends by then, so that a job that hangs is noticed. */
const RUN_MS = 5 * 60_000

export const deliveryJobs = [
  planFulfillment,
  sendDeliveries,
  sweepDeliveries,
  withdrawCards,
  convertCards,
  remindRecipients,
]

/** Jobs that send digital cards and follow up on deliveries. */
export function deliveryHandlers(kit: SendKit, mailer: Mailer, pictures: CardPictures): JobHandler[] {
  const sender = makeSender(kit, mailer, pictures)
  return [
    handles(planFulfillment, ({ siteId, orderId }) => planOrder(kit, siteId, orderId)),
    handles(sendDeliveries, async ({ siteId }) => sender.send(await readSite(kit, siteId))),
    sweeping(kit),
    handles(withdrawCards, ({ siteId, orderId, deliveryIds }) => withdraw(kit, siteId, orderId, deliveryIds)),
    handles(convertCards, async (asked) => {
      await convertCard(kit, asked)
    }),
    remindingOfUnclaimed({ kit, mailer, pictures }),
  ]
}

/** Sends due deliveries, block by block. */
export function makeSender(kit: SendKit, mailer: Mailer, pictures: CardPictures) {
  const running = new Map<number, { again: boolean }>()

  async function lane(site: SiteRow, until: number, state: { isServerDown: boolean; orders: Set<number> }) {
    while (!state.isServerDown && performance.now() < until) {
      const block = await inSite(kit.pool, site.id, (db) =>
        takeDue(db, site.id, kit.keys.claimLink, BLOCK, kit.now()),
      )
      if (block.length === 0) return
      for (const { order_id } of block) state.orders.add(order_id)
      const { isServerDown } = await sendBlock({ kit, mailer, pictures }, site, block)
      if (isServerDown) state.isServerDown = true
    }
  }

  async function run(site: SiteRow) {
    const until = performance.now() + RUN_MS
    const state = { isServerDown: false, orders: new Set<number>() }
    await Promise.all(Array.from({ length: LANES }, () => lane(site, until, state)))
    for (const orderId of state.orders) {
      await inSite(kit.pool, site.id, (db) => advanceOrder(db, site.id, orderId, kit.now()))
    }
    if (performance.now() < until || state.isServerDown) return
    await inSite(kit.pool, site.id, (db) => kit.jobs.enqueue(db, sendDeliveries, { siteId: site.id }))
  }

  return {
    /** If it's already running, it checks once more before it ends. */
    async send(site: SiteRow): Promise<void> {
      const other = running.get(site.id)
      if (other !== undefined) {
        other.again = true
        return
      }
      const mine = { again: true }
      running.set(site.id, mine)
      try {
        while (mine.again) {
          mine.again = false
          await run(site)
        }
      } finally {
        running.delete(site.id)
      }
    },
  }
}

/** Once a minute: sends what is due and moves finished orders forward. */
export function sweeping(kit: SendKit): Sweep {
  return sweeps(
    sweepDeliveries,
    () => findDueSites(kit.pool, lookForDeliveries(kit.now())),
    async (siteId) => {
      const finished = await inSite(kit.pool, siteId, async (db) => {
        // Without a mail server, the cards wait: once there is one, this finds them.
        const mayMail = kit.config.mail !== undefined
        if (mayMail && (await isAnythingDue(db, siteId, kit.now()))) {
          await kit.jobs.enqueue(db, sendDeliveries, { siteId })
        }
        for (const orderId of await listLeftUnplanned(db, siteId, kit.now())) {
          await kit.jobs.enqueue(db, planFulfillment, { siteId, orderId })
        }
        return listFinished(db, siteId)
      })
      for (const orderId of finished) {
        await inSite(kit.pool, siteId, (db) => advanceOrder(db, siteId, orderId, kit.now()))
      }
    },
  )
}

/** Makes the cards of declined or replaced deliveries worthless; repeating it changes nothing. */
export async function withdraw(
  kit: SendKit,
  siteId: number,
  orderId: number,
  only: readonly number[] | undefined,
) {
  const rows = await inSite(kit.pool, siteId, (db) =>
    db
      .selectFrom('deliveries')
      .select('id')
      .where('site_id', '=', siteId)
      .where('order_id', '=', orderId)
      .where('status', 'in', ['cancelled', 'replaced'])
      .execute(),
  )
  const ids = rows.map(({ id }) => id).filter((id) => only === undefined || only.includes(id))
  await cancelCards(kit, siteId, ids)
}

async function readSite(kit: SendKit, siteId: number): Promise<SiteRow> {
  const site = await findSite(kit.pool, siteId)
  if (site === undefined) throw new Error(`no site ${siteId}`)
  return site
}
