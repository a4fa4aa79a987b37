import type { Register } from './personal-data.ts'

/** Every column of the accounts service and of the queue, which belong to no site. */
export const ACCOUNT_DATA = {
  'identity.pools': {
    none: [
      'pool_id client_id identity_pool_id site_id password_policy blocked_words self_sign_up mfa',
      'mfa_factors required_attributes srp passwordless hide_accounts is_private',
    ],
  },
  'identity.users': {
    fate: 'account',
    person: 'sub attributes',
    contact: 'username signed_up_from signed_up_by',
    secret: 'password_hash totp_secret totp_pending srp_verifier',
    none: [
      'pool_id status password_set_at email_verified phone_number_verified created_at disabled_at',
      'mfa_enabled mfa_preferred totp_last_step totp_pending_until must_complete has_password',
    ],
  },
  'identity.sessions': {
    fate: 'account',
    person: 'sub',
    none: 'id auth_time expires_at revoked_at origin_id',
  },
  'identity.people': { fate: 'account', person: 'sub person' },
  'identity.refresh_tokens': { secret: 'token_hash successor', none: 'session_id expires_at replaced_at' },
  'identity.one_time_codes': {
    fate: 'expires',
    person: 'sub',
    contact: 'destination',
    secret: 'code_hash',
    none: 'purpose attribute expires_at used_at',
  },
  'identity.recovery_codes': { fate: 'account', person: 'sub', secret: 'code_hash', none: 'used_at' },
  'identity.challenges': {
    fate: 'expires',
    person: 'sub',
    text: 'state',
    secret: 'session_hash',
    none: 'name expires_at',
  },
  'identity.attempts': { fate: 'expires', contact: 'key', none: 'failures last_at locked_until' },
  'identity.sends': { fate: 'expires', contact: 'key', none: 'window_start count' },
  'identity.linked_accounts': { fate: 'account', person: 'subject sub', none: 'pool_id provider linked_at' },
  'identity.social_trips': {
    secret: 'state_hash browser_hash secrets code_challenge',
    none: 'pool_id provider redirect_uri app_state expires_at',
  },
  'identity.social_codes': {
    fate: 'expires',
    person: 'sub',
    secret: 'code_hash code_challenge',
    none: 'provider client_id redirect_uri expires_at',
  },
  'identity.staff_signatures': { secret: 'signature_hash', none: 'expires_at' },
  'identity.signing_keys': { secret: 'private_jwk', none: 'kid public_jwk created_at' },
  'pgboss.job': { fate: 'expires', text: 'data output' },
} as const satisfies Register
