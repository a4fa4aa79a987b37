import type { Query } from '../database-beside.ts'
import { startMailSink } from '../mail-sink.ts'
import { AT_RANDOM, type Line } from './line.ts'
import { findBroken, findUnfinished } from './mail-books.ts'
import { type Approval, addPaidOrder, approve, countWaiting, newApproval } from './mail-orders.ts'
import type { Stage } from './stage.ts'

const POINTS = [
  { point: 'plan.step', passes: 0 },
  { point: 'mail.accepted', passes: 150 },
  { point: 'cards.issued', passes: 2 },
  { point: AT_RANDOM, passes: 0 },
  { point: 'block.taken', passes: 2 },
  { point: 'mail.accepted', passes: 20 },
  { point: 'block.kept', passes: 2 },
  { point: AT_RANDOM, passes: 0 },
  { point: 'plan.done', passes: 0 },
  { point: 'mail.accepted', passes: 400 },
] as const
/** The first order keeps a worker busy for a whole night; later ones add to it. */
const FIRST_ORDER_PEOPLE = 10_000
const PEOPLE = 1_500
/** Below this, more is ordered. */
const LEAST_WAITING = 1_000
/** Cards that are planned during a crash need not all be mailed. */
const PEOPLE_TO_PLAN = 300
/** Percentages: deferred; accepted, but the answer is lost. */
const PUT_OFF = 2
const LOST = 1

/** Emailed cards: planned, issued, and mailed to a server that sometimes defers a mail or loses an answer. */
export async function openMailLine(random: () => number) {
  const approvals: Approval[] = []
  let isCalm = false
  let lost = 0
  const sink = await startMailSink({
    refuses: (to) => to.startsWith('bounce'),
    answers: ({ messageId }) => {
      const dice = isCalm ? 100 : random() * 100
      if (dice < PUT_OFF) return 'later'
      if (dice >= PUT_OFF + LOST) return 'taken'
      if (isCard({ messageId })) lost += 1
      return 'lost'
    },
  })
  const cards = () => sink.mails.filter(isCard)
  return { smtpUrl: sink.url, on, close: () => sink.close() }

  function on({ origin, colleague, like }: Stage): Line {
    return {
      points: POINTS,
      share: 4,
      async prepare(query, { point, isOurs }) {
        const people = await orderFor(query, isOurs && point.startsWith('plan'))
        if (people > 0) approvals.push(newApproval(await addPaidOrder(query, like, people)))
      },
      work(server) {
        const open = approvals.filter(({ isDone }) => !isDone)
        const approveAll = async () => {
          for (const one of open) if (!server.isDead()) await approve(origin, colleague, one)
        }
        void approveAll().catch(() => undefined)
      },
      isOpen: () => approvals.some(({ isDone }) => !isDone),
      findBroken: (query) => findBroken(query, cards()),
      findUnfinished,
      progress: () => sink.mails.length,
      outcome: 'mails',
      async calm() {
        isCalm = true
      },
      async tell(query) {
        const mails = cards()
        const distinct = new Set(mails.map(({ messageId }) => messageId)).size
        const [counts] = await query(`select concat(
          (select count(*) from orders where number like 'C%' and planned_at is not null), ' orders by mail, ',
          (select count(*) from deliveries where reward_type = 'digital'), ' deliveries, ',
          (select count(*) from deliveries where status = 'sent'), ' sent, ',
          (select count(*) from deliveries where status = 'bounced'), ' bounced') as words`)
        const others = sink.mails.filter((mail) => !isCard(mail)).map(({ messageId }) => messageId)
        return [
          counts.words,
          `${mails.length} mails with cards taken by the sink, ${distinct} Message-IDs, ${mails.length - distinct} came again under the same one (${lost} answers were lost)`,
          `${others.length} other mails, ${new Set(others).size} Message-IDs`,
        ]
      },
      close: async () => undefined,
    }
  }

  async function orderFor(query: Query, isToPlan: boolean): Promise<number> {
    if (approvals.length === 0) return FIRST_ORDER_PEOPLE
    if ((await countWaiting(query)) < LEAST_WAITING) return PEOPLE
    return isToPlan ? PEOPLE_TO_PLAN : 0
  }
}

function isCard({ messageId }: { messageId: string }): boolean {
  return messageId.startsWith('card-')
}
