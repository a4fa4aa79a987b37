import type { PasswordPolicy } from '@laurel/domain/password-policy'
import type { Site } from './site.ts'

/** What this site asks of a password, as the domain reads it. */
export function passwordPolicyOf(site: Pick<Site, 'accounts'>): PasswordPolicy {
  const { requireSymbols, ...rest } = site.accounts.passwordPolicy
  return { ...rest, requireSpecialCharacters: requireSymbols }
}
