import type { Pool, User } from '../database.ts'
import type { SocialProvider } from './social-client.ts'

const REQUIRED_BY_SITE = 'This site requires a code when you sign in. Use your email and password.'

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
  if (user.disabled_at !== null) return 'This account is closed. If you think this is a mistake, contact us.'
  // Staff require a new password first.
  if (user.status === 'RESET_REQUIRED') {
    return `Your account needs a new password first. Choose Forgot password to set one. Then you can sign in with ${provider} again.`
  }
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    return `Your account still has a temporary password. Sign in with it and choose your own. Then you can sign in with ${provider}.`
  }
  if (user.status === 'UNCONFIRMED')
    return "Your account isn't confirmed yet. Sign in with your email and password."
  // A second factor is never skipped.
  if (pool.mfa !== 'off' && user.mfa_enabled.length > 0) {
    return `Your account requires a code that ${provider} can't provide. Sign in with your email and password.`
  }
  return undefined
}
