import type { UserChanges } from './users.ts'

/**
 * Somebody registered an address and never proved it to be theirs. When its owner comes, by a code to
 * the mailbox or by a service that vouches for it, nothing of that registration stays: neither a
 * number nor a second factor of the other's. Attributes and password are the way's own to replace.
 */
export const REGISTRATION_GONE = {
  phone_number_verified: false,
  mfa_enabled: [],
  mfa_preferred: null,
  totp_secret: null,
  totp_last_step: null,
  totp_pending: null,
  totp_pending_until: null,
  signed_up_from: null,
  signed_up_by: null,
} satisfies UserChanges
