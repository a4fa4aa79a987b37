import { REWARD_TYPE_DESCRIPTIONS } from './reward-type.ts'

export const SENDING_ITEMS = [
  { title: 'Bulk', text: REWARD_TYPE_DESCRIPTIONS.bulk },
  { title: 'Direct', text: REWARD_TYPE_DESCRIPTIONS.direct },
  { title: 'Digital', text: REWARD_TYPE_DESCRIPTIONS.digital },
]

/** The start page of a site without texts of its own. */
export const LANDING_TEXTS = {
  hero: {
    title: /*i18n*/ 'A thank-you they can hold.',
    lead: /*i18n*/ 'Put your logo and your words on a prepaid card. Send one to a colleague, or ten thousand to your customers.',
    items: [],
  },
  ways: {
    title: /*i18n*/ 'Three delivery methods',
    lead: /*i18n*/ 'The card is the same. Choose how it reaches people, and mix all three in one order.',
    items: SENDING_ITEMS,
  },
  steps: {
    title: /*i18n*/ 'From blank card to thank-you',
    lead: /*i18n*/ 'Most people finish their first order in about ten minutes.',
    items: [
      {
        title: /*i18n*/ 'Pick a design',
        text: /*i18n*/ 'Start from a template made for this program. Change its colors as you like.',
      },
      {
        title: /*i18n*/ 'Make it yours',
        text: /*i18n*/ 'Your logo, your words. What you see is what we print.',
      },
      {
        title: /*i18n*/ 'Say who it’s for',
        text: /*i18n*/ 'Paste a list or upload one. We point out what needs fixing before it costs you.',
      },
      { title: /*i18n*/ 'Pay and follow', text: /*i18n*/ 'See each card go out, and each one arrive.' },
    ],
  },
  trust: {
    title: '',
    lead: '',
    items: [
      {
        title: /*i18n*/ 'Your payment stays private',
        text: /*i18n*/ 'You pay on our bank partner’s page. We never see a card number.',
      },
      {
        title: /*i18n*/ 'People look at every order',
        text: /*i18n*/ 'A reviewer checks the artwork and the list before anything prints.',
      },
      {
        title: /*i18n*/ 'Every cent explained',
        text: /*i18n*/ 'Card value, fees, and postage, each on its own line.',
      },
      {
        title: /*i18n*/ 'No card gets lost',
        text: /*i18n*/ 'If a card is returned, fix the address and we’ll send it again.',
      },
    ],
  },
  closing: { title: /*i18n*/ 'Who would you like to thank?', lead: '', items: [] },
}
