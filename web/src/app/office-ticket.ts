import type { AnswerOf } from './call.ts'

type Ticket = AnswerOf<'startOfficeSignIn'>

let kept: Ticket | undefined

/** Hands a sign-in that already has its password to the office's next screen. Only memory holds it. */
export function keepOfficeTicket(ticket: Ticket): void {
  kept = ticket
}

/** @returns it once */
export function takeOfficeTicket(): Ticket | undefined {
  const ticket = kept
  kept = undefined
  return ticket
}
