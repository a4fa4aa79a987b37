/** Migrations from before Kysely's Migrator: name today → name then. Complete: a new migration isn't added here. */
export const FORMER_MIGRATIONS: Readonly<Record<string, string>> = {
  '2026-11-21T09-55-42_accounts': '001-accounts.sql',
  '2026-11-21T12-32-44_second-factors': '002-second-factors.sql',
  '2026-11-21T12-57-47_social': '003-social.sql',
  '2026-11-21T12-58-46_openings': '004-openings.sql',
  '2026-11-21T12-58-47_totp-pending': '004-totp-pending.sql',
  '2026-11-21T14-25-52_staff-signatures': '005-staff-signatures.sql',
  '2026-11-21T14-33-45_sign-up-address': '006-sign-up-address.sql',
  '2026-11-22T17-30-21_recovery-codes': '008-recovery-codes.sql',
  '2026-11-22T17-54-38_hidden-accounts': '009-hidden-accounts.sql',
  '2026-11-22T19-06-00_passwords-of-their-own': '011-passwords-of-their-own.sql',
}
