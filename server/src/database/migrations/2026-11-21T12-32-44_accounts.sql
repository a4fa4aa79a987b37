-- Sites made before second factors and sign-up fields were settings.
update sites
  set accounts = '{"mfa_types": ["TOTP", "EMAIL", "SMS"], "sign_up_fields": []}'::jsonb || (accounts - 'social_providers');
