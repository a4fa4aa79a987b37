import { LANGUAGE_COOKIE, type Language, LOCALES, readLanguage } from '@laurel/domain/languages'
import shared from '@laurel/domain/texts/shared/en.json'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { create } from 'zustand'
import { keepChoice } from './keep-choice.ts'

/** Longer texts in brackets, which show what isn't translated or doesn't fit. */
const PSEUDO = 'en-XA'
export type PageLanguage = Language | typeof PSEUDO

const ENGLISH = textsIn('en', shared.messages)
const useShown = create<{ i18n: I18n }>(() => ({ i18n: ENGLISH }))

export function textsIn(language: PageLanguage, messages: object): I18n {
  const locale = language === PSEUDO ? PSEUDO : LOCALES[language]
  return setupI18n({
    locale,
    messages: { [locale]: messages as Messages },
    // What isn't in the catalogs, such as a problem that the server translated, is shown as it is.
    missing: (_, text) => text,
  })
}

/** The texts of the page's language. Call it `i18n`. */
export function useTexts(): I18n {
  return useShown(({ i18n }) => i18n)
}

/** The same, outside of components. */
export function pageTexts(): I18n {
  return useShown.getState().i18n
}

export type Catalogs = Readonly<Record<PageLanguage, () => Promise<{ messages: object }>>>

/** Shows the page in the language of the server's HTML. */
export function showTexts(catalogs: Catalogs): Promise<void> {
  const { lang } = document.documentElement
  return show(lang === PSEUDO ? PSEUDO : (readLanguage(lang) ?? 'en'), catalogs)
}

/** Shows the page in another language, and remembers it in this browser. */
export function chooseLanguage(language: Language, catalogs: Catalogs): Promise<void> {
  keepChoice(LANGUAGE_COOKIE, language)
  return show(language, catalogs)
}

async function show(language: PageLanguage, catalogs: Catalogs): Promise<void> {
  const { messages } = await catalogs[language]()
  useShown.setState({ i18n: textsIn(language, messages) })
  document.documentElement.lang = language
}

/** Pages that aren't translated yet. */
export function showEnglish(): void {
  useShown.setState({ i18n: ENGLISH })
  document.documentElement.lang = 'en'
}
