import { type Language, LOCALES, preferredLanguage, readLanguage } from '@laurel/domain/languages'
import { withLiteralValues } from '@laurel/domain/texts'
import cardEn from '@laurel/domain/texts/card-words/en.json' with { type: 'json' }
import cardEs from '@laurel/domain/texts/card-words/es.json' with { type: 'json' }
import serverEn from '@laurel/domain/texts/server/en.json' with { type: 'json' }
import serverEs from '@laurel/domain/texts/server/es.json' with { type: 'json' }
import { type I18n, type Messages, setupI18n } from '@lingui/core'

const TEXTS: Readonly<Record<Language, I18n>> = {
  en: texts('en', [cardEn, serverEn]),
  es: texts('es', [cardEs, serverEs]),
}

function texts(language: Language, catalogs: readonly { messages: object }[]): I18n {
  const locale = LOCALES[language]
  const messages: Messages = Object.assign({}, ...catalogs.map((catalog) => catalog.messages))
  // Texts that aren't in the catalogs stay in English.
  return withLiteralValues(
    setupI18n({ locale, messages: { [locale]: messages }, missing: (_, text) => text }),
  )
}

export function textsOf(language: Language): I18n {
  return TEXTS[language]
}

/** Our pages ask for their own language. */
export function languageAsked(headers: { readonly 'accept-language'?: string | undefined }): Language {
  return preferredLanguage(headers['accept-language'] ?? '') ?? 'en'
}

/** A recipient's language; empty text means the site's. */
export function languageFor(site: { language: Language }, listed: string): Language {
  return readLanguage(listed) ?? site.language
}
