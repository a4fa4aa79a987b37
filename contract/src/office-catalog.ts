import { LINE1_MAX, LINE2_MAX } from '@laurel/domain/card-design'
import { REWARD_TYPES } from '@laurel/domain/reward-type'
import * as z from 'zod'
import { StoredFile } from './card-items.ts'
import { CardArt, CardGradient, CardTone } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { Id, RewardTypeName, requiredText, text } from './fields.ts'
import { api } from './routes.ts'
import { LANDING_KINDS } from './site.ts'

/** The path of an image the site uploaded, or empty. */
const Picture = z.string().regex(/^(\/(api\/v1\/files|brand)\/[\w./-]{1,120})?$/, 'Upload the picture first.')
const Layer = z.object({ image: Picture.nullable() })
const MAX_CENTS = 10_000_000
const value = z
  .number({ error: 'Enter an amount.' })
  .int()
  .min(1, 'Enter an amount above zero.')
  .max(MAX_CENTS, 'This is more than a card can hold.')
const days = z.number({ error: 'Enter a number of days.' }).int().min(0).max(90, 'Enter at most 90 days.')

/** The fields of each kind of catalog entry. */
export const CATALOG_VALUES = {
  rewards: z
    .object({
      name: requiredText(60),
      network: requiredText(40),
      description: text(300),
      image: Picture,
      reward_types: z.array(RewardTypeName).min(1, 'Choose at least one.').max(3),
      min_value_cents: value,
      max_value_cents: value,
    })
    .refine((reward) => reward.max_value_cents >= reward.min_value_cents, {
      path: ['max_value_cents'],
      error: 'Enter at least the minimum value.',
    }),
  templates: z.object({
    name: requiredText(60),
    background: z.object({ art: CardArt, image: Picture.nullable() }),
    gradient: z.object({ strength: CardGradient, image: Picture.nullable() }),
    fulfillment_layout: z.object({ bulk: Layer, direct: Layer, digital: Layer }),
    user_layout: z.object({
      tone: CardTone,
      line1: text(LINE1_MAX),
      line2: text(LINE2_MAX),
      takes_logo: z.boolean(),
    }),
  }),
  amounts: z.object({ value_cents: value }),
  messages: z.object({ occasion: requiredText(40), text: requiredText(500) }),
  shipping_options: z
    .object({
      reward_type: RewardTypeName,
      carrier: z.enum(['UPS', 'USPS', 'email'], { error: 'Choose a carrier.' }),
      service: requiredText(60),
      price_cents: z.number({ error: 'Enter a price.' }).int().min(0).max(MAX_CENTS),
      per: z.enum(['shipment', 'recipient']),
      min_days: days,
      max_days: days,
    })
    .refine((option) => option.max_days >= option.min_days, {
      path: ['max_days'],
      error: 'Enter at least the shortest delivery time.',
    })
    .refine(({ carrier, reward_type }) => (carrier === 'email') === (reward_type === 'digital'), {
      path: ['carrier'],
      error: 'Choose email for digital cards, and a carrier for all others.',
    }),
  reward_infos: z.object({
    title: requiredText(60),
    description: requiredText(300),
    needs: text(100),
    good_for: text(100),
    arrives: text(100),
  }),
  landing: z.object({
    content: z.object({
      title: text(120),
      lead: text(400),
      items: z.array(z.object({ title: text(80), text: text(300) })).max(8, 'Use at most 8.'),
    }),
  }),
  heard_about: z.object({ name: requiredText(60) }),
} as const

/** Names of these kinds are unique within their list. */
export const CATALOG_NAMES = {
  landing: LANDING_KINDS,
  reward_infos: REWARD_TYPES,
} as const

export const CATALOG_KINDS = [
  'rewards',
  'templates',
  'amounts',
  'messages',
  'shipping_options',
  'reward_infos',
  'landing',
  'heard_about',
] as const satisfies readonly (keyof typeof CATALOG_VALUES)[]
export type CatalogKind = (typeof CATALOG_KINDS)[number]

const entry = <S extends z.ZodType>(values: S, more: z.ZodRawShape = {}) =>
  z.array(z.object({ id: Id, version: z.number().int(), active: z.boolean(), values, ...more }))
const named = { name: z.string().meta({ description: 'Its kind, which doesn’t change' }) }

export const OfficeCatalog = z.object({
  rewards: entry(CATALOG_VALUES.rewards),
  templates: entry(CATALOG_VALUES.templates),
  amounts: entry(CATALOG_VALUES.amounts),
  messages: entry(CATALOG_VALUES.messages),
  shipping_options: entry(CATALOG_VALUES.shipping_options),
  reward_infos: z.array(
    z.object({
      id: Id,
      version: z.number().int(),
      active: z.boolean(),
      values: CATALOG_VALUES.reward_infos,
      ...named,
    }),
  ),
  landing: z.array(
    z.object({
      id: Id,
      version: z.number().int(),
      active: z.boolean(),
      values: CATALOG_VALUES.landing,
      ...named,
    }),
  ),
  heard_about: entry(CATALOG_VALUES.heard_about),
})

const Kind = z.object({ kind: z.enum(CATALOG_KINDS) })
/** Validated against `CATALOG_VALUES` of its kind. */
const Values = z.record(z.string().max(40), z.unknown())
const editing = { access: 'staff', needs: 'catalog.edit', response: OfficeCatalog } as const

export const getOfficeCatalog = endpoint(api.getOfficeCatalog, {
  ...editing,
  summary: 'Everything in a site’s catalog, including what is turned off',
})

export const addCatalogEntry = endpoint(api.addCatalogEntry, {
  ...editing,
  summary: 'Add a catalog entry at the end of its list',
  params: Kind,
  body: z.object({
    values: Values,
    name: text(40).optional().meta({
      description: 'For a home page section or card type; each is in the list once',
    }),
  }),
  idempotent: true,
  refusals: ['not_found', 'changed', 'limit_exceeded'],
})

export const patchCatalogEntry = endpoint(api.patchCatalogEntry, {
  ...editing,
  summary: 'Change a catalog entry, or turn it on or off. Placed orders keep what they were placed with',
  params: Kind.extend({ id: Id }),
  body: z.object({
    seen_version: z.number().int(),
    values: Values.optional(),
    active: z.boolean().optional(),
  }),
  refusals: ['changed'],
})

export const orderCatalog = endpoint(api.orderCatalog, {
  ...editing,
  summary: 'Reorder a list',
  params: Kind,
  body: z.object({ ids: z.array(Id).min(1).max(500) }),
  refusals: ['not_found', 'changed'],
})

export const uploadSitePicture = endpoint(api.uploadSitePicture, {
  access: 'staff',
  summary: 'Upload a picture for the site, such as a logo or a template layer',
  needs: 'catalog.edit',
  file: 'required',
  response: StoredFile,
  refusals: [
    'validation_failed',
    'file_too_large',
    'file_not_an_image',
    'too_many_requests',
    'limit_exceeded',
  ],
})
