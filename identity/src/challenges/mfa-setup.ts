import { note } from '../accounts.ts'
import type { Challenge } from '../challenge.ts'
import { CognitoError, invalidSession } from '../cognito-error.ts'
import { factorsToSetUp, findDueFactor, mustSetUp, passFactor, SET_UP } from '../second-factor.ts'
import { TOTP_SETUP_MS, TotpSetupState } from '../totp-setup.ts'

/**
 * Sets up a required second factor: an authenticator app (by AssociateSoftwareToken and VerifySoftwareToken, then
 * answered without a code), or the email address.
 */
export const mfaSetup: Challenge = {
  name: 'MFA_SETUP',
  answerWithinMs: TOTP_SETUP_MS,
  isDue: (_call, signIn) => findDueFactor(signIn) === 'MFA_SETUP',

  async ask(_call, _tx, { pool }) {
    const factors = factorsToSetUp(pool)
    if (factors.length === 0) {
      throw new CognitoError('NotAuthorizedException', 'A second factor is required and none can be set up.')
    }
    return { parameters: { MFAS_CAN_SETUP: JSON.stringify(factors) } }
  },

  async check(call, question, { EMAIL: email }) {
    const { pool, user } = question
    if (email !== undefined) {
      const isOwn = email.trim().toLowerCase() === user.attributes.email?.toLowerCase()
      if (!factorsToSetUp(pool).includes('EMAIL_OTP') || !isOwn) {
        throw new CognitoError('InvalidParameterException', 'Use the email you sign in with.')
      }
      return { notes: { [SET_UP]: 'EMAIL_OTP' } }
    }

    const { totp_secret, totp_step } = TotpSetupState.parse(question.state)
    if (totp_secret === undefined || totp_step === undefined) {
      throw new CognitoError('InvalidParameterException', 'No second factor has been set up yet.')
    }
    const passed = passFactor(call, question, 'SOFTWARE_TOKEN_MFA', (current) => {
      // Another sign-in finished first; knowing only the password must not replace its app.
      if (!mustSetUp(pool, current)) throw invalidSession()
      return { totp_secret, totp_last_step: totp_step }
    })
    return {
      ...passed,
      async write(tx) {
        await passed.write(tx)
        await note(call, tx, 'authenticator_set_up', user)
      },
    }
  },
}
