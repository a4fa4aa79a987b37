import { CARD_MAIL_SUBJECT_MAX } from '@laurel/domain/card-mail-subject'
import { LANGUAGES } from '@laurel/domain/languages'
import { MAIL_KINDS, MAIL_TEXT_MAX } from '@laurel/domain/mail-texts'
import { secondStepProblem } from '@laurel/domain/second-step'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, IdParams, lineText, Moment, requiredText, text } from './fields.ts'
import { ProviderMethod } from './orders.ts'
import { api } from './routes.ts'
import {
  AccountsSettings,
  CardLogo,
  ConnectedModel,
  PasswordPolicy,
  SiteLimits,
  SitePicture,
} from './site.ts'

const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color such as #0B6B4F.')
const Picture = z.string().regex(/^(\/(api\/v1\/files|brand)\/[\w./-]{1,120})?$/, 'Upload the picture first.')
const Host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/,
    'Enter only the host name, such as rewards.example.com.',
  )
const whole = (max: number) =>
  z
    .number({ error: 'Enter a whole number.' })
    .int('Enter a whole number.')
    .min(0, 'Enter zero or more.')
    .max(max, `Enter at most ${max.toLocaleString('en-US')}.`)
const cents = z
  .number({ error: 'Enter an amount.' })
  .int()
  .min(0, 'Enter zero or more.')
  .max(1_000_000_000, 'Enter a smaller amount.')

const LegalTexts = z
  .array(
    z.object({
      kind: z.enum(['terms', 'privacy', 'cardholder']),
      title: requiredText(120),
      text: text(60_000),
    }),
  )
  .max(3)
const Fees = z.object({ bulk: cents, direct: cents, digital: cents })
const Limits = z
  .object({
    min_value_cents: cents.min(1, 'Enter an amount above zero.'),
    max_value_cents: cents,
    max_quantity: whole(1_000_000).min(1, 'Enter at least 1.'),
    max_recipients: whole(1_000_000).min(1, 'Enter at least 1.'),
    max_order_cents: cents,
  })
  .refine((limits) => limits.max_value_cents >= limits.min_value_cents, {
    path: ['max_value_cents'],
    error: 'Enter at least the minimum value.',
  })
const MoneyRules = z.object({
  day_limit_cents: cents,
  new_account_days: whole(365),
  new_account_order_cents: cents,
  two_people_above_cents: cents,
  attempts_per_hour: whole(1_000).min(1, 'Enter at least 1.'),
  remind_after_days: z.array(whole(365).min(1, 'Enter at least 1 day.')).max(6, 'Enter at most 6.'),
  tax_note: text(500),
  terms_remind_before_days: z.array(whole(30).min(1, 'Enter at least 1 day.')).max(3, 'Enter at most 3.'),
  terms_remind_after_days: z.array(whole(365).min(1, 'Enter at least 1 day.')).max(6, 'Enter at most 6.'),
  terms_overdue_days: whole(365),
})
const KeptDays = whole(3_650).refine(
  (days) => days === 0 || days >= 30,
  'Enter at least 30 days, or 0 to keep it.',
)
const Retention = z
  .object({ address_days: KeptDays, name_days: KeptDays, file_days: KeptDays, audit_days: KeptDays })
  .meta({ description: 'Days until data about people is removed; 0 keeps it' })
const Accounts = z
  .object({
    password_policy: PasswordPolicy.extend({
      min_length: z.number().int().min(6, 'Enter at least 6.').max(99, 'Enter at most 99.'),
    }),
    mfa: AccountsSettings.shape.mfa,
    mfa_types: AccountsSettings.shape.mfa_types,
    sign_up_fields: AccountsSettings.shape.sign_up_fields,
    blocked_words: z.array(requiredText(40)).max(50, 'Enter at most 50.'),
    auth_flow: AccountsSettings.shape.auth_flow,
    initial_screen: AccountsSettings.shape.initial_screen,
    email_code_sign_in: AccountsSettings.shape.email_code_sign_in,
    hide_accounts: z.boolean().meta({
      description:
        'Sign-up doesn’t reveal whether an address has an account. Its owner gets an email instead',
    }),
  })
  .superRefine(({ mfa, mfa_types }, context) => {
    const message = secondStepProblem(mfa, mfa_types)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['mfa_types'], message })
  })

/** What is set in type next to the logo on cards. The logo is the uploaded one. */
const CardWord = z.object({ word: text(30), serif: z.boolean() })

/** Parts of an SVG that an upload removes, because a logo doesn’t need them. */
const LogoPartName = z.enum([
  'animations',
  'effects',
  'html',
  'links',
  'pictures',
  'scripts',
  'styles',
  'text',
])
export type LogoPart = z.output<typeof LogoPartName>
const LogoColors = z
  .array(z.object({ color: Color, share: z.number() }))
  .meta({ description: 'The largest first, with their share of the visible area' })

/** An uploaded logo, before a site uses it. */
export const UploadedLogo = z.object({
  url: z.string(),
  name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  white: SitePicture.meta({ description: 'In white, for dark backgrounds and cards' }),
  icon: SitePicture,
  colors: LogoColors,
  removed: z.array(LogoPartName).meta({ description: 'Parts of the file that were removed' }),
})

const heading = lineText(MAIL_TEXT_MAX.heading)
const CardTexts = z.object({
  heading,
  text: text(MAIL_TEXT_MAX.text),
  button: lineText(MAIL_TEXT_MAX.button),
})
const Texts = CardTexts.extend({ subject: lineText(MAIL_TEXT_MAX.subject) })
const MailTexts = z
  .object({
    card: CardTexts.nullable(),
    reminder: Texts.nullable(),
    placed: Texts.nullable(),
    shipped: Texts.nullable(),
    delivered: Texts.nullable(),
  })
  .meta({
    description: 'The site’s own email texts, with merge fields in braces; null for the original texts',
  })

/** The site's settings, part by part. */
const SiteChange = z.object({
  name: lineText(80).min(1, 'This field is required'),
  short_name: requiredText(40),
  iso_logo: Picture,
  site_logo: Picture,
  negative_logo: Picture,
  site_primary_color: Color,
  site_secondary_color: Color,
  site_tertiary_color: Color,
  card_mark: CardWord,
  logo_has_name: z
    .boolean()
    .meta({ description: 'The name is part of the logo, so it isn’t set next to it' }),
  network_name: requiredText(30),
  hosts: z.array(Host).min(1, 'A site needs an address.').max(20, 'Enter at most 20.'),
  support_email: text(320),
  support_phone: text(40),
  support_hours: text(80),
  postal_address: lineText(200).meta({ description: 'Shown at the end of the site’s emails' }),
  time_zone: requiredText(60),
  legal_texts: LegalTexts,
  limits: Limits,
  card_fee_cents: Fees,
  auto_approve_below_cents: cents,
  ach_hold_days: whole(60),
  retention: Retention,
  claim_within_days: whole(3_650)
    .min(30, 'Enter at least 30 days.')
    .meta({ description: 'Days until the link to a digital card expires' }),
  remind_before_days: whole(365).meta({ description: 'Days before the link expires; 0 sends no reminder' }),
  language: z.enum(LANGUAGES).meta({
    description:
      'The language of the site’s own card email texts, and for recipients without a language of their own',
  }),
  card_mail_subject: lineText(CARD_MAIL_SUBJECT_MAX).min(1, 'This field is required'),
  mail_texts: MailTexts,
  connected_model: z.boolean().meta({
    description:
      'The connected language model answers in conversations, and reads what customers write there',
  }),
  money_rules: MoneyRules,
  accounts: Accounts,
})

export const sendMailTextTest = endpoint(api.sendMailTextTest, {
  access: 'staff',
  needs: 'site.edit',
  summary: 'Email yourself a test of these texts with example data',
  body: z.object({ kind: z.enum(MAIL_KINDS), texts: Texts }),
  response: z.object({ email: z.string().meta({ description: 'Where it’s sent' }) }),
})

const RemitLine = z.object({ label: requiredText(60), value: requiredText(200) })

export const OfficePaymentProvider = z.object({
  id: Id,
  version: z.number().int(),
  method_code: ProviderMethod,
  title: z.string(),
  instructions: z.string(),
  enabled: z.boolean(),
  is_set_up: z.boolean(),
  is_connected: z.boolean().meta({
    description: 'Cards and bank accounts are offered once the server is connected to their provider',
  }),
  merchant_id: z.string().nullable().meta({ description: 'The user ID and PIN can be set but not read' }),
  lines: z.array(RemitLine).nullable(),
})

/** A DNS record the domain needs, and the result of the last check. */
const DnsRecord = z.object({
  name: z.enum(['spf', 'dkim', 'dmarc']),
  host: z.string(),
  value: z.string(),
  state: z.enum(['not_asked', 'right', 'missing', 'different', 'unreachable']),
  found: z.string(),
})

export const MailSender = z.object({
  from_address: z.string(),
  version: z.number().int(),
  checked_at: Moment.nullable(),
  is_used: z.boolean().meta({ description: 'Email is sent from this address once its DKIM key is found' }),
  records: z.array(DnsRecord),
})

export const OfficeSite = SiteChange.extend({
  version: z.number().int(),
  organization_name: z.string(),
  favicon: z.string(),
  card_mark: CardLogo,
  logo_colors: LogoColors,
  limits: SiteLimits,
  card_fee_cents: z.object({ bulk: Cents, direct: Cents, digital: Cents }),
  available_model: ConnectedModel.nullable().meta({
    description: 'The language model that the server is connected to',
  }),
  accounts_elsewhere: z.boolean().meta({ description: 'Accounts are in an external user pool' }),
  payment_providers: z.array(OfficePaymentProvider),
  mail_sender: MailSender.nullable(),
})

const editing = { access: 'staff', needs: 'site.edit', response: OfficeSite } as const

export const getOfficeSite = endpoint(api.getOfficeSite, {
  ...editing,
  summary: 'All settings of this site, without secrets',
})

export const patchOfficeSite = endpoint(api.patchOfficeSite, {
  ...editing,
  summary: 'Change the site’s settings. Changes take effect immediately',
  body: SiteChange.partial().extend({ seen_version: z.number().int() }),
  refusals: ['changed'],
})

export const uploadSiteLogo = endpoint(api.uploadSiteLogo, {
  ...editing,
  summary: 'Upload a logo for the site: PNG, JPEG, WebP, or SVG. The site uses it once its address is saved',
  file: 'required',
  response: UploadedLogo,
  refusals: ['validation_failed', 'file_too_large', 'file_not_a_logo', 'too_many_requests', 'limit_exceeded'],
})

export const patchPaymentProvider = endpoint(api.patchPaymentProvider, {
  ...editing,
  summary: 'Change a payment method. Secrets can be set but not read',
  params: IdParams,
  body: z.object({
    seen_version: z.number().int(),
    title: requiredText(60).optional(),
    instructions: text(500).optional(),
    enabled: z.boolean().optional(),
    merchant: z
      .object({ merchant_id: requiredText(60), user_id: text(60), pin: text(200) })
      .optional()
      .meta({ description: 'If blank, the user ID and PIN stay as they are' }),
    lines: z.array(RemitLine).max(12).optional(),
  }),
  refusals: ['changed'],
})

export const putMailSender = endpoint(api.putMailSender, {
  ...editing,
  summary:
    'Set the sender of the site’s emails. Another domain gets a new key. If blank, the installation’s address is used',
  body: z.object({ from_address: text(320), seen_version: z.number().int().nullable() }),
  refusals: ['changed'],
})

export const checkMailSender = endpoint(api.checkMailSender, {
  ...editing,
  summary: 'Check the domain’s DNS records now',
  refusals: ['not_found'],
})
