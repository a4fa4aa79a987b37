import { LANGUAGE_COOKIE, type Language, LOCALES, readLanguage } from '@laurel/domain/languages'
import { storedSentence } from '@laurel/domain/stored-sentences'
import { withLiteralValues } from '@laurel/domain/texts'
import shared from '@laurel/domain/texts/shared/en.json'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { keepChoice } from './keep-choice.ts'

/** Longer texts in brackets, which show what isn't translated or doesn't fit. */
const PSEUDO = 'en-XA'
export type PageLanguage = Language | typeof PSEUDO

/** Catalogs that routes and dialogs load (lingui.config.ts). Every page has `shared`. */
export const CATALOGS = [
  'shared',
  'parts',
  'accounts',
  'checkout',
  'create-reward',
  'card-words',
  'claim',
  'home',
  'demo',
  'orders',
  'account',
  'recipients',
  'files',
  'starter',
  'company',
  'programs',
  'reports',
  'year-end',
  'webhooks',
  'activity',
  'guide',
] as const
export type CatalogName = (typeof CATALOGS)[number]

const FILES = import.meta.glob<object>(
  ['../../../domain/src/texts/*/*.json', '!../../../domain/src/texts/server/*.json'],
  { import: 'messages' },
)

const TEXTS: Readonly<Record<PageLanguage, I18n>> = {
  en: textsIn('en', shared.messages),
  es: textsIn('es', {}),
  [PSEUDO]: textsIn(PSEUDO, {}),
}

const loads = new Map([['en/shared', Promise.resolve()]])
/** Catalogs that this page has, in any language. Switching languages loads them all. */
const named = new Set<CatalogName>(['shared'])

/** `wanted` is the visitor's language; `shown` is English on untranslated pages, and undefined before the first page. */
type Languages = { wanted: PageLanguage; shown: PageLanguage | undefined }

const store = createStore<Languages>(() => ({ wanted: 'en', shown: undefined }))
/** Parts of the page may hydrate after visitors have chosen another language, from HTML in this one. */
let first: Languages = store.getState()

export function textsIn(language: PageLanguage, messages: object): I18n {
  const locale = language === PSEUDO ? PSEUDO : LOCALES[language]
  const i18n = setupI18n({
    locale,
    messages: { [locale]: messages as Messages },
    // What isn't in the catalogs, such as a problem that the server translated, is shown as it is.
    missing: (_, text) => text,
  })
  return withLiteralValues(i18n)
}

/** The texts of the page's language. Call it `i18n`. */
export function useTexts(): I18n {
  return useSyncExternalStore(store.subscribe, pageTexts, () => textsOf(first))
}

/** The same, outside of components. */
export function pageTexts(): I18n {
  return textsOf(store.getState())
}

function textsOf({ shown = 'en' }: Languages): I18n {
  return TEXTS[shown]
}

/** For data that is in the page's language. */
export function pageLanguage(): Language {
  return readLanguage(pageTexts().locale) ?? 'en'
}

/** For parts that show texts from constants, such as the domain's errors. What isn't a text stays as it is. */
export function translated<Shown>(i18n: I18n, shown: Shown): Shown | string {
  return typeof shown === 'string' && shown !== '' ? storedSentence(i18n, shown) : shown
}

/** Begins with the language of the server's HTML. */
export function startTexts(): void {
  const { lang } = document.documentElement
  store.setState({ wanted: lang === PSEUDO ? PSEUDO : (readLanguage(lang) ?? 'en'), shown: undefined })
}

export function useVisitorLanguage(): PageLanguage {
  return useSyncExternalStore(store.subscribe, visitorLanguage, () => first.wanted)
}

function visitorLanguage(): PageLanguage {
  return store.getState().wanted
}

const PARTS = ['parts'] as const

/** A page is in the visitor's language if its route says which catalogs it has, and otherwise in English. */
type Translated = { staticData: { texts?: readonly CatalogName[] | undefined } }

export function isTranslated(matches: readonly Translated[]): boolean {
  return matches.some(({ staticData }) => staticData.texts !== undefined)
}

/** Loads a page's catalogs. The first page is shown in its language right away, later ones by {@link showLanguage}. */
export async function loadPageTexts(
  matches: readonly Translated[],
  wanted = visitorLanguage(),
): Promise<void> {
  const language = isTranslated(matches) ? wanted : 'en'
  // Untranslated pages have the shared parts' texts, too.
  const names = isTranslated(matches) ? matches.flatMap(({ staticData }) => staticData.texts ?? []) : PARTS
  await loadTexts(names, language)
  if (store.getState().shown === undefined) showFirst(language, wanted)
}

/** Shows a page in its language, also on the server, where each page is the first. */
export function showFirst(shown: PageLanguage, wanted = shown): void {
  store.setState({ wanted })
  showLanguage(shown)
  first = store.getState()
}

/** Loads catalogs, and those of the rest of the page if they aren't in this language yet. */
export async function loadTexts(
  names: readonly CatalogName[],
  language = store.getState().shown ?? 'en',
): Promise<void> {
  for (const name of names) named.add(name)
  await Promise.all([...named].map((name) => load(name, language)))
}

function load(name: CatalogName, language: PageLanguage): Promise<void> {
  const key = `${language}/${name}`
  const under = loads.get(key) ?? read(name, language)
  loads.set(key, under)
  // A lost connection is tried again.
  under.catch(() => loads.delete(key))
  return under
}

async function read(name: CatalogName, language: PageLanguage): Promise<void> {
  const messages = await FILES[`../../../domain/src/texts/${name}/${language}.json`]!()
  TEXTS[language].load(TEXTS[language].locale, messages as Messages)
}

/** The same for office screens, which are in English but have parts that are translated elsewhere. */
export async function withEnglishTexts<T>(names: readonly CatalogName[], part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadTexts(names, 'en')])
  return loaded
}

/** For `lazy`: a part of the page together with its catalogs. */
export async function withTexts<T>(names: readonly CatalogName[], part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadTexts(names)])
  return loaded
}

export function showLanguage(shown: PageLanguage): void {
  store.setState({ shown })
  if (typeof document !== 'undefined') document.documentElement.lang = shown
}

/** Shows the page in another language, and remembers it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  keepChoice(LANGUAGE_COOKIE, language)
  await loadTexts([], language)
  store.setState({ wanted: language })
}
