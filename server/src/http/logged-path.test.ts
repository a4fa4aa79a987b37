import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

const token = 'k3p8Vn0yVnqvYp1dQw7hTg2rLx5sZa9B'

test.each([
  [`/claim/${token}`, '/claim/…'],
  [`/claim/${token}?utm=1`, '/claim/…'],
  [`//claim//${token}`, '//claim//…'],
  [`/api/v1/claims/${token}/`, '/api/v1/claims/…/'],
  [`/api/v1/claims/${token}/reveal/`, '/api/v1/claims/…/reveal/'],
  [`/api/v1/payment_provider_reports/${token}/`, '/api/v1/payment_provider_reports/…/'],
  [`/join/${token}`, '/join/…'],
  [`/api/v1/company_invitations/${token}/accept/`, '/api/v1/company_invitations/…/accept/'],
  [`/approve/${token}`, '/approve/…'],
  [`/api/v1/approval_links/${token}/`, '/api/v1/approval_links/…/'],
  [`/unsubscribe/${token}`, '/unsubscribe/…'],
  [`/api/v1/unsubscribe/${token}/`, '/api/v1/unsubscribe/…/'],
  ['/api/v1/orders/by_external_id/ana-ruiz/', '/api/v1/orders/by_external_id/…/'],
  ['/api/v1/orders/by_external_id/ana-ruiz/deliveries/', '/api/v1/orders/by_external_id/…/deliveries/'],
  ['/api/v1/approvals/7/approve/', '/api/v1/approvals/7/approve/'],
  ['/api/v1/orders/?search=Ada', '/api/v1/orders/'],
  ['/api/v1/deliveries/7/', '/api/v1/deliveries/7/'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})
