alter table identity.users
  -- Sealed: the secret an authenticator app was given and has not shown yet.
  add column totp_pending text,
  add column totp_pending_until timestamptz;
