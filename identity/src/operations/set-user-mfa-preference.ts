import { z } from 'zod'
import { type Call, note } from '../accounts.ts'
import { CognitoError } from '../cognito-error.ts'
import type { MfaFactor, Pool, User } from '../database.ts'
import { AccessToken, operation } from '../operation.ts'
import { dropRecoveryCodes } from '../recovery-codes.ts'
import { assertKeepsFactor, isReady, offeredFactors } from '../second-factor.ts'
import { voidSocialCodes } from '../social/links.ts'
import { readBearer } from '../tokens.ts'
import { changeUser, findUserForUpdate } from '../users.ts'

const Settings = z
  .object({ Enabled: z.boolean().optional(), PreferredMfa: z.boolean().optional() })
  .optional()

type Change = { factor: MfaFactor; enabled: boolean | undefined; preferred: boolean | undefined }

/** Turns the signed-in user's second factors on and off, and sets the preferred one. */
export const setUserMfaPreference = operation(
  z.object({
    AccessToken,
    SMSMfaSettings: Settings,
    SoftwareTokenMfaSettings: Settings,
    EmailMfaSettings: Settings,
  }),
  async (call, { AccessToken, SMSMfaSettings, SoftwareTokenMfaSettings, EmailMfaSettings }) => {
    const { pool, user } = await readBearer(call, AccessToken)
    const changes = [
      changeOf('SMS_MFA', SMSMfaSettings),
      changeOf('SOFTWARE_TOKEN_MFA', SoftwareTokenMfaSettings),
      changeOf('EMAIL_OTP', EmailMfaSettings),
    ]
    if (changes.filter(({ preferred }) => preferred).length > 1) {
      throw invalid('Only one MFA type can be the preferred one.')
    }
    await changePreference(call, pool, user.sub, changes)
    return {}
  },
)

const changeOf = (factor: MfaFactor, settings: z.infer<typeof Settings> = {}): Change => ({
  factor,
  enabled: settings.Enabled,
  preferred: settings.PreferredMfa,
})

function changePreference(call: Call, pool: Pool, sub: string, changes: Change[]): Promise<void> {
  return call.db.transaction().execute(async (tx) => {
    const user = await findUserForUpdate(tx, sub)
    if (!user) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
    const next = { ...user, ...applied(pool, user, changes) }

    assertKeepsFactor(pool, user, next)
    const { mfa_enabled, mfa_preferred } = next
    await changeUser(tx, sub, { mfa_enabled, mfa_preferred })
    await voidSocialCodes(tx, user)
    for (const one of mfa_enabled) {
      if (!user.mfa_enabled.includes(one)) await note(call, tx, 'mfa_enabled', user, one)
    }
    for (const one of user.mfa_enabled) {
      if (!mfa_enabled.includes(one)) await note(call, tx, 'mfa_disabled', user, one)
    }
    if (!mfa_enabled.includes('SOFTWARE_TOKEN_MFA')) await dropRecoveryCodes(tx, sub)
    if (mfa_preferred !== user.mfa_preferred) await note(call, tx, 'mfa_preferred', user)
  })
}

function applied(pool: Pool, user: User, changes: Change[]): Pick<User, 'mfa_enabled' | 'mfa_preferred'> {
  const enabled = new Set(user.mfa_enabled)
  let preferred = user.mfa_preferred
  for (const change of changes) {
    if (change.enabled) {
      assertCanEnable(pool, user, change.factor)
      enabled.add(change.factor)
    }
    if (change.enabled === false) enabled.delete(change.factor)
    if (change.preferred && !enabled.has(change.factor)) {
      throw invalid(`${change.factor} must be enabled to be the preferred MFA type.`)
    }
    if (change.preferred) preferred = change.factor
    if (preferred === change.factor && (change.preferred === false || !enabled.has(change.factor))) {
      preferred = null
    }
  }
  return { mfa_enabled: [...enabled], mfa_preferred: preferred }
}

function assertCanEnable(pool: Pool, user: User, factor: MfaFactor): void {
  if (!offeredFactors(pool).includes(factor)) throw invalid(`${factor} is not enabled for the user pool.`)
  if (isReady(user, factor)) return
  throw invalid(
    factor === 'SOFTWARE_TOKEN_MFA'
      ? 'User has not set up software token mfa'
      : `User does not have delivery config set to turn on ${factor}`,
  )
}

const invalid = (message: string) => new CognitoError('InvalidParameterException', message)
