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

/**
 * Ends this process at once, as a power cut would, where `CRASH_AT` names this point; otherwise does
 * nothing. For `npm run crash`, which then looks whether anything was lost.
 */
export function crashPoint(point: CrashPoint): void {
  if (process.env.CRASH_AT === point) process.kill(process.pid, 'SIGKILL')
}
