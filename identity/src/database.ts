import type { JWK } from 'jose'
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely'
import type { SocialProvider } from './social/social-client.ts'

export type PasswordPolicy = {
  minLength: number
  requireLowercase: boolean
  requireUppercase: boolean
  requireNumbers: boolean
  requireSymbols: boolean
}

/** Cognito's words; RESET_REQUIRED asks for a new password by code before the next sign-in. */
export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'

/** Second factors at a site: not offered, optional, or required. */
export type MfaMode = 'off' | 'optional' | 'required'

/** Second factors a site can offer, in the words of docs/spec.md §9. */
export type MfaType = 'SMS' | 'TOTP' | 'EMAIL'

/** The same factors as a user's settings and challenges name them on the wire. */
export type MfaFactor = 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP'

/** Standard attributes and `custom:rewards_site_id`, by their wire names. */
export type Attributes = Record<string, string>

/** JSON columns are read as values and written as text: pg would make a PostgreSQL array of a JavaScript one. */
type Json<T> = ColumnType<T, string, string>
type GeneratedJson<T> = ColumnType<T, string | undefined, string>

export type PoolTable = {
  pool_id: string
  client_id: string
  identity_pool_id: string
  site_id: string
  password_policy: Json<PasswordPolicy>
  blocked_words: Json<string[]>
  self_sign_up: boolean
  mfa: Generated<MfaMode>
  mfa_factors: GeneratedJson<MfaType[]>
  required_attributes: GeneratedJson<string[]>
  srp: Generated<boolean>
  passwordless: Generated<boolean>
  hide_accounts: Generated<boolean>
  is_private: Generated<boolean>
}

export type UserTable = {
  sub: string
  pool_id: string
  username: string
  status: UserStatus
  password_hash: string
  password_set_at: Date
  attributes: Json<Attributes>
  email_verified: boolean
  phone_number_verified: boolean
  created_at: Date
  disabled_at: Generated<Date | null>
  mfa_enabled: GeneratedJson<MfaFactor[]>
  mfa_preferred: Generated<MfaFactor | null>
  /** Sealed. */
  totp_secret: Generated<string | null>
  totp_last_step: Generated<number | string | null>
  /** Sealed: waits for the app's first code. */
  totp_pending: Generated<string | null>
  totp_pending_until: Generated<Date | null>
  /** Sealed. */
  srp_verifier: Generated<string | null>
  signed_up_from: Generated<string | null>
  signed_up_by: Generated<string | null>
  must_complete: Generated<boolean>
  /** False for a random password that was never shown. */
  has_password: Generated<boolean>
}

export type SessionTable = {
  id: string
  sub: string
  auth_time: Date
  expires_at: Date
  revoked_at: Date | null
  /** The session of the sign-in that a switch came from; null for the sign-in's own. */
  origin_id: Generated<string | null>
}

export type IdentityTables = {
  'identity.pools': PoolTable
  'identity.users': UserTable
  'identity.sessions': SessionTable
  'identity.refresh_tokens': {
    token_hash: string
    session_id: string
    expires_at: Date
    replaced_at: Date | null
    successor: string | null
  }
  'identity.one_time_codes': {
    sub: string
    purpose: string
    attribute: string
    destination: string
    code_hash: string
    expires_at: Date
    used_at: Date | null
  }
  'identity.people': { sub: string; person: string }
  'identity.recovery_codes': { sub: string; code_hash: string; used_at: Generated<Date | null> }
  'identity.challenges': {
    session_hash: string
    /** Null for a first-factor challenge of an unknown name. */
    sub: string | null
    name: string
    state: Json<{ answered: string[]; notes: Record<string, string>; state: Record<string, unknown> }>
    expires_at: Date
  }
  'identity.attempts': { key: string; failures: number; last_at: Date; locked_until: Date | null }
  'identity.sends': { key: string; window_start: Date; count: number }
  'identity.linked_accounts': {
    pool_id: string
    provider: SocialProvider
    subject: string
    sub: string
    linked_at: Date
  }
  'identity.social_trips': {
    state_hash: string
    browser_hash: string
    pool_id: string
    provider: SocialProvider
    secrets: string
    redirect_uri: string
    app_state: string
    code_challenge: string
    expires_at: Date
  }
  'identity.social_codes': {
    code_hash: string
    sub: string
    provider: SocialProvider
    client_id: string
    redirect_uri: string
    code_challenge: string
    expires_at: Date
  }
  'identity.staff_signatures': { signature_hash: string; expires_at: Date }
  'identity.signing_keys': { kid: string; private_jwk: string; public_jwk: Json<JWK>; created_at: Date }
}

/** The pool of connections or an open transaction. */
export type Db = Kysely<IdentityTables>
/** A caller's transaction: the tables are ours, the database is the server's. */
// biome-ignore lint/suspicious/noExplicitAny: its own table types end here
export type AnyTx = Kysely<any>
/** In a transaction, use only this: the embedded database has one connection. */
export type Tx = Transaction<IdentityTables>

export type Pool = Selectable<PoolTable>
export type User = Selectable<UserTable>
