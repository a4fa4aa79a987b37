-- A company's balance is a ledger account of its own (docs/decisions/0069). This row is kept in the transaction of
-- each entry, so that orders are paid from it one at a time.
create table company_balances (
  site_id bigint not null references sites (id),
  company_id bigint not null,
  -- Below zero once a top-up that was spent is returned by its bank.
  balance_cents bigint not null default 0,
  primary key (site_id, company_id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
select protect_tenant_table('company_balances');
revoke delete on company_balances from laurel_app;

alter table ledger_entries
  add column company_id bigint,
  drop constraint ledger_entries_account_check,
  add check (account in ('receivable', 'card_value', 'card_fees', 'delivery', 'refunds_given', 'company_balance')
    or starts_with(account, 'cash_')),
  add constraint ledger_entries_company_check check ((account = 'company_balance') = (company_id is not null));
create index ledger_of_company on ledger_entries (site_id, company_id, at, id) where company_id is not null;

-- A top-up is paid like an order, and is none: it has no cards, is never placed, and keeps this status.
alter table orders
  drop constraint orders_status_check,
  add check (status in ('cart', 'in_review', 'pending_payment', 'approved', 'fulfilled', 'declined', 'top_up')),
  add constraint orders_top_up_check check (status <> 'top_up' or (company_id is not null and placed_at is null));
create index top_ups on orders (site_id, company_id, id desc) where status = 'top_up';

alter table refunds
  drop constraint refunds_kind_check,
  add check (kind in ('void', 'return', 'by_hand', 'balance'));
