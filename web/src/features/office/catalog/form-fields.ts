import type { CatalogKind } from '@laurel/contract/office-catalog'
import { ARTS, GRADIENTS, LINE1_MAX, LINE2_MAX, TONES } from '@laurel/domain/card-design'
import { capitalized } from '../../../parts/format.ts'
import type { Values } from './catalog.queries.ts'

type Base = { path: string; label: string; hint?: string }
export type FieldSpec = Base &
  (
    | { type: 'text'; max: number; isOptional?: true }
    | { type: 'area'; max: number }
    | {
        type:
          | 'money'
          | 'days'
          | 'number'
          | 'switch'
          | 'types'
          | 'picture'
          | 'items'
          | 'lines'
          | 'numbers'
          | 'zone'
      }
    | { type: 'choice'; options: readonly { value: string; label: string }[] }
  )

const option = (value: string, label = capitalized(value)) => ({ value, label })
const TYPES = [option('bulk'), option('direct'), option('digital')]

/** The fields of each kind, in form order. */
export const FIELDS: Readonly<Record<CatalogKind, readonly FieldSpec[]>> = {
  rewards: [
    { path: 'name', label: 'Name', type: 'text', max: 60 },
    { path: 'network', label: 'Network', type: 'text', max: 40 },
    { path: 'description', label: 'Description', type: 'area', max: 300 },
    { path: 'rewardTypes', label: 'Can be sent', type: 'types' },
    { path: 'minValueCents', label: 'Minimum value', type: 'money' },
    { path: 'maxValueCents', label: 'Maximum value', type: 'money' },
    { path: 'image', label: 'Picture', type: 'picture' },
  ],
  templates: [
    { path: 'name', label: 'Name', type: 'text', max: 60 },
    { path: 'background.art', label: 'Artwork', type: 'choice', options: ARTS.map((art) => option(art)) },
    { path: 'userLayout.tone', label: 'Tone', type: 'choice', options: TONES.map((tone) => option(tone)) },
    {
      path: 'gradient.strength',
      label: 'Gradient',
      type: 'choice',
      options: GRADIENTS.map((gradient) => option(gradient)),
    },
    { path: 'userLayout.line1', label: 'First line', type: 'text', max: LINE1_MAX, isOptional: true },
    { path: 'userLayout.line2', label: 'Second line', type: 'text', max: LINE2_MAX, isOptional: true },
    { path: 'userLayout.takesLogo', label: 'Customers can add their logo', type: 'switch' },
    {
      path: 'background.image',
      label: 'Background picture',
      type: 'picture',
      hint: 'Replaces the artwork. At least 1,017 × 642 pixels.',
    },
    { path: 'gradient.image', label: 'Gradient picture', type: 'picture' },
    { path: 'fulfillmentLayout.bulk.image', label: 'Layer of bulk cards', type: 'picture' },
    { path: 'fulfillmentLayout.direct.image', label: 'Layer of direct cards', type: 'picture' },
    { path: 'fulfillmentLayout.digital.image', label: 'Layer of digital cards', type: 'picture' },
  ],
  amounts: [{ path: 'valueCents', label: 'Value', type: 'money' }],
  messages: [
    { path: 'occasion', label: 'Occasion', type: 'text', max: 40 },
    { path: 'text', label: 'Message', type: 'area', max: 500 },
  ],
  shipping_options: [
    { path: 'rewardType', label: 'For', type: 'choice', options: TYPES },
    {
      path: 'carrier',
      label: 'Carrier',
      type: 'choice',
      options: [option('UPS', 'UPS'), option('USPS', 'USPS'), option('email')],
    },
    { path: 'service', label: 'Service', type: 'text', max: 60 },
    { path: 'priceCents', label: 'Price', type: 'money' },
    {
      path: 'per',
      label: 'Charged',
      type: 'choice',
      options: [option('shipment', 'Per shipment'), option('recipient', 'Per recipient')],
    },
    { path: 'minDays', label: 'Minimum business days', type: 'days' },
    { path: 'maxDays', label: 'Maximum business days', type: 'days' },
  ],
  reward_infos: [
    { path: 'title', label: 'Title', type: 'text', max: 60 },
    { path: 'description', label: 'Description', type: 'area', max: 300 },
    { path: 'needs', label: 'Requirements', type: 'text', max: 100, isOptional: true },
    { path: 'goodFor', label: 'Good for', type: 'text', max: 100, isOptional: true },
    { path: 'arrives', label: 'Arrives', type: 'text', max: 100, isOptional: true },
  ],
  landing: [
    { path: 'content.title', label: 'Title', type: 'text', max: 120, isOptional: true },
    { path: 'content.lead', label: 'Lead', type: 'area', max: 400 },
    { path: 'content.items', label: 'Points', type: 'items' },
  ],
  heard_about: [{ path: 'name', label: 'Answer', type: 'text', max: 60 }],
}

const noImage = { image: null }

/** The values of a new entry. */
export const EMPTY: Readonly<Partial<Record<CatalogKind, Values>>> = {
  rewards: {
    name: '',
    network: 'meridian',
    description: '',
    image: '',
    rewardTypes: ['bulk', 'direct', 'digital'],
    minValueCents: 1_000,
    maxValueCents: 50_000,
  },
  templates: {
    name: '',
    background: { art: 'laurel', image: null },
    gradient: { strength: 'soft', image: null },
    fulfillmentLayout: { bulk: noImage, direct: noImage, digital: noImage },
    userLayout: { tone: 'deep', line1: 'Thank you', line2: '', takesLogo: true },
  },
  amounts: { valueCents: null },
  messages: { occasion: '', text: '' },
  shipping_options: {
    rewardType: 'bulk',
    carrier: 'UPS',
    service: '',
    priceCents: null,
    per: 'shipment',
    minDays: 3,
    maxDays: 5,
  },
  reward_infos: { title: '', description: '', needs: '', goodFor: '', arrives: '' },
  landing: { content: { title: '', lead: '', items: [] } },
  heard_about: { name: '' },
}

/** Reads a path such as `fulfillmentLayout.bulk.image`. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], values)
}

/** Returns a copy with one value changed. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...values, [name]: value }
  return { ...values, [name]: withValue((values[name] ?? {}) as Values, rest.join('.'), value) }
}
