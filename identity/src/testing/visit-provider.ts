/** What the browser brings back from a service. */
export type Return = { method: 'GET' | 'POST'; path: string; body: string | undefined }

/**
 * Walks through a service's pages like a browser: follows where it is led, keeps cookies, presses one
 * link, and stops at the first address that is not the service's.
 */
export async function visitProvider(start: string, choice: 'Continue' | 'Cancel'): Promise<Return> {
  const { origin } = new URL(start)
  const cookies = new Map<string, string>()
  let address = new URL(start)
  for (let steps = 0; steps < 12; steps += 1) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? []
      cookies.set(name, value)
    }
    const page = await answer.text()
    const location = answer.headers.get('location')
    const form = page.match(/<form[^>]*action="([^"]+)"/)?.[1]
    if (location === null && form !== undefined) return formReturn(unescapeHtml(form), page)

    const link = page.match(new RegExp(`<a href="([^"]+)">${choice}`))?.[1]
    const next = location ?? (link && unescapeHtml(link))
    if (!next) throw new Error(`the service stopped at ${address}: ${answer.status} ${page}`)
    address = new URL(next, address)
    if (address.origin !== origin) {
      return { method: 'GET', path: address.pathname + address.search, body: undefined }
    }
  }
  throw new Error('the service leads in circles')
}

function formReturn(action: string, page: string): Return {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name, value]) => [name!, unescapeHtml(value!)]))
  return { method: 'POST', path: new URL(action).pathname, body: body.toString() }
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
