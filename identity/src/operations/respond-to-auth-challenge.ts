import { z } from 'zod'
import type { Call } from '../accounts.ts'
import { closeQuestion, readQuestion } from '../challenge.ts'
import { CHALLENGES } from '../challenge-table.ts'
import { answerCode } from '../code-sign-in.ts'
import { CognitoError, invalidSession, missing, tooManyTries } from '../cognito-error.ts'
import type { Pool } from '../database.ts'
import { findOpening } from '../opening.ts'
import { ClientId, operation, Session, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { guessFrom } from '../sends.ts'
import { answerWith, proceed } from '../sign-in.ts'
import { SignUpMetadata } from '../sign-up-mark.ts'
import { answerSrp } from '../srp-sign-in.ts'
import { answerSelectChallenge } from '../user-auth.ts'
import { findUserForUpdate } from '../users.ts'

/** Answers a question of the sign-in: one of those that open it, or one that follows. */
export const respondToAuthChallenge = operation(
  z.object({
    ClientId,
    ChallengeName: z.string().max(64),
    // The question of SRP has its own ticket, the secret block.
    Session: Session.optional(),
    ChallengeResponses: z.object({ USERNAME: Username }).catchall(z.string().max(2048)),
    ClientMetadata: SignUpMetadata,
  }),
  async (call, { ClientId, ChallengeName: name, Session: session, ChallengeResponses, ClientMetadata }) => {
    const { USERNAME: username, ...answers } = ChallengeResponses
    const pool = await readPoolOfClient(call.db, ClientId)
    if (name === 'PASSWORD_VERIFIER') return answerSrp(call, pool, username, answers, ClientMetadata)
    if (session === undefined) throw missing('Session')

    if (name === 'SELECT_CHALLENGE') return answerSelectChallenge(call, pool, { username, session }, answers)
    if (name === 'EMAIL_OTP' || name === 'SMS_OTP') {
      const opening = await findOpening(call, pool, { name: `FIRST:${name}`, ticket: session, username })
      if (opening) return answerCode(call, pool, { opening, factor: name }, answers)
      if (name === 'SMS_OTP') throw invalidSession()
    }
    return answerQuestion(call, pool, { name, session, username }, answers)
  },
)

/** A wrong answer leaves the question open, a right one uses it up. */
async function answerQuestion(
  call: Call,
  pool: Pool,
  asked: { name: string; session: string; username: string },
  answers: Record<string, string>,
): Promise<object> {
  const challenge = CHALLENGES.find(({ name }) => name === asked.name)
  if (!challenge)
    throw new CognitoError('InvalidParameterException', `${asked.name} is not enabled for the client.`)

  const question = await readQuestion(call, pool, asked)
  const passed = await guessFrom(call, { refusal: tooManyTries }, () =>
    challenge.check(call, question, answers),
  )

  const progress = await call.db.transaction().execute(async (tx) => {
    // Before the question, as whoever ends a user's sessions does: two who lock crosswise would both wait.
    const user = await findUserForUpdate(tx, question.user.sub)
    await closeQuestion(tx, question)
    if (!user) throw invalidSession()
    await passed.write?.(tx)
    return proceed(call, tx, {
      user,
      answered: [...question.answered, asked.name],
      notes: { ...question.notes, ...passed.notes },
    })
  })
  return answerWith(call, pool, progress)
}
