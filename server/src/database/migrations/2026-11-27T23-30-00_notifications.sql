-- How a person hears of each kind of news; without a row, as the product's default says.
create table notification_settings (
  site_id bigint not null references sites (id),
  customer_id bigint not null,
  kind text not null,
  in_app boolean not null,
  mail text not null check (mail in ('at_once', 'daily', 'never')),
  -- When the daily summary of a company's activity is due next. What notices tell is due with the notice.
  digest_at timestamptz,
  primary key (site_id, customer_id, kind),
  foreign key (site_id, customer_id) references customers (site_id, id)
);
create index digests_due on notification_settings (site_id, digest_at) where digest_at is not null;
select protect_tenant_table('notification_settings');
select reveal_due_work('notification_settings', 'digest_at');

-- News of a company has no order. `subject_id` is the person, budget, or top-up that it's about.
alter table notices
  alter column order_id drop not null,
  add column company_id bigint,
  add column subject_id bigint,
  -- Its mail waits for the daily summary of its person.
  add column in_digest boolean not null default false,
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('order_placed', 'payment_arrived', 'order_approved', 'order_declined',
    'refunded', 'cards_sent', 'letters_mailed', 'parcel_mailed', 'cards_bounced', 'letters_returned',
    'parcel_returned', 'parcel_arrived', 'order_fulfilled', 'all_arrived', 'person_joined', 'join_requested',
    'budget_low', 'budget_exhausted', 'balance_low', 'balance_topped_up')),
  add constraint notices_subject_check check (order_id is not null or company_id is not null);
-- Several people can have notices of one order.
drop index notices_of_order;
create index notices_of_order on notices (site_id, order_id, kind, id) include (seen_at, customer_id);

-- Admins hear of a balance below this.
alter table companies add column low_balance_cents bigint check (low_balance_cents > 0);
-- What people heard of a period: 80 or 100 percent used.
alter table budget_periods add column told_percent integer not null default 0;
