import type { UserChanges } from './users.ts'

/**
 * When the owner of an address proves it, by a code or another service, removes phone and second factors of an
 * unverified registration by someone else. The caller replaces attributes and password.
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
