/** Light or dark. Without a choice, a page follows the system's setting. */
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** A cookie, so that the server's first HTML has the theme, and signing out doesn't clear it. */
export const THEME_COOKIE = 'laurel_theme'
/** The attribute of the page's root that has the choice. */
export const THEME_ATTRIBUTE = 'data-theme'

/** @returns undefined for anything but a theme */
export function themeOf(text: string | null | undefined): Theme | undefined {
  return THEMES.find((theme) => theme === text)
}

/** The `media` of what is for one theme only, such as a `theme-color`. */
export function themeMedia(theme: Theme, chosen: Theme | undefined): string {
  if (chosen === undefined) return `(prefers-color-scheme: ${theme})`
  return chosen === theme ? 'all' : 'not all'
}
