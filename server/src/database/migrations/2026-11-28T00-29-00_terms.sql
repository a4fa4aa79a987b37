-- Companies that may order on invoice (docs/decisions/0077). `open_cents` is kept in the transaction of each entry, so
-- that orders use the limit one at a time.
create table company_terms (
  site_id bigint not null references sites (id),
  company_id bigint not null,
  limit_cents bigint not null check (limit_cents >= 0),
  days integer not null check (days in (15, 30)),
  -- Turned off, what is open stays due.
  is_active boolean not null,
  open_cents bigint not null default 0 check (open_cents >= 0),
  -- The last day the company was reminded, in its own time zone.
  reminded_on text check (reminded_on ~ '^\d{4}-\d\d-\d\d$'),
  changed_at timestamptz not null,
  primary key (site_id, company_id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
select protect_tenant_table('company_terms');
revoke delete on company_terms from laurel_app;
select reveal_due_work('company_terms', 'open_cents');
create index terms_open on company_terms (site_id) where open_cents > 0;

alter table ledger_entries
  drop constraint ledger_entries_account_check,
  add check (account in ('receivable', 'card_value', 'card_fees', 'delivery', 'refunds_given', 'company_balance',
    'company_terms') or starts_with(account, 'cash_')),
  drop constraint ledger_entries_company_check,
  add constraint ledger_entries_company_check
    check ((account in ('company_balance', 'company_terms')) = (company_id is not null));

-- Of an order on invoice: what is open of it is the sum of its `company_terms`.
alter table orders
  add column terms_days integer,
  add column due_on text check (due_on ~ '^\d{4}-\d\d-\d\d$'),
  add column terms_open_cents bigint;
create index open_invoices on orders (site_id, company_id, due_on) where terms_open_cents > 0;

alter table refunds
  drop constraint refunds_kind_check,
  add check (kind in ('void', 'return', 'by_hand', 'balance', 'credit'));

update sites set money_rules = money_rules
  || '{"terms_remind_before_days": [3], "terms_remind_after_days": [1, 8, 15, 30], "terms_overdue_days": 14}';
alter table sites alter column money_rules set default
  '{"day_limit_cents": 5000000, "new_account_days": 30, "new_account_order_cents": 250000, "two_people_above_cents": 50000, "attempts_per_hour": 10, "remind_after_days": [7, 14, 21], "tax_note": "", "terms_remind_before_days": [3], "terms_remind_after_days": [1, 8, 15, 30], "terms_overdue_days": 14}';
