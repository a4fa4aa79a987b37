import { AT_RANDOM } from './line.ts'

/** Where the server crashes on its own, named by what it just did (server/src/crash-points.ts). */
const SERVER_POINTS = [
  'payment.frozen',
  'payment.started',
  'token.minted',
  'token.kept',
  'answer.read',
  'ledger.posted',
  'answer.applied',
  'answer.kept',
  'payment.left',
  'stray.refunding',
  'payment.recorded',
  'refund.asked',
  'refund.decided',
  'refund.sent',
  'refund.given',
  'refund.kept',
] as const

/** Where it also crashes while colleagues of a company work together. */
const COMPANY_SERVER_POINTS = [
  'approval.asked',
  'approval.given',
  'terms.settled',
  'terms.reminded',
  'invitation.accepted',
  'join.answered',
  'draft.moved',
  'person.taken_out',
  'person.removed',
] as const

/** Where it's killed after a buyer's step on the provider's page. */
const PAGE_POINTS = ['page.opened', 'page.posted', 'page.captured', 'page.returned'] as const

export type PagePoint = (typeof PAGE_POINTS)[number]
export type Point =
  | (typeof SERVER_POINTS)[number]
  | (typeof COMPANY_SERVER_POINTS)[number]
  | PagePoint
  | typeof AT_RANDOM

/** Every point in turn, and every fifth round at random. */
export const POINTS = inTurn([...PAGE_POINTS, ...SERVER_POINTS])
/** Those of colleagues first. */
export const COMPANY_POINTS = inTurn([...COMPANY_SERVER_POINTS, ...PAGE_POINTS, ...SERVER_POINTS])

function inTurn(points: readonly Point[]): readonly Point[] {
  return points.flatMap((point, at) => (at % 4 === 3 ? [point, AT_RANDOM] : [point]))
}

/** The crash point passed to the server. */
export function crashAt(point: Point): string {
  return point === AT_RANDOM || isPagePoint(point) ? '' : point
}

export function isPagePoint(point: Point): point is PagePoint {
  return PAGE_POINTS.some((one) => one === point)
}

/** Points in a refund's job, which runs shortly after the request. */
export function isOfRefundJob(point: Point): boolean {
  return point === 'refund.sent' || point === 'refund.given' || point === 'refund.kept'
}

/** Points in jobs, which run shortly after they're enqueued. */
export function isOfJob(point: Point): boolean {
  return isOfRefundJob(point) || point === 'terms.reminded'
}

/** Points reached by customers who leave the payment page. */
export function isOfLeaving(point: Point): boolean {
  return point === 'payment.left' || point === 'stray.refunding'
}

/** How often each point was targeted, and reached. */
export function makeTally(points: readonly Point[]) {
  const rows = new Map<Point, { rounds: number; met: number }>(
    [...new Set(points)].map((point) => [point, { rounds: 0, met: 0 }]),
  )
  return {
    count(point: Point, isMet: boolean) {
      const row = rows.get(point)!
      row.rounds += 1
      if (isMet) row.met += 1
    },
    lines: () => [
      'point of death      rounds  killed there',
      ...[...rows].map(
        ([point, { rounds, met }]) =>
          `${point.padEnd(18)}  ${String(rounds).padStart(6)}  ${String(met).padStart(12)}`,
      ),
    ],
  }
}
