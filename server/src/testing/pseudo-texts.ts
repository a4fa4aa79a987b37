import cards from '@laurel/domain/texts/card-words/en-XA.json' with { type: 'json' }
import server from '@laurel/domain/texts/server/en-XA.json' with { type: 'json' }
import { type I18n, type Messages, setupI18n } from '@lingui/core'

const catalogs: ReadonlyArray<{ messages: object }> = [cards, server]
const messages: Messages = Object.assign({}, ...catalogs.map((catalog) => catalog.messages))

/** Every text of the server with accents, so that one without is missing from the catalogs. */
export const pseudoTexts: I18n = setupI18n({
  locale: 'en-XA',
  messages: { 'en-XA': messages },
  missing: (_, text) => text,
})

const MONTHS =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [A-Z][a-z]{2}\b/g

/**
 * Texts that people read and that aren't in the catalogs.
 *
 * @param data what the test's own data says
 */
export function escapedTexts(texts: unknown, data: RegExp): string[] {
  return stringsIn(texts).filter((text) => /[a-z]{2}/i.test(text.replaceAll(MONTHS, '').replaceAll(data, '')))
}

/** A mail's kinds of parts, links, and names of pictures aren't read. */
const UNREAD = ['i18n', 'kind', 'url', 'unsubscribeUrl', 'cid', 'code']

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => (UNREAD.includes(name) ? [] : stringsIn(one)))
}
