import { readFileSync } from 'node:fs'

/** Where a process can be made to die, named by what has just been done. */
type CrashPoint =
  | 'key.written'
  | 'key.kept'
  | 'payment.frozen'
  | 'payment.started'
  | 'token.minted'
  | 'token.kept'
  | 'answer.read'
  | 'answer.applied'
  | 'answer.kept'
  | 'payment.left'
  | 'approval.asked'
  | 'order.filled'
  | 'order.placed'
  | 'order.canceled'
  | 'program.looked'
  | 'program.ordered'
  | 'list.taken'
  | 'list.step'
  | 'approval.given'
  | 'terms.settled'
  | 'terms.reminded'
  | 'invitation.accepted'
  | 'join.answered'
  | 'person.taken_out'
  | 'person.removed'
  | 'draft.moved'
  | 'stray.refunding'
  | 'ledger.posted'
  | 'payment.recorded'
  | 'refund.asked'
  | 'refund.decided'
  | 'refund.sent'
  | 'refund.given'
  | 'refund.kept'
  | 'batch.files_written'
  | 'batch.files_kept'
  | 'report.due_made'
  | 'report.page_written'
  | 'report.file_written'
  | 'label.asked'
  | 'label.answered'
  | 'label.kept'
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

/** A server that lives on from one round to the next reads here where it is to die. */
const file = process.env.CRASH_AT_FILE

/**
 * Ends this process at once, like a power cut, if `CRASH_AT` (or the file `CRASH_AT_FILE`) names this point;
 * otherwise does nothing. `npm run crash` then checks whether anything was lost.
 */
export function crashPoint(point: CrashPoint): void {
  const at = file === undefined ? process.env.CRASH_AT : readFileSync(file, 'utf8')
  if (at !== point) return
  left -= 1
  if (left < 0) process.kill(process.pid, 'SIGKILL')
}
