import type { LandingComponent } from '@laurel/contract/site'
import { REWARD_TYPE_DESCRIPTIONS } from '@laurel/domain/reward-type'
import type * as z from 'zod'

type Landing = z.infer<typeof LandingComponent>
type Text = Landing['content']
type LandingPage = Partial<Record<Landing['kind'], Text>>

const WAYS = [
  { title: 'Bulk', text: REWARD_TYPE_DESCRIPTIONS.bulk },
  { title: 'Direct', text: REWARD_TYPE_DESCRIPTIONS.direct },
  { title: 'Digital', text: REWARD_TYPE_DESCRIPTIONS.digital },
]

export const NORTHWIND_LANDING: LandingPage = {
  hero: {
    title: 'A thank-you they can hold.',
    lead: 'Put your logo and your words on a prepaid card. Send one to a colleague, or ten thousand to your customers.',
    items: [],
  },
  ways: {
    title: 'Three ways to send',
    lead: 'The card is the same. Choose how it reaches people, and mix all three in one order.',
    items: WAYS,
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
      { title: 'Every cent explained', text: 'Card value, fees and postage, each on its own line.' },
      { title: 'Nothing gets lost', text: 'A card comes back? Fix the address and we send it again.' },
    ],
  },
  closing: { title: 'Who would you like to thank?', lead: '', items: [] },
  footer: { title: '', lead: 'Reward cards for the people who do the work.', items: [] },
}

export const ACORN_LANDING: LandingPage = {
  hero: {
    title: 'Good work deserves a card.',
    lead: 'Your logo in front, your words beside it, real money behind it. For one person on your team, or for everyone you serve.',
    items: [],
  },
  ways: {
    title: 'However they are reached',
    lead: 'One parcel, one letter each, or one email each. One order can hold all three.',
    items: WAYS,
  },
  steps: {
    title: 'Ten minutes, start to finish',
    lead: 'You can stop at any step. Your draft waits for you.',
    items: [
      { title: 'Choose a template', text: 'Six to start from, each in six colorings.' },
      { title: 'Add your logo and words', text: 'The card on the screen is the card that is printed.' },
      {
        title: 'Bring your list',
        text: 'From a spreadsheet or by hand. We mark every row that needs a look.',
      },
      { title: 'Pay and watch it go', text: 'Follow every card until it has arrived.' },
    ],
  },
  trust: {
    title: '',
    lead: '',
    items: [
      { title: 'Paid on the bank’s page', text: 'Card and account numbers never pass through this site.' },
      { title: 'Read by a person', text: 'Somebody looks at your artwork and your list before we print.' },
      { title: 'No fee unnamed', text: 'Each fee has its own line, before you pay.' },
      {
        title: 'Sent again if it comes back',
        text: 'Give us a better address and the card goes out once more.',
      },
    ],
  },
  closing: { title: 'Someone did something good. Tell them.', lead: '', items: [] },
  footer: { title: '', lead: 'Small cards for the good work of others.', items: [] },
}
