import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { customerQueries } from './customer.queries.ts'

/**
 * For a loader of a screen that needs a complete profile: lets a customer with all eleven fields
 * pass, and sends everybody else to fill them in and then come back.
 *
 * @param wanted where they were going, with its search: `location.href` of the loader
 * @returns the customer, who is complete
 * @throws a redirect to /complete-registration; whatever loading the profile throws
 * @see docs/spec.md §6, "Users with incomplete registration cannot reach my-rewards"
 */
export async function requireRegistration(queryClient: QueryClient, wanted: string) {
  const customer = await queryClient.fetchQuery(customerQueries.me())
  if (customer.registrationComplete) return customer
  throw redirect({ to: '/complete-registration', search: { redirect: wanted } })
}
