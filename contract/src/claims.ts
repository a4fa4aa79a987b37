import { MAX_THANKS } from '@laurel/domain/card-words'
import * as z from 'zod'
import { CardDesign } from './card-items.ts'
import { endpoint } from './endpoint.ts'
import { Cents, Moment, requiredText } from './fields.ts'
import { api } from './routes.ts'

/** A link can contain anything; an invalid token answers like an unknown one. */
const TokenParams = z.object({ token: z.string().max(200) })

/** A digital card as its recipient first sees it. The number and the PIN need a separate click. */
export const Claim = z.object({
  state: z.enum(['ready', 'claimed', 'expired', 'cancelled', 'on_hold']).meta({
    description: 'The number and PIN can be shown while `ready`, and again once `claimed`',
  }),
  first_name: z.string(),
  last_name: z.string(),
  message: z.string(),
  sender_name: z.string().meta({ description: 'The sender: the name in “From”, or the customer’s business' }),
  value_cents: Cents,
  reward_name: z.string(),
  network: z.string(),
  /** What the card is drawn from, with fields already filled in. */
  card: z.object({
    art: z.string(),
    design: CardDesign,
    text_color: z.string().meta({ description: 'Readable on the picture, such as `#ffffff`' }),
    amount_place: z
      .enum(['corner', 'wreath'])
      .meta({ description: 'Where the picture has room for the amount: at the top right, or in the wreath' }),
  }),
  picture_url: z.string().meta({ description: 'The card as a picture, without number and amount' }),
  expires_at: Moment.nullable(),
  claimed_at: Moment.nullable(),
  thanks: z.string().meta({ description: 'The recipient’s note to the sender; empty if there is none' }),
})

export const RevealedCard = z.object({
  number: z.string().meta({ description: 'Digits only, without spaces' }),
  pin: z.string(),
  value_cents: Cents,
  balance_cents: Cents,
  claimed_at: Moment,
})

export const getClaim = endpoint(api.getClaim, {
  access: 'public',
  summary: 'The card behind a link. The first visit is recorded',
  params: TokenParams,
  limitedBy: 'token',
  response: Claim,
  refusals: ['claim_not_found', 'too_many_requests'],
})
export const getClaimPicture = endpoint(api.getClaimPicture, {
  access: 'public',
  summary: 'The card behind a link, as a JPEG',
  params: TokenParams,
  limitedBy: 'token',
  response: 'file',
  refusals: ['claim_not_found', 'too_many_requests'],
})
export const getClaimPreview = endpoint(api.getClaimPreview, {
  access: 'public',
  summary:
    'The picture that a link’s preview shows, as a JPEG: the design, without name, amount, and merge fields',
  params: TokenParams,
  limitedBy: 'token',
  response: 'file',
  refusals: ['claim_not_found', 'too_many_requests'],
})
export const revealClaim = endpoint(api.revealClaim, {
  access: 'public',
  summary:
    'Show the number and PIN of the card behind a link. This activates the card and marks it as claimed',
  params: TokenParams,
  limitedBy: 'token',
  response: RevealedCard,
  refusals: ['claim_not_found', 'too_many_requests'],
})
export const thankForClaim = endpoint(api.thankForClaim, {
  access: 'public',
  summary: 'Write a note to the sender of a claimed card, once',
  params: TokenParams,
  limitedBy: 'token',
  body: z.object({ text: requiredText(MAX_THANKS) }),
  response: 'nothing',
  refusals: ['claim_not_found', 'changed', 'too_many_requests', 'validation_failed'],
})
export const muteClaim = endpoint(api.muteClaim, {
  access: 'public',
  summary: 'Turn off the reminder for the card behind a link (RFC 8058, one click)',
  params: TokenParams,
  limitedBy: 'token',
  response: 'nothing',
  refusals: ['claim_not_found', 'too_many_requests'],
})
