import { LANGUAGES } from '@laurel/domain/languages'
import { SECOND_STEP_TYPES } from '@laurel/domain/second-step'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, listOf } from './fields.ts'
import { api } from './routes.ts'

const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/)

export const PasswordPolicy = z.object({
  min_length: z.number().int(),
  require_lowercase: z.boolean(),
  require_uppercase: z.boolean(),
  require_numbers: z.boolean(),
  require_symbols: z.boolean(),
})

/** The sign-up fields of docs/spec.md §3 that a site can turn on. */
export const SignUpField = z.enum([
  'birthdate',
  'family_name',
  'given_name',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'preferred_username',
  'profile',
  'website',
])

/** Services people can sign in with. */
export const SignInService = z.enum(['Google', 'Apple', 'Amazon', 'Facebook'])

/** What a browser needs to reach the accounts service. With real Cognito, both endpoints are absent. */
export const AccountsSettings = z.object({
  user_pool_id: z.string(),
  client_id: z.string(),
  identity_pool_id: z.string(),
  user_pool_endpoint: z.string().optional(),
  identity_pool_endpoint: z.string().optional(),
  password_policy: PasswordPolicy,
  mfa: z.enum(['off', 'optional', 'required']),
  mfa_types: z.array(z.enum(SECOND_STEP_TYPES)),
  sign_up_fields: z
    .array(SignUpField)
    .meta({ description: 'What sign-up asks for besides email and password; all fields are required' }),
  social_providers: z.array(SignInService),
  oauth_domain: z.string().optional().meta({
    description: 'The host of the social sign-in pages, without `https://`; absent if there are none',
  }),
  auth_flow: z.enum(['USER_PASSWORD_AUTH', 'USER_SRP_AUTH']),
  initial_screen: z.enum(['signIn', 'signUp', 'forgotPassword']),
  email_code_sign_in: z.boolean().meta({
    description:
      'Customers can sign in with an email code instead of a password. Never if a second step is required',
  }),
})

export const SiteLimits = z.object({
  min_value_cents: Cents,
  max_value_cents: Cents,
  max_quantity: z.number().int(),
  max_recipients: z.number().int(),
  max_order_cents: Cents,
})

export const SitePicture = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})

/** The organization's logo on a card. */
export const CardLogo = z.object({
  paths: z
    .array(z.object({ d: z.string(), second: z.boolean() }))
    .meta({ description: 'Shapes on a square of 32, on cards ordered before logos were uploaded' }),
  picture: SitePicture.optional().meta({ description: 'In white, for tinting; replaces the shapes' }),
  word: z.string().meta({ description: 'Set next to it; empty if the logo includes the name' }),
  serif: z.boolean(),
})

/** Site data (docs/spec.md §3): the organization's own look and texts. */
/** A language model that answers in conversations. */
export const ConnectedModel = z.object({
  service: z
    .string()
    .nullable()
    .meta({ description: 'The service that reads the messages; null for a model on our own servers' }),
  model: z.string(),
})

export const Site = z.object({
  id: Id,
  slug: z.string().meta({ description: 'The part after `#` in usernames' }),
  name: z.string(),
  short_name: z.string(),
  organization_name: z.string(),
  favicon: z.string(),
  site_primary_color: Color,
  site_secondary_color: Color,
  site_tertiary_color: Color,
  iso_logo: z.string(),
  site_logo: z.string(),
  negative_logo: z.string(),
  logo_has_name: z.boolean(),
  card_mark: CardLogo,
  network_name: z.string(),
  support_email: z.string(),
  support_phone: z.string(),
  support_hours: z.string(),
  time_zone: z.string(),
  language: z.enum(LANGUAGES).meta({ description: 'The language for recipients without one of their own' }),
  card_mail_subject: z
    .string()
    .meta({ description: 'The subject of card emails, with merge fields in braces' }),
  card_mail_texts: z
    .object({ heading: z.string(), text: z.string(), button: z.string() })
    .nullable()
    .meta({ description: 'The site’s own card email texts; null for the original texts' }),
  connected_model: ConnectedModel.nullable().meta({
    description: 'The language model that answers in conversations; null if the guide does',
  }),
  claim_within_days: z.number().int().meta({ description: 'Days until the link to a digital card expires' }),
  legal_texts: z.array(
    z.object({ kind: z.enum(['terms', 'privacy', 'cardholder']), title: z.string(), text: z.string() }),
  ),
  is_demo: z.boolean().meta({ description: 'Whether this is a demo, which every screen shows' }),
  accounts: AccountsSettings,
  limits: SiteLimits,
  card_fee_cents: z.object({ bulk: Cents, direct: Cents, digital: Cents }),
})

/** The sections of a home page, in default order; the footer is on every page. */
export const LANDING_KINDS = ['hero', 'ways', 'steps', 'trust', 'closing', 'footer'] as const

export const LandingComponent = z.object({
  id: Id,
  kind: z.enum(LANDING_KINDS),
  position: z.number().int(),
  content: z.object({
    title: z.string(),
    lead: z.string(),
    items: z.array(z.object({ title: z.string(), text: z.string() })),
  }),
})

export const getSite = endpoint(api.getSite, {
  access: 'public',
  declaresSession: true,
  summary: 'The site at this host: brand, limits, and account settings',
  response: Site,
  refusals: ['unknown_site'],
})

export const getSitePicture = endpoint(api.getSitePicture, {
  access: 'public',
  summary: 'The preview picture for links to the site, as a JPEG: a card in its brand',
  response: 'file',
  refusals: ['unknown_site'],
})

export const listLandingComponents = endpoint(api.listLandingComponents, {
  access: 'public',
  declaresSession: true,
  summary: 'The home page’s sections, in order',
  response: listOf(LandingComponent),
  refusals: ['unknown_site'],
})
