import { api } from '@laurel/contract/routes'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import { companyQueries, resetCompanyData } from '../../../app/company.queries.ts'
import { chooseCompany, chosenCompany } from '../../../app/company-choice.ts'
import { idToken } from '../../../app/session.ts'

/**
 * Finds the request that a mail's link is about, and makes its company the current one.
 *
 * @returns the request's ID
 */
export async function openApprovalLink(queryClient: QueryClient, link: string): Promise<number> {
  const { approvalId, companyId } = await call(api.openApprovalLink, { params: { token: link } })
  const companies = await queryClient.ensureQueryData(companyQueries.mine())
  const company = companies.find(({ id }) => id === companyId)
  const token = await idToken()
  if (company && token !== undefined && chosenCompany(token) !== companyId) {
    chooseCompany(token, company)
    await resetCompanyData(queryClient)
  }
  return approvalId
}
