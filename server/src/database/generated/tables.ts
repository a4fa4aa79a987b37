// Written by `npm run db:types` from the migrated schema.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type AccountEvents = {
  site_id: number
  id: GeneratedAlways<number>
  actor: string
  event: string
  subject: string
  facts: unknown
  at: ColumnType<Date, Date | string, Date | string>
}

export type AddressChecks = {
  site_id: number
  digest: string
  verdict: string
  suggestion: Generated<string>
  checked_at: ColumnType<Date, Date | string, Date | string>
  standardized: unknown | null
}

export type ApiCredentials = {
  site_id: number
  id: GeneratedAlways<number>
  name: string
  username: string
  secret_hash: string
  scopes: Generated<string[]>
  active: Generated<boolean>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  created_by: Generated<string>
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type ApprovalDelegates = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  customer_id: number
  delegate_id: number
  starts_on: string
  ends_on: string
}

export type ApprovalRequests = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  order_id: number
  hash: string
  state: string
  name: string
  amount_cents: number
  card_count: number
  method_code: string
  note: string
  comment: Generated<string>
  asked_by: number
  asked_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type ApprovalRules = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  position: number
  name: string
  conditions: unknown
  steps: unknown
  is_on: boolean
  created_at: ColumnType<Date, Date | string, Date | string>
}

export type ApprovalSteps = {
  site_id: number
  request_id: number
  position: number
  state: string
  asked: unknown
  rules: unknown
  told: Generated<unknown>
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_escalated: Generated<boolean>
  decided_by: number | null
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  comment: Generated<string>
}

export type AssistantConnections = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  company_id: number
  key: string
  client_hash: string
  name: string
  redirect_uri: string
  scopes: string[]
  code_challenge: string | null
  generation: Generated<number>
  refreshed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  conversation_id: number | null
  created_at: ColumnType<Date, Date | string, Date | string>
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  expires_at: ColumnType<Date, Date | string, Date | string>
}

export type AuditEntries = {
  site_id: number
  id: GeneratedAlways<number>
  actor: string
  event: string
  subject: Generated<string>
  facts: Generated<unknown>
  at: ColumnType<Date, Date | string | undefined, Date | string>
  previous_hash: string
  hash: string
  facts_salt: Generated<string>
  facts_hash: Generated<string>
  company_id: number | null
}

export type BackupRuns = {
  id: string
  started_at: ColumnType<Date, Date | string, Date | string>
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  address: Generated<string>
  bytes: Generated<number>
  error: Generated<string>
  verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type BatchFiles = {
  site_id: number
  batch_id: number
  file: string
  key: string
  seal: string
  bytes: number
  pages: number
}

export type Batches = {
  site_id: number
  id: GeneratedAlways<number>
  number: string
  kind: string
  status: Generated<string>
  delivery_count: number
  card_count: number
  problem: Generated<string>
  prints: Generated<number>
  created_by: string
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  printed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  done_count: Generated<number>
  held_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  held_by: Generated<string>
  label_service: Generated<string>
  labels_wanted: Generated<boolean>
  given_out: Generated<string[]>
}

export type BudgetEntries = {
  site_id: number
  id: GeneratedAlways<number>
  budget_id: number
  starts_on: string
  order_id: number
  event: string
  source: string
  reserved_cents: number
  spent_cents: number
  at: ColumnType<Date, Date | string, Date | string>
}

export type BudgetPeriods = {
  site_id: number
  budget_id: number
  starts_on: string
  amount_cents: number
  carried_cents: number
  reserved_cents: Generated<number>
  spent_cents: Generated<number>
  told_percent: Generated<number>
}

export type CallBudgets = {
  account: string
  full_at: ColumnType<Date, Date | string, Date | string>
  paused_until: ColumnType<Date, Date | string, Date | string>
}

export type CardItems = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  name: string
  state: Generated<string>
  reward_type: string
  reward_id: number
  reward_card_template_id: number
  design: unknown
  denomination_cents: number | null
  quantity: number | null
  message: Generated<string>
  sender_name: Generated<string>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  company_id: number | null
  shared_by: number | null
  edited_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type CardNumbers = {
  digest: string
}

export type CardRecipientDetails = {
  site_id: number
  id: GeneratedAlways<number>
  card_item_id: number
  position: number
  first_name: Generated<string>
  last_name: Generated<string>
  email: Generated<string>
  address1: Generated<string>
  address2: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  amount_cents: number | null
  message: Generated<string>
  problems: Generated<unknown>
  needs_attention: Generated<boolean>
  delivery_state: Generated<string>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  import_id: number | null
  import_row: number | null
  edited: Generated<boolean>
  person_key: number | null
  codes: Generated<string[]>
  source: unknown | null
  kept_warnings: Generated<string[]>
  search_text: GeneratedAlways<string>
  find_name: GeneratedAlways<string>
  find_first: GeneratedAlways<string>
  find_email: GeneratedAlways<string>
  find_city: GeneratedAlways<string>
  find_zip: GeneratedAlways<string>
  language: Generated<string>
}

export type CarrierAccounts = {
  site_id: number
  carrier: string
  settings_sealed: string
  enabled: Generated<boolean>
  updated_at: ColumnType<Date, Date | string, Date | string>
}

export type Companies = {
  site_id: number
  id: GeneratedAlways<number>
  name: string
  founded_by: number
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  invitations_sent: Generated<unknown>
  time_zone: string | null
  has_budgets: Generated<boolean>
  order_fields: Generated<unknown>
  join_by_domain: Generated<string>
  join_role: Generated<string>
  join_mail_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  low_balance_cents: number | null
  find_name: GeneratedAlways<string>
  max_order_cents: number | null
  max_orders_per_day: number | null
  has_approval_rules: Generated<boolean>
  merged_into: number | null
  copied_from: string | null
}

export type CompanyApiKeys = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  home_company_id: number
  customer_id: number
  name: string
  scopes: string[]
  ip_ranges: string[]
  secret_hash: string
  secret_end: string
  old_secret_hash: string | null
  old_secret_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  holders: unknown
  created_by: number
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_test: Generated<boolean>
}

export type CompanyBalances = {
  site_id: number
  company_id: number
  balance_cents: Generated<number>
}

export type CompanyBilling = {
  site_id: number
  company_id: number
  legal_business_name: string
  attention: Generated<string>
  business_address1: string
  business_address2: Generated<string>
  business_city: string
  business_state: string
  business_zip: string
  email: Generated<string>
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>
}

export type CompanyBudgets = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  name: string
  team_id: number | null
  customer_id: number | null
  period: string
  amount_cents: number
  rolls_over: boolean
  created_at: ColumnType<Date, Date | string, Date | string>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type CompanyDomains = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  domain: string
  token: string
  asked_at: ColumnType<Date, Date | string, Date | string>
  checked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  outcome: string | null
  next_check_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  missing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type CompanyInvitations = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  email: string
  role: string
  invited_by: number
  token_hash: string
  token_sealed: string
  sent_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  find_email: GeneratedAlways<string>
}

export type CompanyJoinRequests = {
  site_id: number
  company_id: number
  customer_id: number
  state: string
  at: ColumnType<Date, Date | string, Date | string>
}

export type CompanyMembers = {
  site_id: number
  company_id: number
  customer_id: number
  role: string
  joined_at: ColumnType<Date, Date | string | undefined, Date | string>
  team_id: number | null
}

export type CompanyMerges = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  into_id: number
  state: string
  asked_by: Generated<string>
  asked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  merged_by: Generated<string>
  merged_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undo_asked_by: Generated<string>
  undo_asked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  undone_by: Generated<string>
  undone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  moved: Generated<unknown>
}

export type CompanyNotes = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  text: string
  written_by: string
  at: ColumnType<Date, Date | string, Date | string>
}

export type CompanyProgramPeople = {
  site_id: number
  run_id: number
  program_id: number
  person_id: number
  person_key: number | null
  occasion_on: string
  years: number
  amount_cents: number
  outcome: string
}

export type CompanyProgramRuns = {
  site_id: number
  id: GeneratedAlways<number>
  program_id: number
  send_on: string
  part: number
  state: string
  order_id: number | null
  problem: string | null
  problem_says: string | null
  is_late: Generated<boolean>
  created_at: ColumnType<Date, Date | string, Date | string>
  tried_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type CompanyPrograms = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  name: string
  kind: string
  list_id: number
  saved_design_id: number
  amounts: unknown
  lead_days: number
  weekend: string
  fields: unknown
  state: string
  runs_as: number | null
  looked_on: string | null
  next_look_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  problem: string | null
  problem_says: string | null
  problem_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_by: number
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
}

export type CompanyRoles = {
  site_id: number
  company_id: number
  key: string
  name: string
  capabilities: string[]
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
}

export type CompanyTeams = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  name: string
}

export type CompanyTerms = {
  site_id: number
  company_id: number
  limit_cents: number
  days: number
  is_active: boolean
  open_cents: Generated<number>
  reminded_on: string | null
  changed_at: ColumnType<Date, Date | string, Date | string>
}

export type ConversationMessages = {
  site_id: number
  id: GeneratedAlways<number>
  conversation_id: number
  role: string
  content: unknown
  state: string
  associated_user_message_id: number | null
  understood: unknown | null
  outcomes: Generated<unknown>
  created_at: ColumnType<Date, Date | string, Date | string>
  model: string | null
  input_tokens: number | null
  output_tokens: number | null
}

export type Conversations = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  company_id: number | null
  name: Generated<string>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
}

export type CsvCardItemImports = {
  site_id: number
  id: GeneratedAlways<number>
  card_item_id: number
  file_name: Generated<string>
  mode: string
  state: string
  rows_read: Generated<number>
  rows_added: Generated<number>
  rows_needing_attention: Generated<number>
  ignored_columns: Generated<unknown>
  errors: Generated<unknown>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  file_key: Generated<string>
  file_kind: Generated<string>
  file_bytes: Generated<number>
  sha256: Generated<string>
  format: Generated<unknown>
  sheet: string | null
  has_header: Generated<boolean>
  columns: Generated<unknown>
  sample: Generated<unknown>
  mapping_is_sure: Generated<boolean>
  repeats_id: number | null
  bytes_read: Generated<number>
  rows_with_warnings: Generated<number>
  problem_counts: Generated<unknown>
  failure: unknown | null
  base_position: Generated<number>
  finishing: Generated<boolean>
  leased_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  rows_without_amount: Generated<number>
  tries: Generated<number>
  company_id: number | null
}

export type CustomerNotes = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  text: string
  written_by: string
  at: ColumnType<Date, Date | string, Date | string>
}

export type Customers = {
  site_id: number
  id: GeneratedAlways<number>
  identity_subject: string
  email: string
  email_verified: Generated<boolean>
  phone: Generated<string>
  first_name: Generated<string>
  last_name: Generated<string>
  legal_business_name: Generated<string>
  business_address1: Generated<string>
  business_address2: Generated<string>
  business_city: Generated<string>
  business_state: Generated<string>
  business_zip: Generated<string>
  tax_number_sealed: Generated<string>
  tax_number_last4: Generated<string>
  heard_about: Generated<string>
  referral_source: Generated<string>
  purpose_of_order: Generated<string>
  business_logo: Generated<string>
  registration_complete: Generated<boolean>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  claims_issued_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  invoice_emails: Generated<unknown>
  disabled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  disabled_reason: Generated<string>
  find_name: GeneratedAlways<string>
  find_first: GeneratedAlways<string>
  find_company: GeneratedAlways<string>
  find_email: GeneratedAlways<string>
  language: Generated<string>
}

export type Deliveries = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  card_item_id: number | null
  recipient_id: number | null
  source: string
  reward_type: string
  status: Generated<string>
  card_count: Generated<number>
  value_cents: number
  first_name: Generated<string>
  last_name: Generated<string>
  company: Generated<string>
  email: Generated<string>
  phone: Generated<string>
  address1: Generated<string>
  address2: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  due_at: ColumnType<Date, Date | string, Date | string>
  attempt: Generated<number>
  claim_hash: string | null
  problem_code: Generated<string>
  problem: Generated<string>
  batch_id: number | null
  batch_position: number | null
  carrier: Generated<string>
  tracking_number: Generated<string>
  replaces_id: number | null
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  opened_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  claimed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  bounced_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  returned_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reminded_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  link_attempt: Generated<number>
  tries: Generated<number>
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reminders_off: Generated<boolean>
  track_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  track_failures: Generated<number>
  keeps: Generated<string>
  thanks: Generated<string>
  thanked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type DeliveryEvents = {
  site_id: number
  id: GeneratedAlways<number>
  delivery_id: number
  order_id: number
  event: string
  facts: Generated<unknown>
  actor: string
  at: ColumnType<Date, Date | string, Date | string>
}

export type ErasedKeys = {
  site_id: number
  digest: string
  erased_at: ColumnType<Date, Date | string, Date | string>
}

export type Erasures = {
  site_id: number
  id: GeneratedAlways<number>
  state: Generated<string>
  person_sealed: string
  asked_by: string
  asked_at: ColumnType<Date, Date | string, Date | string>
  decided_by: Generated<string>
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  done_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  erased_count: Generated<number>
  waiting_count: Generated<number>
}

export type FileFolders = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  company_id: number | null
  folder: string
  parent_id: number | null
  name: string
  created_at: ColumnType<Date, Date | string, Date | string>
}

export type FileUploadParts = {
  site_id: number
  upload_id: number
  number: number
  key: string
  bytes: number
  etag: string
}

export type FileUploads = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  company_id: number | null
  name: string
  bytes: number
  content_type: string
  sha256: string
  folder: string
  folder_id: number | null
  is_shared: boolean
  on_conflict: string
  token_hash: string
  key: string
  store_upload: Generated<string>
  file_id: number | null
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
}

export type Files = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number | null
  key: string
  name: string
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  forms: unknown | null
  company_id: number | null
  folder: Generated<string>
  folder_id: number | null
  line_id: number | null
  added_by: number | null
  replaced_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  hidden_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  scan: Generated<string>
  import_id: number | null
}

export type FundsReceived = {
  site_id: number
  id: GeneratedAlways<number>
  method_code: string
  amount_cents: number
  reference: Generated<string>
  payer: Generated<string>
  document_number: Generated<string>
  received_on: string
  note: Generated<string>
  order_id: number | null
  recorded_by: string
  recorded_at: ColumnType<Date, Date | string, Date | string>
  reversed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  reversed_reason: Generated<string>
  send_back_asked_by: Generated<string>
  sent_back_as: Generated<string>
}

export type HeardAboutOptions = {
  site_id: number
  id: GeneratedAlways<number>
  name: string
  position: Generated<number>
  version: Generated<number>
  active: Generated<boolean>
}

export type IdempotencyKeys = {
  site_id: number
  actor: string
  operation: string
  key: string
  request_hash: string
  status: number | null
  body_sealed: string | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  step: Generated<number>
  progress: unknown | null
}

export type ImportMappings = {
  site_id: number
  customer_id: number
  signature: string
  meanings: unknown
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
}

export type Installation = {
  is_only: Generated<boolean>
  secret_check: string
  setup_tries: Generated<number>
}

export type IssuedCards = {
  site_id: number
  id: GeneratedAlways<number>
  delivery_id: number
  position: number
  card_item_id: number
  order_id: number
  value_cents: number
  balance_cents: number
  status: Generated<string>
  number_sealed: string
  number_digest: string
  last4: string
  pin_sealed: string
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
}

export type IssuerCards = {
  site_id: number
  key: string
  value_cents: number
  balance_cents: number
  status: Generated<string>
  number_sealed: string
  number_digest: string
  pin_sealed: string
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  withdrawn_cents: Generated<number>
}

export type LandingComponents = {
  site_id: number
  id: GeneratedAlways<number>
  kind: string
  position: Generated<number>
  content: unknown
  version: Generated<number>
  active: Generated<boolean>
}

export type LedgerEntries = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  event: string
  source: string
  account: string
  cents: number
  at: ColumnType<Date, Date | string, Date | string>
  company_id: number | null
}

export type ListFileRuns = {
  site_id: number
  id: GeneratedAlways<number>
  file_id: number
  state: string
  says: Generated<string>
  hash: string | null
  row_count: Generated<number>
  known_count: number | null
  added_count: Generated<number>
  changed_count: Generated<number>
  left_count: Generated<number>
  problems: Generated<unknown>
  problem_count: Generated<number>
  attempts: Generated<number>
  asked_by: number | null
  started_at: ColumnType<Date, Date | string, Date | string>
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type ListFiles = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  list_id: number
  settings_sealed: string
  columns: unknown
  is_on: Generated<boolean>
  next_sync_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  turned_on_by: number | null
  asked_by: number | null
  applies_hash: string | null
  run_id: number | null
  lease: string | null
  leased_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  told: string | null
  created_at: ColumnType<Date, Date | string, Date | string>
}

export type MailSenders = {
  site_id: number
  from_address: string
  dkim_selector: string
  dkim_public_key: string
  dkim_private_key_sealed: string
  checked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  check_result: unknown | null
  version: Generated<number>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
}

export type Measurements = {
  name: string
  due_at: ColumnType<Date, Date | string | undefined, Date | string>
  measured_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  samples: Generated<unknown>
}

export type ModelTokens = {
  site_id: number
  day: string
  tokens: number
}

export type Notices = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  order_id: number | null
  kind: string
  delivery_id: number | null
  card_count: Generated<number>
  amount_cents: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  seen_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  mail_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  company_id: number | null
  subject_id: number | null
  in_digest: Generated<boolean>
}

export type NotificationSettings = {
  site_id: number
  customer_id: number
  kind: string
  in_app: boolean
  mail: string
  digest_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type Operators = {
  id: GeneratedAlways<number>
  identity_subject: string
  email: string
  name: string
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  last_signed_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type OrderFieldValues = {
  site_id: number
  order_id: number
  field_id: number
  value: string
  find_value: GeneratedAlways<string>
}

export type OrderMoves = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  status: string
  note: Generated<string>
  at: ColumnType<Date, Date | string | undefined, Date | string>
}

export type OrderNotes = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  text: string
  written_by: string
  at: ColumnType<Date, Date | string, Date | string>
  edited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  is_mailed: Generated<boolean>
}

export type OrderViewDefaults = {
  site_id: number
  staff_id: number
  view_id: number
}

export type OrderViews = {
  site_id: number
  id: GeneratedAlways<number>
  staff_id: number
  name: string
  is_shared: Generated<boolean>
  filters: unknown
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
}

export type Orders = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  number: string | null
  status: Generated<string>
  is_shipped: Generated<boolean>
  po_number: Generated<string>
  decline_reason: Generated<string>
  bulk_address_id: number | null
  priced: unknown | null
  total_cents: Generated<number>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  placed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  review_reasons: Generated<unknown>
  invoice_emails: Generated<unknown>
  reminded_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  held_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  held_reason: Generated<string>
  bill_to: unknown | null
  reminders_sent: Generated<number>
  planned_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  released_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  held_by: Generated<string>
  release_asked_by: Generated<string>
  keeps: Generated<string>
  company_id: number | null
  is_budgeted: Generated<boolean>
  fields: unknown | null
  terms_days: number | null
  due_on: string | null
  terms_open_cents: number | null
  external_id: string | null
  external_of: number | null
  external_hash: string | null
}

export type OrganizationPaymentProviders = {
  site_id: number
  id: GeneratedAlways<number>
  method_code: string
  title: string
  instructions: Generated<string>
  enabled: Generated<boolean>
  settings_sealed: Generated<string>
  position: Generated<number>
  version: Generated<number>
}

export type Organizations = {
  id: GeneratedAlways<number>
  slug: string
  name: string
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
}

export type PaymentDoubts = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  payment_id: number
  reason: string
  state: Generated<string>
  provider_transaction_id: string
  amount_cents: number | null
  currency: Generated<string>
  status: Generated<string>
  masked_account: Generated<string>
  found_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  decided_by: Generated<string>
  note: Generated<string>
}

export type Payments = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  method_code: string
  amount_cents: number
  state: Generated<string>
  transaction_id: string
  provider_transaction_id: string | null
  masked_account: Generated<string>
  message: Generated<string>
  token_sealed: Generated<string>
  verification: unknown | null
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  ip: Generated<string>
  customer_id: number | null
}

export type PlatformLog = {
  id: GeneratedAlways<number>
  at: ColumnType<Date, Date | string, Date | string>
  actor: string
  event: string
  subject: Generated<string>
  facts: Generated<unknown>
  folded: string | null
  count: Generated<number>
}

export type PredefinedAmounts = {
  site_id: number
  id: GeneratedAlways<number>
  value_cents: number
  version: Generated<number>
  active: Generated<boolean>
}

export type PredefinedMessages = {
  site_id: number
  id: GeneratedAlways<number>
  occasion: string
  text: string
  position: Generated<number>
  version: Generated<number>
  active: Generated<boolean>
}

export type ProviderTransactions = {
  id: string
  attempt: string
}

export type RecipientChangeRows = {
  site_id: number
  change_id: number
  recipient_id: number
  before: unknown | null
}

export type RecipientChanges = {
  site_id: number
  id: GeneratedAlways<number>
  card_item_id: number
  token: string
  action: string
  given: Generated<unknown>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  import_id: number | null
}

export type RecipientCodeTallies = {
  site_id: number
  card_item_id: number
  block: number
  code: string
  people: number
}

export type RecipientListPeople = {
  site_id: number
  list_id: number
  person_id: number
  find_name: Generated<string>
  file_key: string | null
}

export type RecipientLists = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  name: string
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  people_count: Generated<number>
  company_id: number | null
}

export type RecipientTallies = {
  site_id: number
  card_item_id: number
  block: number
  amount_cents: number | null
  people: number
  needing_attention: number
  to_check: Generated<number>
}

export type Refunds = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  payment_id: number
  amount_cents: number
  reason: string
  kind: string
  state: string
  transaction_id: string
  provider_transaction_id: string | null
  message: Generated<string>
  asked_by: string
  approved_by: Generated<string>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  doubt_id: number | null
  stuck_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type RegisteredAddresses = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  label: Generated<string>
  name: string
  company: Generated<string>
  address1: string
  address2: Generated<string>
  city: string
  state: string
  zip: string
  phone: Generated<string>
  is_default: Generated<boolean>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  find_name: GeneratedAlways<string>
  find_first: GeneratedAlways<string>
  company_id: number | null
}

export type ReportFiles = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number | null
  customer_id: number | null
  name: string
  settings: unknown
  format: string
  state: string
  row_count: Generated<number>
  tries: Generated<number>
  key: Generated<string>
  seal: Generated<string>
  bytes: Generated<number>
  created_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  saved_id: number | null
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  asked_by: Generated<string>
}

export type RequestCounts = {
  caller: string
  count: number
  ends_at: ColumnType<Date, Date | string, Date | string>
}

export type RewardCardTemplates = {
  site_id: number
  id: GeneratedAlways<number>
  name: string
  background: unknown
  gradient: unknown
  fulfillment_layout: unknown
  user_layout: unknown
  preview: Generated<string>
  position: Generated<number>
  active: Generated<boolean>
  version: Generated<number>
  replaced_by: number | null
}

export type RewardInfos = {
  site_id: number
  id: GeneratedAlways<number>
  name: string
  title: string
  description: string
  needs: string
  good_for: string
  arrives: string
  version: Generated<number>
}

export type Rewards = {
  site_id: number
  id: GeneratedAlways<number>
  name: string
  network: string
  description: string
  image: Generated<string>
  reward_types: string[]
  min_value_cents: number
  max_value_cents: number
  position: Generated<number>
  active: Generated<boolean>
  version: Generated<number>
  replaced_by: number | null
}

export type RunningServers = {
  id: string
  knows: string
  seen_at: ColumnType<Date, Date | string, Date | string>
  must_stop: Generated<boolean>
  version: Generated<string>
  started_at: ColumnType<Date, Date | string | undefined, Date | string>
}

export type SavedDesigns = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  saved_by: number
  name: string
  reward_type: string
  reward_id: number
  reward_card_template_id: number
  design: unknown
  message: string
  sender_name: string
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type SavedPeople = {
  site_id: number
  id: GeneratedAlways<number>
  customer_id: number
  first_name: Generated<string>
  last_name: Generated<string>
  email: Generated<string>
  address1: Generated<string>
  address2: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  person_key: number | null
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  find_name: GeneratedAlways<string>
  find_first: GeneratedAlways<string>
  find_email: GeneratedAlways<string>
  find_city: GeneratedAlways<string>
  find_zip: GeneratedAlways<string>
  birthday: Generated<string>
  start_date: Generated<string>
  language: Generated<string>
  find_street: GeneratedAlways<string>
}

export type SavedReports = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number | null
  name: string
  settings: unknown
  format: string
  every: string | null
  day: number
  time: string
  reader_ids: unknown
  next_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  created_at: ColumnType<Date, Date | string, Date | string>
}

export type SetupLinks = {
  token_hash: string
  made_at: ColumnType<Date, Date | string, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
}

export type SharedLocks = {
  name: string
}

export type Shipments = {
  site_id: number
  id: GeneratedAlways<number>
  delivery_id: number
  batch_id: number
  carrier: string
  service: Generated<string>
  status: Generated<string>
  request_key: string
  carrier_shipment_id: Generated<string>
  tracking_number: Generated<string>
  label_key: Generated<string>
  cost_cents: Generated<number>
  problem: Generated<string>
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  lookups: Generated<number>
  void_asked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  void_reason: Generated<string>
  void_by: Generated<string>
}

export type ShippingOptions = {
  site_id: number
  id: GeneratedAlways<number>
  reward_type: string
  carrier: string
  service: string
  price_cents: number
  per: string
  min_days: Generated<number>
  max_days: Generated<number>
  position: Generated<number>
  active: Generated<boolean>
  version: Generated<number>
}

export type ShippingOrders = {
  site_id: number
  id: GeneratedAlways<number>
  order_id: number
  reward_type: string
  shipping_option_id: number
  address: unknown | null
  send_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  state: Generated<string>
  carrier: string
  service: string
  price_cents: number
  per: string
  tracking_number: Generated<string>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
}

export type SiteChecks = {
  site_id: number
  name: string
  tested: string
  works: boolean
  words: string
  at: ColumnType<Date, Date | string, Date | string>
}

export type SiteCounters = {
  site_id: number
  name: string
  value: number
}

export type SiteEvents = {
  site_id: number
  id: GeneratedAlways<number>
  type: string
  data: unknown
  at: ColumnType<Date, Date | string, Date | string>
  number: number | null
  company_id: number | null
}

export type SiteLocks = {
  site_id: number
  name: string
}

export type Sites = {
  id: GeneratedAlways<number>
  organization_id: number
  slug: string
  hosts: string[]
  name: string
  short_name: string
  favicon: Generated<string>
  site_primary_color: string
  site_secondary_color: string
  site_tertiary_color: string
  iso_logo: Generated<string>
  site_logo: Generated<string>
  negative_logo: Generated<string>
  card_mark: unknown
  network_name: Generated<string>
  support_email: Generated<string>
  support_phone: Generated<string>
  support_hours: Generated<string>
  time_zone: Generated<string>
  legal_texts: Generated<unknown>
  accounts: unknown
  limits: unknown
  card_fee_cents: unknown
  auto_approve_below_cents: Generated<number>
  ach_hold_days: Generated<number>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>
  money_rules: Generated<unknown>
  claim_within_days: Generated<number>
  remind_before_days: Generated<number>
  card_mail_subject: Generated<string>
  version: Generated<number>
  live_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  suspended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  retention: Generated<unknown>
  logo_files: unknown | null
  logo_has_name: Generated<boolean>
  postal_address: Generated<string>
  mail_texts: Generated<unknown>
  language: Generated<string>
  connected_model: Generated<boolean>
}

export type StaffAccounts = {
  site_id: number
  id: GeneratedAlways<number>
  email: string
  name: string
  role: string
  password_hash: Generated<string>
  active: Generated<boolean>
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  totp_secret_sealed: Generated<string>
  totp_last_step: Generated<number>
  must_change_password: Generated<boolean>
  last_signed_in_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  version: Generated<number>
  password_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  identity_subject: string | null
}

export type StaffSessions = {
  site_id: number
  token_hash: string
  staff_id: number
  created_at: ColumnType<Date, Date | string | undefined, Date | string>
  expires_at: ColumnType<Date, Date | string, Date | string>
  last_seen_at: ColumnType<Date, Date | string | undefined, Date | string>
  ip: Generated<string>
  user_agent: Generated<string>
}

export type TaxYears = {
  year: number
  form_1099_cents: number
}

export type UseCounters = {
  site_id: number
  key: string
  uses: number
  began_at: ColumnType<Date, Date | string, Date | string>
}

export type WebhookAttempts = {
  site_id: number
  id: GeneratedAlways<number>
  message_id: number
  status: number | null
  problem: Generated<string>
  answer: Generated<string>
  duration_ms: number
  at: ColumnType<Date, Date | string, Date | string>
}

export type WebhookEndpoints = {
  site_id: number
  id: GeneratedAlways<number>
  url: string
  description: Generated<string>
  event_types: string[]
  secret_sealed: string
  old_secret_sealed: string | null
  old_secret_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  enabled: Generated<boolean>
  off_reason: Generated<string>
  off_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  failing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  failed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  delivered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  version: Generated<number>
  created_by: string
  created_at: ColumnType<Date, Date | string, Date | string>
  updated_at: ColumnType<Date, Date | string, Date | string>
  read_number: Generated<number>
  company_id: number | null
}

export type WebhookMessages = {
  site_id: number
  id: GeneratedAlways<number>
  endpoint_id: number
  event_id: number
  status: Generated<string>
  attempts: Generated<number>
  claim: Generated<number>
  next_at: ColumnType<Date, Date | string, Date | string>
  created_at: ColumnType<Date, Date | string, Date | string>
  settled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type YearEndCards = {
  site_id: number
  delivery_id: number
  company_id: number
  order_id: number
  identity_id: number
  counts_as: string
  cents: number
  day: string
}

export type YearEndPeople = {
  site_id: number
  id: GeneratedAlways<number>
  company_id: number
  person_id: number
  joined_to: number | null
  joined_why: string | null
  apart_from: Generated<unknown>
  identity_key: number | null
  mail_key: number | null
  post_key: number | null
  first_name: string
  last_name: string
  email: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
  find_name: GeneratedAlways<string>
  find_first: GeneratedAlways<string>
  find_email: GeneratedAlways<string>
  is_employee: Generated<boolean>
  employee_number: Generated<string>
  w9: Generated<string>
  w9_on: string | null
  join_marks: unknown | null
}

export type YearEndProgress = {
  site_id: number
  read_id: Generated<number>
  head_id: Generated<number>
  head_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  sure_id: Generated<number>
  counted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

export type YearEndTotals = {
  site_id: number
  company_id: number
  year: number
  person_id: number
  is_employee: boolean
  received_cents: number
  unclaimed_cents: number
  refunded_cents: number
  card_count: number
}

export type Tables = {
  account_events: AccountEvents
  address_checks: AddressChecks
  api_credentials: ApiCredentials
  approval_delegates: ApprovalDelegates
  approval_requests: ApprovalRequests
  approval_rules: ApprovalRules
  approval_steps: ApprovalSteps
  assistant_connections: AssistantConnections
  audit_entries: AuditEntries
  backup_runs: BackupRuns
  batch_files: BatchFiles
  batches: Batches
  budget_entries: BudgetEntries
  budget_periods: BudgetPeriods
  call_budgets: CallBudgets
  card_items: CardItems
  card_numbers: CardNumbers
  card_recipient_details: CardRecipientDetails
  carrier_accounts: CarrierAccounts
  companies: Companies
  company_api_keys: CompanyApiKeys
  company_balances: CompanyBalances
  company_billing: CompanyBilling
  company_budgets: CompanyBudgets
  company_domains: CompanyDomains
  company_invitations: CompanyInvitations
  company_join_requests: CompanyJoinRequests
  company_members: CompanyMembers
  company_merges: CompanyMerges
  company_notes: CompanyNotes
  company_program_people: CompanyProgramPeople
  company_program_runs: CompanyProgramRuns
  company_programs: CompanyPrograms
  company_roles: CompanyRoles
  company_teams: CompanyTeams
  company_terms: CompanyTerms
  conversation_messages: ConversationMessages
  conversations: Conversations
  csv_card_item_imports: CsvCardItemImports
  customer_notes: CustomerNotes
  customers: Customers
  deliveries: Deliveries
  delivery_events: DeliveryEvents
  erased_keys: ErasedKeys
  erasures: Erasures
  file_folders: FileFolders
  file_upload_parts: FileUploadParts
  file_uploads: FileUploads
  files: Files
  funds_received: FundsReceived
  heard_about_options: HeardAboutOptions
  idempotency_keys: IdempotencyKeys
  import_mappings: ImportMappings
  installation: Installation
  issued_cards: IssuedCards
  issuer_cards: IssuerCards
  landing_components: LandingComponents
  ledger_entries: LedgerEntries
  list_file_runs: ListFileRuns
  list_files: ListFiles
  mail_senders: MailSenders
  measurements: Measurements
  model_tokens: ModelTokens
  notices: Notices
  notification_settings: NotificationSettings
  operators: Operators
  order_field_values: OrderFieldValues
  order_moves: OrderMoves
  order_notes: OrderNotes
  order_view_defaults: OrderViewDefaults
  order_views: OrderViews
  orders: Orders
  organization_payment_providers: OrganizationPaymentProviders
  organizations: Organizations
  payment_doubts: PaymentDoubts
  payments: Payments
  platform_log: PlatformLog
  predefined_amounts: PredefinedAmounts
  predefined_messages: PredefinedMessages
  provider_transactions: ProviderTransactions
  recipient_change_rows: RecipientChangeRows
  recipient_changes: RecipientChanges
  recipient_code_tallies: RecipientCodeTallies
  recipient_list_people: RecipientListPeople
  recipient_lists: RecipientLists
  recipient_tallies: RecipientTallies
  refunds: Refunds
  registered_addresses: RegisteredAddresses
  report_files: ReportFiles
  request_counts: RequestCounts
  reward_card_templates: RewardCardTemplates
  reward_infos: RewardInfos
  rewards: Rewards
  running_servers: RunningServers
  saved_designs: SavedDesigns
  saved_people: SavedPeople
  saved_reports: SavedReports
  setup_links: SetupLinks
  shared_locks: SharedLocks
  shipments: Shipments
  shipping_options: ShippingOptions
  shipping_orders: ShippingOrders
  site_checks: SiteChecks
  site_counters: SiteCounters
  site_events: SiteEvents
  site_locks: SiteLocks
  sites: Sites
  staff_accounts: StaffAccounts
  staff_sessions: StaffSessions
  tax_years: TaxYears
  use_counters: UseCounters
  webhook_attempts: WebhookAttempts
  webhook_endpoints: WebhookEndpoints
  webhook_messages: WebhookMessages
  year_end_cards: YearEndCards
  year_end_people: YearEndPeople
  year_end_progress: YearEndProgress
  year_end_totals: YearEndTotals
}
