import type { Challenge } from '../challenge.ts'
import { findDueFactor } from '../second-factor.ts'
import { askForSecondCode, checkCode } from '../second-factor-code.ts'
import { readAnswer } from './read-answer.ts'

/** The code that was sent to the user's phone. */
export const smsMfa: Challenge = {
  name: 'SMS_MFA',
  isDue: (_call, signIn) => findDueFactor(signIn) === 'SMS_MFA',
  ask: (call, tx, signIn) => askForSecondCode(call, tx, signIn, 'phone_number'),
  check: (call, question, answers) =>
    checkCode(call, question, 'SMS_MFA', 'phone_number', readAnswer(answers, 'SMS_MFA_CODE')),
}
