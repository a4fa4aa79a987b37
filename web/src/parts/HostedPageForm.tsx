import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { Icon } from './Icon.tsx'

export type HostedPage = { url: string; fields: { sslTxnAuthToken: string } }

/**
 * The way to the provider's payment page. A form post keeps the single-use token out of addresses,
 * history and logs; the button works however often the page is drawn.
 */
export function HostedPageForm({ page, children }: { page: HostedPage; children: ReactNode }) {
  return (
    <form method="post" action={page.url}>
      <input type="hidden" name="ssl_txn_auth_token" value={page.fields.sslTxnAuthToken} />
      <button type="submit" className={buttonClass('primary', 'big', 'narrow:w-full')}>
        <Icon of={Lock} />
        {children}
      </button>
    </form>
  )
}

/** Sends the browser to the provider's payment page right away. */
export function goToHostedPage(page: HostedPage): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = page.url
  form.hidden = true
  const token = document.createElement('input')
  token.type = 'hidden'
  token.name = 'ssl_txn_auth_token'
  token.value = page.fields.sslTxnAuthToken
  form.append(token)
  document.body.append(form)
  form.submit()
}
