type Failed = { status: string; problemCode: string }

/** Answers that may be another the next time: a full mailbox, a server that is away or has its rules. */
const PASSING = /^(4|5\.[2347]\.|552)/

/**
 * Would the same address fail again? Nobody has it, or a letter came back from it. An address that was
 * changed since does not stand here: its card went out again with the change.
 */
export function failedForGood({ status, problemCode }: Failed): boolean {
  return status === 'returned' || (status === 'bounced' && !PASSING.test(problemCode))
}
