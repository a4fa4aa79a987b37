/**
 * Every page of the web app, as its router names them: `$` begins a part that can be anything. Other paths answer 404.
 */
export const PAGE_PATHS = [
  '/',
  '/account',
  '/approve/$token',
  '/checkout',
  '/checkout/bulk-shipping-method',
  '/checkout/digital-shipping-method',
  '/checkout/direct-shipping-method',
  '/checkout/payment-confirmation',
  '/claim/$token',
  '/company',
  '/company/activity',
  '/company/api-keys',
  '/company/approvals',
  '/company/budgets',
  '/company/programs',
  '/company/programs/$id',
  '/company/programs/$id/runs/$runId',
  '/company/reports',
  '/company/settings',
  '/company/webhooks',
  '/company/webhooks/$id',
  '/company/year-end',
  '/company/year-end/$id',
  '/complete-registration',
  '/confirm-signup',
  '/connect-assistant',
  '/create-reward',
  '/create-reward/card-design',
  '/create-reward/custom-message',
  '/create-reward/quantity',
  '/create-reward/recipients',
  '/create-reward/value',
  '/files',
  '/guide/$id',
  '/join/$token',
  '/my-rewards',
  '/order-confirmation',
  '/recipients',
  '/recipients/$id/file',
  '/reset-password',
  '/settings',
  '/setup',
  '/unsubscribe/$token',
] as const

/** Areas with many pages behind a sign-in: each of their paths answers, and the area says what it doesn't have. */
export const PAGE_AREAS = ['/office', '/platform'] as const

const PATTERNS = PAGE_PATHS.map((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`))

/**
 * Does the web app have a page at this path?
 *
 * @param path without search and hash; a slash at its end doesn't matter
 */
export function isPagePath(path: string): boolean {
  const plain = path.replace(/(.)\/$/, '$1')
  const isInArea = PAGE_AREAS.some((area) => plain === area || plain.startsWith(`${area}/`))
  return isInArea || PATTERNS.some((pattern) => pattern.test(plain))
}
