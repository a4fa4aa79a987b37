import type { AnswerOf } from './call.ts'

type Ticket = AnswerOf<'startOfficeSignIn'>

let kept: Ticket | undefined

/** Passes a sign-in that already has its password to the office's next screen. It's kept in memory only. */
export function keepOfficeTicket(ticket: Ticket): void {
  kept = ticket
}

/** @returns the kept sign-in, once */
export function takeOfficeTicket(): Ticket | undefined {
  const ticket = kept
  kept = undefined
  return ticket
}
