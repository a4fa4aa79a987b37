import type { Call } from '../accounts.ts'
import type { Challenge, Passed, Question } from '../challenge.ts'
import { CognitoError, WrongGuess } from '../cognito-error.ts'
import { hasRecoveryCode, useRecoveryCode } from '../recovery-codes.ts'
import { countFactorGuess, findDueFactor, passFactor, refuseFactor } from '../second-factor.ts'
import { findTotpStep, unsealTotpSecret } from '../totp.ts'
import { readAnswer } from './read-answer.ts'

/**
 * A code of an authenticator app, or a recovery code. Cognito has no recovery codes, but any of its clients can send
 * one, because the answer is free text.
 */
export const softwareTokenMfa: Challenge = {
  name: 'SOFTWARE_TOKEN_MFA',
  isDue: (_call, signIn) => findDueFactor(signIn) === 'SOFTWARE_TOKEN_MFA',
  ask: async () => ({ parameters: {} }),

  async check(call, question, answers) {
    const { user } = question
    const code = readAnswer(answers, 'SOFTWARE_TOKEN_MFA_CODE')
    const sealed = user.totp_secret
    if (sealed === null) {
      throw new CognitoError('SoftwareTokenMFANotFoundException', 'Software token is not set up.')
    }
    if (!/^\d{6}$/.test(code)) {
      await countFactorGuess(call, user, 'code:recovery')
      if (await hasRecoveryCode(call, user, code)) return passByRecoveryCode(call, question, sealed, code)
      return refuseFactor(call, user, notRecovery())
    }
    await countFactorGuess(call, user)
    const step = findTotpStep(unsealTotpSecret(call, user.sub, sealed), code, call.now())
    if (step === undefined) return refuseFactor(call, user, mismatch())
    if (step <= Number(user.totp_last_step ?? -1)) return refuseFactor(call, user, usedOnce())

    return passFactor(call, question, 'SOFTWARE_TOKEN_MFA', (current) => {
      if (current.totp_secret !== sealed) throw mismatch()
      // Another sign-in used the same code first.
      if (step <= Number(current.totp_last_step ?? -1)) throw usedOnce()
      return { totp_last_step: step }
    })
  },
}

function passByRecoveryCode(call: Call, question: Question, sealed: string, code: string): Passed {
  const passed = passFactor(call, question, 'SOFTWARE_TOKEN_MFA', (current) => {
    if (current.totp_secret !== sealed) throw mismatch()
    return {}
  })
  return {
    ...passed,
    async write(tx) {
      if (!(await useRecoveryCode(call, tx, question.user, code))) throw mismatch()
      await passed.write(tx)
    },
  }
}

const mismatch = () =>
  new WrongGuess('CodeMismatchException', 'That code isn’t right. Enter the newest code from your app.')

const usedOnce = () =>
  new CognitoError('ExpiredCodeException', 'That code was already used. Wait for the next one from your app.')

const notRecovery = () =>
  new WrongGuess('CodeMismatchException', 'That recovery code isn’t right, or you already used it.')
