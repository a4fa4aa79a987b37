import { z } from 'zod'
import { closeQuestion, readQuestion } from '../challenge.ts'
import { CHALLENGES } from '../challenge-table.ts'
import { CognitoError } from '../cognito-error.ts'
import { ClientId, operation, Session, Username } from '../operation.ts'
import { readPoolOfClient } from '../pools.ts'
import { answerWith, proceed } from '../sign-in.ts'
import { readUser } from '../users.ts'

/** Answers a question of the sign-in. A wrong answer leaves it open, a right one uses it up. */
export const respondToAuthChallenge = operation(
  z.object({
    ClientId,
    ChallengeName: z.string().max(64),
    Session,
    ChallengeResponses: z.object({ USERNAME: Username }).catchall(z.string().max(2048)),
  }),
  async (call, { ClientId, ChallengeName: name, Session: session, ChallengeResponses }) => {
    const { USERNAME: username, ...answers } = ChallengeResponses
    const challenge = CHALLENGES.find((one) => one.name === name)
    if (!challenge)
      throw new CognitoError('InvalidParameterException', `${name} is not enabled for the client.`)

    const pool = await readPoolOfClient(call.db, ClientId)
    const question = await readQuestion(call, pool, { name, session, username })
    const passed = await challenge.check(call, question, answers)

    const progress = await call.db.transaction().execute(async (tx) => {
      await closeQuestion(tx, question)
      await passed.write?.(tx)
      const user = await readUser(tx, question.user.sub)
      return proceed(call, tx, {
        user,
        answered: [...question.answered, name],
        notes: { ...question.notes, ...passed.notes },
      })
    })
    return answerWith(call, pool, progress)
  },
)
