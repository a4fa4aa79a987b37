/** Languages for everything recipients get. */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language's own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

/** For `Intl`: recipients are in the United States. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

/** A cookie, so that the server's first HTML is in the language that a visitor chose. */
export const LANGUAGE_COOKIE = 'laurel_language'

const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['en', 'eng', 'english', 'ingles'],
  es: ['es', 'spa', 'sp', 'spanish', 'espanol', 'castellano'],
}

/**
 * Reads a language from a list's column or a tag.
 *
 * @returns undefined for an unsupported language
 * @example readLanguage('Español') // 'es'
 * @example readLanguage('en-US') // 'en'
 */
export function readLanguage(text: string): Language | undefined {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const first = /[a-z]+/.exec(plain)?.[0] ?? ''
  return LANGUAGES.find((language) => NAMES[language].includes(first))
}

/** More than any browser sends. */
const HEADER_MAX = 1_000

/** The supported language that `Accept-Language` prefers; undefined if there's none. */
export function preferredLanguage(header: string): Language | undefined {
  return header
    .slice(0, HEADER_MAX)
    .split(',')
    .map((part) => {
      const [tag = '', weight = '1'] = part.split(/;\s*q=/)
      return { language: readLanguage(tag), weight: Number(weight) }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .at(0)?.language
}
