-- Conversations with the guide (docs/decisions/0100).

create table conversations (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  -- The company that the customer acted for; null before registration.
  company_id bigint,
  name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);
create index conversations_by_customer on conversations (site_id, customer_id, updated_at);
create index conversations_by_age on conversations (site_id, updated_at);
select protect_tenant_table('conversations');

create table conversation_messages (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  conversation_id bigint not null,
  role text not null check (role in ('user', 'assistant')),
  -- Blocks of text, plans, and facts (contract: ContentBlock).
  content jsonb not null,
  state text not null check (state in ('answering', 'done', 'stopped', 'failed')),
  associated_user_message_id bigint,
  -- What the guide understood, for the next message.
  understood jsonb,
  -- What came of its proposals.
  outcomes jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, conversation_id) references conversations (site_id, id) on delete cascade
);
create index conversation_messages_by_conversation on conversation_messages (site_id, conversation_id, id);
select protect_tenant_table('conversation_messages');
