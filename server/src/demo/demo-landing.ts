import type { LandingComponent } from '@laurel/contract/site'
import { LANDING_TEXTS, SENDING_ITEMS } from '@laurel/domain/landing-texts'
import type * as z from 'zod'

type Landing = z.infer<typeof LandingComponent>
type Text = Landing['content']
type LandingPage = Partial<Record<Landing['kind'], Text>>

export const NORTHWIND_LANDING: LandingPage = {
  ...LANDING_TEXTS,
  footer: { title: '', lead: /*i18n*/ 'Reward cards for the people who do the work.', items: [] },
}

export const ACORN_LANDING: LandingPage = {
  hero: {
    title: /*i18n*/ 'Good work deserves a card.',
    lead: /*i18n*/ 'Your logo in front, your words beside it, real money behind it. For one person on your team, or for everyone you serve.',
    items: [],
  },
  ways: {
    title: /*i18n*/ 'However you reach them',
    lead: /*i18n*/ 'One parcel, one letter each, or one email each. One order can hold all three.',
    items: SENDING_ITEMS,
  },
  steps: {
    title: /*i18n*/ 'Ten minutes, start to finish',
    lead: /*i18n*/ 'You can stop at any step. We’ll save your draft.',
    items: [
      { title: /*i18n*/ 'Choose a template', text: /*i18n*/ 'Start with one of six, each in six colors.' },
      {
        title: /*i18n*/ 'Add your logo and words',
        text: /*i18n*/ 'The card on your screen is the card we print.',
      },
      {
        title: /*i18n*/ 'Bring your list',
        text: /*i18n*/ 'Paste a spreadsheet or type it in. We flag every row that needs attention.',
      },
      { title: /*i18n*/ 'Pay and follow along', text: /*i18n*/ 'Track every card until it arrives.' },
    ],
  },
  trust: {
    title: '',
    lead: '',
    items: [
      {
        title: /*i18n*/ 'Paid on the bank’s page',
        text: /*i18n*/ 'Card and account numbers never pass through this site.',
      },
      {
        title: /*i18n*/ 'Reviewed by people',
        text: /*i18n*/ 'Our team checks your artwork and your list before we print.',
      },
      { title: /*i18n*/ 'No hidden fees', text: /*i18n*/ 'You see every fee before you pay.' },
      {
        title: /*i18n*/ 'Sent again if returned',
        text: /*i18n*/ 'Give us a better address, and we’ll send the card again.',
      },
    ],
  },
  closing: { title: /*i18n*/ 'Someone did something good. Tell them.', lead: '', items: [] },
  footer: { title: '', lead: /*i18n*/ 'Small cards for other people’s good work.', items: [] },
}
