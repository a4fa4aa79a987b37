-- Signing in by a code that's emailed, and hiding who has an account, are a site's settings.
update sites
  set accounts = '{"email_code_sign_in": false, "hide_accounts": false}'::jsonb || accounts;
