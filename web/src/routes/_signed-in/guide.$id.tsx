import { createFileRoute, redirect } from '@tanstack/react-router'
import { chooseLinked } from '../../app/company.queries.ts'
import { requireRegistration } from '../../app/customer.queries.ts'
import { openGuide, showConversation } from '../../app/guide-store.ts'
import { id, searchParams } from '../../app/search-params.ts'

/** The link that a connected assistant gives to a plan: it opens the conversation, in its company. */
export const Route = createFileRoute('/_signed-in/guide/$id')({
  staticData: { title: /*i18n*/ 'Guide', texts: ['parts', 'orders'] },
  validateSearch: searchParams<{ company?: number | undefined }>({ company: id }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { company }, location, params }) => {
    await requireRegistration(queryClient, location.href)
    if (company !== undefined) await chooseLinked(queryClient, company)
    showConversation(id(params.id, {}))
    openGuide()
    throw redirect({ to: '/my-rewards', replace: true })
  },
})
