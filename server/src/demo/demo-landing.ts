import type { LandingComponent } from '@laurel/contract/site'
import { LANDING_TEXTS, SENDING_ITEMS } from '@laurel/domain/landing-texts'
import type * as z from 'zod'

type Landing = z.infer<typeof LandingComponent>
type Text = Landing['content']
type LandingPage = Partial<Record<Landing['kind'], Text>>

export const NORTHWIND_LANDING: LandingPage = {
  ...LANDING_TEXTS,
  footer: { title: '', lead: 'Reward cards for the people who do the work.', items: [] },
}

export const ACORN_LANDING: LandingPage = {
  hero: {
    title: 'Good work deserves a card.',
    lead: 'Your logo in front, your words beside it, real money behind it. For one person on your team, or for everyone you serve.',
    items: [],
  },
  ways: {
    title: 'However you reach them',
    lead: 'One parcel, one letter each, or one email each. One order can hold all three.',
    items: SENDING_ITEMS,
  },
  steps: {
    title: 'Ten minutes, start to finish',
    lead: 'You can stop at any step. We’ll save your draft.',
    items: [
      { title: 'Choose a template', text: 'Start with one of six, each in six colors.' },
      { title: 'Add your logo and words', text: 'The card on your screen is the card we print.' },
      {
        title: 'Bring your list',
        text: 'Paste a spreadsheet or type it in. We flag every row that needs attention.',
      },
      { title: 'Pay and follow along', text: 'Track every card until it arrives.' },
    ],
  },
  trust: {
    title: '',
    lead: '',
    items: [
      { title: 'Paid on the bank’s page', text: 'Card and account numbers never pass through this site.' },
      { title: 'Reviewed by people', text: 'Our team checks your artwork and your list before we print.' },
      { title: 'No hidden fees', text: 'You see every fee before you pay.' },
      {
        title: 'Sent again if returned',
        text: 'Give us a better address, and we’ll send the card again.',
      },
    ],
  },
  closing: { title: 'Someone did something good. Tell them.', lead: '', items: [] },
  footer: { title: '', lead: 'Small cards for other people’s good work.', items: [] },
}
