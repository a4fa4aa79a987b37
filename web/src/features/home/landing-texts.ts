import { REWARD_TYPE_DESCRIPTIONS } from '@laurel/domain/reward-type'
import type { LandingComponent } from '../../app/site.ts'

/** The footer is part of every page, not of this one. */
type Kind = Exclude<LandingComponent['kind'], 'footer'>
export type LandingText = LandingComponent['content']

/** Default texts for a site that has none. */
const DEFAULTS: Record<Kind, LandingText> = {
  hero: {
    title: 'A thank-you they can hold.',
    lead: 'Put your logo and your words on a prepaid card. Send one to a colleague, or ten thousand to your customers.',
    items: [],
  },
  ways: {
    title: 'Three ways to send',
    lead: 'The card is the same. Choose how it reaches people, and mix all three in one order.',
    items: [
      { title: 'Bulk', text: REWARD_TYPE_DESCRIPTIONS.bulk },
      { title: 'Direct', text: REWARD_TYPE_DESCRIPTIONS.direct },
      { title: 'Digital', text: REWARD_TYPE_DESCRIPTIONS.digital },
    ],
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
}

/** The site's texts for one part of the page, with defaults for missing ones. */
export function landingText(components: readonly LandingComponent[] | undefined, kind: Kind): LandingText {
  const given = components?.find((component) => component.kind === kind)?.content
  const own = DEFAULTS[kind]
  return {
    title: given?.title || own.title,
    lead: given?.lead || own.lead,
    items: given?.items.length ? given.items : own.items,
  }
}

/** The page's parts from top to bottom: the site's choice, or all of them by default. */
export function shownParts(components: readonly LandingComponent[] | undefined): Kind[] {
  const own = components?.map(({ kind }) => kind).filter((kind) => kind !== 'footer') ?? []
  return own.length > 0 ? own : (Object.keys(DEFAULTS) as Kind[])
}
