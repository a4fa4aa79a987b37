import type { Challenge } from '../challenge.ts'
import { CognitoError } from '../cognito-error.ts'
import { activeFactors, CHOSEN, findDueFactor } from '../second-factor.ts'
import { readAnswer } from './read-answer.ts'

/** A person with several second factors and no preferred one chooses. */
export const selectMfaType: Challenge = {
  name: 'SELECT_MFA_TYPE',
  isDue: (_call, signIn) => findDueFactor(signIn) === 'SELECT_MFA_TYPE',

  async ask(_call, _tx, { pool, user }) {
    return { parameters: { MFAS_CAN_CHOOSE: JSON.stringify(activeFactors(pool, user)) } }
  },

  async check(_call, { pool, user }, answers) {
    const chosen = readAnswer(answers, 'ANSWER')
    if (!activeFactors(pool, user).some((one) => one === chosen)) {
      throw new CognitoError('InvalidParameterException', 'The MFA type is not one of those to choose from.')
    }
    return { notes: { [CHOSEN]: chosen } }
  },
}
