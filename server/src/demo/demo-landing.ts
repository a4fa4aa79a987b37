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
    title: 'However they are reached',
    lead: 'One parcel, one letter each, or one email each. One order can hold all three.',
    items: SENDING_ITEMS,
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
      { title: 'Read by a person', text: 'Our team checks your artwork and your list before we print.' },
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
