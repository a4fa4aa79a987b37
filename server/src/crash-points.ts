/** Where a process can be made to die, named by what has just been done. */
type CrashPoint =
  | 'payment.frozen'
  | 'payment.started'
  | 'token.minted'
  | 'token.kept'
  | 'answer.read'
  | 'answer.applied'
  | 'answer.kept'
  | 'ledger.posted'
  | 'funds.recorded'
  | 'refund.asked'
  | 'refund.decided'
  | 'refund.sent'
  | 'refund.given'
  | 'refund.kept'
  | 'webhook.claimed'
  | 'webhook.sent'
  | 'plan.step'
  | 'plan.done'
  | 'block.taken'
  | 'cards.issued'
  | 'mail.accepted'
  | 'block.kept'
  | 'card.activated'

/** How often the point is passed before that: what is done thousands of times is to end in the middle. */
let left = Number(process.env.CRASH_AFTER ?? 0)

/**
 * Ends this process at once, as a power cut would, where `CRASH_AT` names this point; otherwise does
 * nothing. For `npm run crash`, which then looks whether anything was lost.
 */
export function crashPoint(point: CrashPoint): void {
  if (process.env.CRASH_AT !== point) return
  left -= 1
  if (left < 0) process.kill(process.pid, 'SIGKILL')
}
