import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents, Id, listOf, RewardTypeName } from './fields.ts'
import { api } from './routes.ts'

export const Reward = z.object({
  id: Id,
  name: z.string(),
  network: z.string(),
  description: z.string(),
  image: z.string(),
  reward_types: z.array(RewardTypeName),
  min_value_cents: Cents,
  max_value_cents: Cents,
})

export const RewardInfo = z.object({
  id: Id,
  name: RewardTypeName,
  title: z.string(),
  description: z.string(),
  needs: z.string(),
  good_for: z.string(),
  arrives: z.string(),
})

export const CardArt = z.enum(['laurel', 'hills', 'rosette', 'arches', 'confetti', 'contour', 'plain'])
export const CardTone = z.enum(['deep', 'bright', 'pale', 'ink', 'warm', 'paper'])
export const CardGradient = z.enum(['none', 'soft', 'strong'])

const ImageLayer = z.object({ image: z.string().nullable() })

/** The layers of docs/spec.md §3 below the customer's own: an image, or drawn by name. */
export const RewardCardTemplate = z.object({
  id: Id,
  name: z.string(),
  background: z.object({ art: CardArt, image: z.string().nullable() }),
  gradient: z.object({ strength: CardGradient, image: z.string().nullable() }),
  fulfillment_layout: z.object({ bulk: ImageLayer, direct: ImageLayer, digital: ImageLayer }),
  user_layout: z.object({ tone: CardTone, line1: z.string(), line2: z.string(), takes_logo: z.boolean() }),
  preview: z.string(),
})

export const PredefinedAmount = z.object({ id: Id, value_cents: Cents })
export const PredefinedMessage = z.object({ id: Id, occasion: z.string(), text: z.string() })
export const HeardAboutOption = z.object({ id: Id, name: z.string() })
export const UsState = z.object({ code: z.string().length(2), name: z.string() })

export const ShippingOption = z.object({
  id: Id,
  reward_type: RewardTypeName,
  carrier: z.enum(['UPS', 'USPS', 'email']),
  service: z.string(),
  price_cents: Cents,
  per: z.enum(['shipment', 'recipient']),
  min_days: z.number().int(),
  max_days: z.number().int(),
})

const catalog = { access: 'catalog', declaresSession: true } as const

export const listRewards = endpoint(api.listRewards, {
  ...catalog,
  summary: 'The rewards a card can be',
  response: listOf(Reward),
})
export const listRewardInfos = endpoint(api.listRewardInfos, {
  ...catalog,
  tool: { name: 'list_card_types', effect: 'reads' },
  summary: 'The reward types with their descriptions',
  response: listOf(RewardInfo),
})
export const getRewardInfo = endpoint(api.getRewardInfo, {
  ...catalog,
  summary: 'One reward type by name',
  params: z.object({ name: z.string().max(40) }),
  response: RewardInfo,
  refusals: ['not_found'],
})
export const listTemplates = endpoint(api.listTemplates, {
  ...catalog,
  tool: { name: 'list_templates', effect: 'reads' },
  summary: 'The card templates of this site',
  response: listOf(RewardCardTemplate),
})
export const listPredefinedAmounts = endpoint(api.listPredefinedAmounts, {
  ...catalog,
  tool: { name: 'list_amounts', effect: 'reads' },
  summary: 'Suggested card values',
  response: listOf(PredefinedAmount),
})
export const listPredefinedMessages = endpoint(api.listPredefinedMessages, {
  ...catalog,
  tool: { name: 'list_messages', effect: 'reads' },
  summary: 'Suggested messages, by occasion',
  response: listOf(PredefinedMessage),
})
export const listHeardAboutOptions = endpoint(api.listHeardAboutOptions, {
  ...catalog,
  summary: 'Answers to "How did you hear about us?"',
  response: listOf(HeardAboutOption),
})
export const listUsStates = endpoint(api.listUsStates, {
  ...catalog,
  summary: 'States, DC, territories, and military codes',
  response: listOf(UsState),
})
export const listShippingOptions = endpoint(api.listShippingOptions, {
  ...catalog,
  tool: { name: 'list_delivery_methods', effect: 'reads' },
  summary: 'Delivery methods with their prices',
  query: z.object({ reward_type: RewardTypeName.optional() }),
  response: listOf(ShippingOption),
})
