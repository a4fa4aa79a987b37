const KEEP_S = 365 * 24 * 3600

/** Remembers a choice in a cookie, so that the server's first HTML can follow it. */
export function keepChoice(cookie: string, value: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox lack the Cookie Store API
  document.cookie = `${cookie}=${value ?? ''}; Path=/; Max-Age=${value ? KEEP_S : 0}; SameSite=Lax${secure}`
}
