-- The office's people sign in through the accounts service. What opened their accounts until now is moved
-- there at the next start (features/staff/move-staff.ts), which empties these columns and staff_sessions.
alter table staff_accounts
  add column identity_subject text,
  alter column password_hash set default '';
create unique index staff_subject on staff_accounts (identity_subject);

-- Good for minutes only: a sign-in under way begins again.
drop table staff_tickets;
drop table staff_attempts;
