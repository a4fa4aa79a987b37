alter table identity.pools
  add column mfa text not null default 'off' check (mfa in ('off', 'optional', 'required')),
  -- Which second factors the site offers: SMS, TOTP, EMAIL.
  add column mfa_factors jsonb not null default '["TOTP", "EMAIL"]',
  -- Attributes everybody must give, by their wire names.
  add column required_attributes jsonb not null default '[]',
  add column srp boolean not null default false,
  -- Whether a code that was sent may open a session without a password.
  add column passwordless boolean not null default false;

alter table identity.users
  add column disabled_at timestamptz,
  -- The second factors this person switched on: SMS_MFA, SOFTWARE_TOKEN_MFA, EMAIL_OTP.
  add column mfa_enabled jsonb not null default '[]',
  add column mfa_preferred text,
  -- Sealed by the service's key.
  add column totp_secret text,
  -- The time step of the last code that was taken: none is good twice.
  add column totp_last_step bigint,
  -- Sealed: the salt and verifier of USER_SRP_AUTH, kept only while the pool's switch is on.
  add column srp_verifier text;
