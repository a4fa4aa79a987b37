import type { Pool, User } from '../database.ts'
import type { SocialProvider } from './social-client.ts'

const REQUIRED_BY_SITE = 'This site asks everybody for a code when they sign in. Use your email and password.'

/** Other services can't provide our second factor, so a site that requires one takes passwords only. */
export function whyPoolKeepsOut(pool: Pool): string | undefined {
  return pool.mfa === 'required' ? REQUIRED_BY_SITE : undefined
}

/**
 * Why someone may not sign in with another service, as a message for them; undefined if they may. Checked when
 * they return from the service and again when the app requests tokens.
 *
 * @see docs/decisions/0010-signing-in-with-another-service.md
 */
export function whyKeptOut(pool: Pool, provider: SocialProvider, user: User): string | undefined {
  const byPool = whyPoolKeepsOut(pool)
  if (byPool) return byPool
  if (user.disabled_at !== null) return 'This account is closed. Write to us if that is a mistake.'
  // Staff require a new password first.
  if (user.status === 'RESET_REQUIRED') {
    return `Your account needs a new password first. Choose Forgot password to make one, then ${provider} opens it again.`
  }
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    return `Your account waits for your own password. Sign in with your email and the password you were given, then ${provider} opens it as well.`
  }
  if (user.status === 'UNCONFIRMED')
    return 'Your account is not confirmed yet. Sign in with your email and password.'
  // A second factor is never skipped.
  if (pool.mfa !== 'off' && user.mfa_enabled.length > 0) {
    return `Your account asks for a code when you sign in, which ${provider} cannot give. Sign in with your email and password.`
  }
  return undefined
}
