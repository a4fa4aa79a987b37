import { z } from 'zod'
import { after, type Call } from './accounts.ts'
import type { Passed, Question, SignIn } from './challenge.ts'
import { type CodeUse, codeHash, deliverCode, makeCode, type VerifiedAttribute } from './codes.ts'
import { invalidSession, wrongCode } from './cognito-error.ts'
import type { MfaFactor, Tx } from './database.ts'
import { countFactorGuess, passFactor, refuseFactor } from './second-factor.ts'
import { sameDigest } from './secrecy.ts'
import { countSend } from './sends.ts'

const LIFE_MS = 3 * 60_000

/** Stored in the challenge, which binds the code to one sign-in. */
const State = z.object({ destination: z.string(), code_hash: z.string() })

/** Sends a second-factor code to the user's address or number. */
export async function askForSecondCode(call: Call, tx: Tx, { user }: SignIn, attribute: VerifiedAttribute) {
  const destination = user.attributes[attribute]!
  await countSend(call, user.pool_id, user, 'sign-in', { attribute, value: destination }, tx)
  const code = makeCode()
  const use: CodeUse = { purpose: 'sign-in', attribute }
  const expiresAt = after(call.now(), LIFE_MS)
  const delivery = await deliverCode(call, tx, user, use, { code, destination, expiresAt })
  return {
    parameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: delivery.DeliveryMedium,
      CODE_DELIVERY_DESTINATION: delivery.Destination,
    },
    state: { destination, code_hash: codeHash(call, user, use, code) },
  }
}

/**
 * Checks the code, which also verifies its destination.
 *
 * @throws {CognitoError} CodeMismatchException or LimitExceededException
 */
export async function checkCode(
  call: Call,
  question: Question,
  factor: MfaFactor,
  attribute: VerifiedAttribute,
  code: string,
): Promise<Passed> {
  const { user } = question
  const { destination, code_hash } = State.parse(question.state)
  await countFactorGuess(call, user)
  const use: CodeUse = { purpose: 'sign-in', attribute }
  if (!sameDigest(code_hash, codeHash(call, user, use, code))) {
    return refuseFactor(call, user, wrongCode())
  }
  return passFactor(call, question, factor, (current) => {
    // The address has changed since, so a code to the old one proves nothing.
    if (current.attributes[attribute] !== destination) {
      throw invalidSession()
    }
    return attribute === 'email' ? { email_verified: true } : { phone_number_verified: true }
  })
}
