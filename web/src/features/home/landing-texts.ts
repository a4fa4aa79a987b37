import { LANDING_TEXTS } from '@laurel/domain/landing-texts'
import type { LandingComponent } from '../../app/site.ts'

/** The footer is part of every page, not of this one. */
type Kind = Exclude<LandingComponent['kind'], 'footer'>
export type LandingText = LandingComponent['content']

/** The site's texts for one part of the page, with defaults for missing ones. */
export function landingText(components: readonly LandingComponent[] | undefined, kind: Kind): LandingText {
  const given = components?.find((component) => component.kind === kind)?.content
  const own = LANDING_TEXTS[kind]
  return {
    title: given?.title || own.title,
    lead: given?.lead || own.lead,
    items: given?.items.length ? given.items : own.items,
  }
}

/** The page's parts from top to bottom: the site's choice, or all of them by default. */
export function shownParts(components: readonly LandingComponent[] | undefined): Kind[] {
  const own = components?.map(({ kind }) => kind).filter((kind) => kind !== 'footer') ?? []
  return own.length > 0 ? own : (Object.keys(LANDING_TEXTS) as Kind[])
}
