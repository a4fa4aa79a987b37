import { api } from '@laurel/contract/routes'
import { mayInCompany } from '@laurel/domain/company-roles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { companyQueries, useCompanies, useSwitchCompany } from '../../app/company.queries.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { type Proposal, proposalWords } from './joining-words.ts'

const HIDDEN_AS = 'hidden-proposal'

/** On My rewards: a company that the customer can join, and the people who want to join theirs. */
export function JoinNotes() {
  const i18n = useTexts()
  const { company } = useCompanies()
  const { data: customer } = useQuery(customerQueries.me())
  const [hidden, setHidden] = useState(readHidden)
  const proposals = useProposals()
  const mark = (proposal: Proposal) => `${customer?.id}:${proposal.companyId}`
  // Who left, or was declined, knows the company and finds it on its page.
  const shown = proposals.filter(
    (one) => (one.state === 'new' && hidden !== mark(one)) || one.state === 'asked',
  )
  const waiting = company && mayInCompany(company, 'people.manage') ? company.joinRequestCount : 0
  return (
    <>
      {waiting > 0 && (
        <Note
          className="mb-8 items-center!"
          action={
            <LinkButton to="/company" size="compact">
              {i18n.t('Review requests')}
            </LinkButton>
          }
        >
          {i18n.t('{people, plural, one {# person wants} other {# people want}} to join {name}', {
            people: waiting,
            name: company?.name,
          })}
        </Note>
      )}
      {shown.map((proposal) => (
        <ProposalCard
          key={proposal.companyId}
          proposal={proposal}
          className="mb-8"
          other={
            proposal.state === 'new' && (
              <Button
                look="plain"
                onClick={() => {
                  setHidden(mark(proposal))
                  keepHidden(mark(proposal))
                }}
              >
                {i18n.t('Not now')}
              </Button>
            )
          }
        />
      ))}
    </>
  )
}

/** On the company's page, also for those who said "Not now". */
export function ProposalsHere() {
  return useProposals().map((proposal) => (
    <ProposalCard key={proposal.companyId} proposal={proposal} className="mb-8" />
  ))
}

type ProposalScreenProps = { proposal: Proposal; onContinue: () => void }

/** After registration: the customer may want to order with their colleagues. */
export function ProposalScreen({ proposal, onContinue }: ProposalScreenProps) {
  const i18n = useTexts()
  const current = useProposals().find(({ companyId }) => companyId === proposal.companyId) ?? proposal
  return (
    <div className="page grid max-w-[720px] gap-6 pt-12 pb-24 narrow:pt-8">
      <h1>{i18n.t('Order with your colleagues?')}</h1>
      <ProposalCard
        proposal={current}
        other={
          <Button look={current.state === 'asked' ? 'primary' : 'plain'} onClick={onContinue}>
            {current.state === 'asked' ? i18n.t('Continue') : i18n.t('Continue on your own')}
          </Button>
        }
      />
    </div>
  )
}

function useProposals(): Proposal[] {
  const { companies } = useCompanies()
  const { data = [] } = useQuery(companyQueries.proposals())
  // Approved since they were read.
  return data.filter(({ companyId }) => !companies.some(({ id }) => id === companyId))
}

type CardProps = { proposal: Proposal; other?: ReactNode; className?: string }

function ProposalCard({ proposal, other, className = '' }: CardProps) {
  const i18n = useTexts()
  const { companyId, name, state } = proposal
  const { title, text, button } = proposalWords(proposal)
  const queryClient = useQueryClient()
  const switchTo = useSwitchCompany()
  const section = useRef<HTMLElement>(null)
  const join = useMutation({
    mutationFn: () => call(api.joinCompany, { params: { id: companyId } }),
    onSuccess: async ({ company }) => {
      if (company === null) {
        await queryClient.invalidateQueries(companyQueries.proposals())
        return
      }
      queryClient.setQueryData(companyQueries.mine().queryKey, (mine = []) => [
        ...mine.filter(({ id }) => id !== company.id),
        company,
      ])
      await switchTo(company)
      showToast({ title: i18n.t('You’ve joined {name}', { name: company.name }) })
    },
    // The company may have removed its domain.
    onError: () => queryClient.invalidateQueries(companyQueries.proposals()),
  })
  const withdraw = useMutation({
    mutationFn: () => call(api.withdrawJoinRequest, { params: { id: companyId } }),
    onSuccess: () => {
      showToast({ title: i18n.t('Request withdrawn') })
      // Its button goes away.
      section.current?.focus()
    },
    onError: (problem) => showFailure(i18n.t('We couldn’t withdraw the request'), problem),
    // An admin may have answered it.
    onSettled: async () => {
      await queryClient.invalidateQueries(companyQueries.proposals())
      await queryClient.invalidateQueries(companyQueries.mine())
    },
  })
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      className={`flex flex-wrap items-center gap-x-6 gap-y-4 rounded-panel bg-canvas p-6 narrow:p-5 ${className}`}
    >
      <Icon of={Building2} className="text-accent-text narrow:hidden" />
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="break-words text-h3">{title}</h2>
        <p role="status" className="mt-1 text-muted">
          {text}
        </p>
        {join.error && (
          <Note tone="bad" className="mt-3">
            {formError(join.error)}
          </Note>
        )}
      </div>
      <div className="flex flex-wrap gap-3 narrow:w-full narrow:*:flex-1">
        {other}
        {state === 'asked' && (
          <Button look="plain" isPending={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {i18n.t('Withdraw request')}
          </Button>
        )}
        {button && (
          <Button
            look="primary"
            aria-label={button === i18n.t('Ask to join') ? i18n.t('Ask to join {name}', { name }) : button}
            isPending={join.isPending}
            onClick={() => join.mutate()}
          >
            {button}
          </Button>
        )}
      </div>
    </section>
  )
}

function readHidden(): string | null {
  try {
    return localStorage.getItem(HIDDEN_AS)
  } catch {
    return null
  }
}

function keepHidden(mark: string): void {
  try {
    localStorage.setItem(HIDDEN_AS, mark)
  } catch (cause) {
    console.warn('The card is hidden for this page only', cause)
  }
}
