import { api } from '@laurel/contract/routes'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import { chooseLinked } from '../../../app/company.queries.ts'

/**
 * Finds the request that a mail's link is about, and makes its company the current one.
 *
 * @returns the request's ID
 */
export async function openApprovalLink(queryClient: QueryClient, link: string): Promise<number> {
  const { approvalId, companyId } = await call(api.openApprovalLink, { params: { token: link } })
  await chooseLinked(queryClient, companyId)
  return approvalId
}
