import { LANDING_TEXTS } from '@laurel/domain/landing-texts'
import type { Texts } from '@laurel/domain/texts'
import type { LandingComponent } from '../../app/site.ts'

/** The footer is part of every page, not of this one. */
type Kind = Exclude<LandingComponent['kind'], 'footer'>
export type LandingText = LandingComponent['content']

/** The site's texts for one part of the page, with defaults for missing ones. Only defaults have translations. */
export function landingText(
  i18n: Texts,
  components: readonly LandingComponent[] | undefined,
  kind: Kind,
): LandingText {
  const given = components?.find((component) => component.kind === kind)?.content
  const own = LANDING_TEXTS[kind]
  return {
    title: translated(i18n, given?.title || own.title),
    lead: translated(i18n, given?.lead || own.lead),
    items: (given?.items.length ? given.items : own.items).map(({ title, text }) => ({
      title: translated(i18n, title),
      text: translated(i18n, text),
    })),
  }
}

function translated(i18n: Texts, text: string): string {
  return text && i18n.t(text)
}

/** The page's parts from top to bottom: the site's choice, or all of them by default. */
export function shownParts(components: readonly LandingComponent[] | undefined): Kind[] {
  const own = components?.map(({ kind }) => kind).filter((kind) => kind !== 'footer') ?? []
  return own.length > 0 ? own : (Object.keys(LANDING_TEXTS) as Kind[])
}
