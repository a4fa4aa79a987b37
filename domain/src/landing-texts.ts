import { REWARD_TYPE_DESCRIPTIONS } from './reward-type.ts'

export const SENDING_ITEMS = [
  { title: 'Bulk', text: REWARD_TYPE_DESCRIPTIONS.bulk },
  { title: 'Direct', text: REWARD_TYPE_DESCRIPTIONS.direct },
  { title: 'Digital', text: REWARD_TYPE_DESCRIPTIONS.digital },
]

/** The start page of a site without texts of its own. */
export const LANDING_TEXTS = {
  hero: {
    title: 'A thank-you they can hold.',
    lead: 'Put your logo and your words on a prepaid card. Send one to a colleague, or ten thousand to your customers.',
    items: [],
  },
  ways: {
    title: 'Three delivery methods',
    lead: 'The card is the same. Choose how it reaches people, and mix all three in one order.',
    items: SENDING_ITEMS,
  },
  steps: {
    title: 'From blank card to thank-you',
    lead: 'Most people finish their first order in about ten minutes.',
    items: [
      {
        title: 'Pick a design',
        text: 'Start from a template made for this program. Change its colors as you like.',
      },
      { title: 'Make it yours', text: 'Your logo, your words. What you see is what we print.' },
      {
        title: 'Say who it’s for',
        text: 'Paste a list or upload one. We point out what needs fixing before it costs you.',
      },
      { title: 'Pay and follow', text: 'See each card go out, and each one arrive.' },
    ],
  },
  trust: {
    title: '',
    lead: '',
    items: [
      {
        title: 'Your payment stays private',
        text: 'You pay on our bank partner’s page. We never see a card number.',
      },
      {
        title: 'People look at every order',
        text: 'A reviewer checks the artwork and the list before anything prints.',
      },
      { title: 'Every cent explained', text: 'Card value, fees, and postage, each on its own line.' },
      { title: 'No card gets lost', text: 'If a card is returned, fix the address and we’ll send it again.' },
    ],
  },
  closing: { title: 'Who would you like to thank?', lead: '', items: [] },
}
