export type HostedPage = { url: string; fields: { sslTxnAuthToken: string } }

/** This tab's own: another one may still be on the page. */
const visitOf = (orderId: number) => `payment-page:${orderId}`

/**
 * Sends the browser to the provider's payment page. A form post keeps the single-use token out of addresses,
 * history and logs.
 */
export function goToHostedPage(page: HostedPage, orderId: number): void {
  remember(orderId)
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

/** Was this tab on an order's payment page, and is it back? */
export function isBackFromPage(orderId: number): boolean {
  try {
    return sessionStorage.getItem(visitOf(orderId)) !== null
  } catch {
    return false
  }
}

/** The visit is over, whatever came of it. */
export function forgetVisit(orderId: number): void {
  try {
    sessionStorage.removeItem(visitOf(orderId))
  } catch {
    // Without storage nothing was remembered.
  }
}

function remember(orderId: number) {
  try {
    sessionStorage.setItem(visitOf(orderId), '1')
  } catch {
    // Without storage the customer says so with a button.
  }
}
