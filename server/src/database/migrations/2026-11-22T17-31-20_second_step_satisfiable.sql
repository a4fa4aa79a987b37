-- Customers without a verified phone couldn't sign in where text messages were the only required second step.
update sites
  set accounts = jsonb_set(accounts, '{mfa_types}', '["SMS", "TOTP"]')
  where accounts ->> 'mfa' = 'required' and accounts -> 'mfa_types' = '["SMS"]'::jsonb;
