import { ownPath } from '@laurel/domain/redirect-path'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { companyQueries } from '../../app/company.queries.ts'
import { customerQueries, heardAboutQuery, usStatesQuery } from '../../app/customer.queries.ts'
import { paths } from '../../app/paths.ts'
import { searchParams, text } from '../../app/search-params.ts'
import { isScreen } from '../../app/use-sign-in-search.ts'
import type { Proposal } from '../../features/company/joining-words.ts'
import { ProposalScreen } from '../../features/company/Proposals.tsx'
import { RegistrationScreen } from '../../features/registration/RegistrationScreen.tsx'

type RegistrationSearch = {
  /** The page that redirected here because the profile is incomplete. */
  redirect?: string
}

/** docs/spec.md §2, "/complete-registration/". */
export const Route = createFileRoute('/_signed-in/complete-registration')({
  staticData: { title: /*i18n*/ 'Complete your registration', texts: ['parts', 'accounts', 'starter'] },
  validateSearch: searchParams<RegistrationSearch>({ redirect: text() }),
  loader: async ({ context: { queryClient } }) => {
    const [customer] = await Promise.all([
      queryClient.fetchQuery(customerQueries.me()),
      queryClient.ensureQueryData(usStatesQuery),
      queryClient.ensureQueryData(heardAboutQuery),
    ])
    // A complete profile is changed on the account screen.
    if (customer.registrationComplete) throw redirect({ to: paths.myRewards, replace: true })
  },
  component: CompleteRegistration,
})

function CompleteRegistration() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { redirect: wanted } = Route.useSearch()
  const [proposal, setProposal] = useState<Proposal>()

  function goOn() {
    const path = ownPath(wanted, (each) => isScreen(router, each))
    router.history.replace(path === '/' ? paths.myRewards : path)
  }

  /** Who registered can join their colleagues first. */
  async function propose() {
    const proposals = await queryClient
      .fetchQuery({ ...companyQueries.proposals(), staleTime: 0 })
      .catch(() => [])
    const isNew = ({ state }: Proposal) => state === 'new'
    if (proposals.some(isNew)) setProposal(proposals.find(isNew))
    else goOn()
  }

  if (proposal !== undefined) return <ProposalScreen proposal={proposal} onContinue={goOn} />
  return <RegistrationScreen onComplete={() => void propose()} />
}
