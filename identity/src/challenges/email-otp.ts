import type { Challenge } from '../challenge.ts'
import { findDueFactor } from '../second-factor.ts'
import { askForSecondCode, checkCode } from '../second-factor-code.ts'
import { readAnswer } from './read-answer.ts'

/** The code that was mailed to the user. */
export const emailOtp: Challenge = {
  name: 'EMAIL_OTP',
  isDue: (_call, signIn) => findDueFactor(signIn) === 'EMAIL_OTP',
  ask: (call, tx, signIn) => askForSecondCode(call, tx, signIn, 'email'),
  check: (call, question, answers) =>
    checkCode(call, question, 'EMAIL_OTP', 'email', readAnswer(answers, 'EMAIL_OTP_CODE')),
}
