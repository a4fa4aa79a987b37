import { THEME_ATTRIBUTE, THEME_COOKIE, THEMES, type Theme, themeMedia, themeOf } from '@laurel/domain/theme'
import { create } from 'zustand'

const KEEP_S = 365 * 24 * 3600

/** What this browser's user chose; the system's setting without a choice. */
export const useTheme = create<{ chosen: Theme | undefined }>(() => ({ chosen: undefined }))
// Not initially: the server doesn't know it, and React first draws what the server drew.
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
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox lack the Cookie Store API
  document.cookie = `${THEME_COOKIE}=${chosen ?? ''}; Path=/; Max-Age=${chosen ? KEEP_S : 0}; SameSite=Lax${secure}`
  useTheme.setState({ chosen })
}
