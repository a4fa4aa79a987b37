import { THEME_ATTRIBUTE, THEME_COOKIE, THEMES, type Theme, themeMedia, themeOf } from '@laurel/domain/theme'
import { create } from 'zustand'
import { keepChoice } from './keep-choice.ts'

/** What this browser's user chose; the system's setting without a choice. */
export const useTheme = create<{ chosen: Theme | undefined }>(() => ({ chosen: undefined }))
// Not initially: the server doesn't know it, and the first render has to match the server's.
if (typeof document !== 'undefined') {
  useTheme.setState({ chosen: themeOf(document.documentElement.getAttribute(THEME_ATTRIBUTE)) })
}

/** Applies a theme to this page and remembers it in this browser. */
export function chooseTheme(chosen: Theme | undefined): void {
  const root = document.documentElement
  if (chosen) root.setAttribute(THEME_ATTRIBUTE, chosen)
  else root.removeAttribute(THEME_ATTRIBUTE)
  for (const theme of THEMES) {
    const color = document.querySelector(`meta[name=theme-color][${THEME_ATTRIBUTE}=${theme}]`)
    color?.setAttribute('media', themeMedia(theme, chosen))
  }
  keepChoice(THEME_COOKIE, chosen)
  useTheme.setState({ chosen })
}
