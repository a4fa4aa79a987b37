import { z } from 'zod'
import { readQuestion } from '../challenge.ts'
import { CHALLENGES } from '../challenge-table.ts'
import { answerCode } from '../code-sign-in.ts'
import { CognitoError, invalidSession, missing } from '../cognito-error.ts'
import { findOpening } from '../opening.ts'
import { ClientId, operation, Session, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { answerQuestion, answerWith } from '../sign-in.ts'
import { SignUpMetadata } from '../sign-up-mark.ts'
import { answerSrp } from '../srp-sign-in.ts'
import { answerSelectChallenge } from '../user-auth.ts'

/** Answers a first-factor or later challenge. */
export const respondToAuthChallenge = operation(
  z.object({
    ClientId,
    ChallengeName: z.string().max(64),
    // SRP's `Session` is its secret block.
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
    if (!CHALLENGES.some((challenge) => challenge.name === name)) {
      throw new CognitoError('InvalidParameterException', `${name} is not enabled for the client.`)
    }
    const question = await readQuestion(call, pool, { name, session, username })
    return answerWith(call, pool, await answerQuestion(call, question, answers))
  },
)
