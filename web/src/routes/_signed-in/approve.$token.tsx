import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireRegistration } from '../../app/customer.queries.ts'
import { openApprovalLink } from '../../features/company/approvals/approval-link.ts'
import { LinkProblem } from '../../features/company/approvals/LinkProblem.tsx'

/** The link of a mail to an approver. It opens the request, in its company, and decides nothing. */
export const Route = createFileRoute('/_signed-in/approve/$token')({
  staticData: { title: /*i18n*/ 'Approval', texts: ['parts', 'company'] },
  loader: async ({ context: { queryClient }, location, params: { token } }) => {
    await requireRegistration(queryClient, location.href)
    const request = await openApprovalLink(queryClient, token)
    throw redirect({ to: '/company/approvals', search: { request }, replace: true })
  },
  errorComponent: LinkProblem,
})
