import { api } from '@laurel/contract/routes'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'
import { chooseLinked, companyQueries } from '../../app/company.queries.ts'
import { useChosenCompany } from '../../app/company-choice.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { signOut, useSession } from '../../app/session.ts'
import { LinkPage } from '../../app/shell/LinkPage.tsx'
import { useTitle } from '../../app/shell/navigation.tsx'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { Select } from '../../parts/Select.tsx'

type Asking = AnswerOf<'readAssistantRequest'>

const requestQuery = (request: string) =>
  queryOptions({
    queryKey: ['assistant-request', request],
    queryFn: () => call(api.readAssistantRequest, { query: { request } }),
    retry: false,
  })

/** Asks a customer whether an AI assistant may act for them (docs/mcp.md). */
export function ConnectScreen({ request }: { request: string }) {
  const i18n = useTexts()
  const read = useQuery(requestQuery(request))
  useTitle(read.data && i18n.t('Connect {name}?', { name: read.data.name || i18n.t('this assistant') }))
  return (
    <LinkPage>
      {read.isPending && (
        <Loading label={i18n.t('Loading the request')}>
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
      {read.error && <NoRequest problem={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <Asked request={request} asking={read.data} />}
    </LinkPage>
  )
}

function NoRequest({ problem, onRetry }: { problem: Error; onRetry: () => void }) {
  const i18n = useTexts()
  const isUnknown = problem instanceof ApiProblem && problem.status >= 400 && problem.status < 500
  return (
    <>
      <h1 className="text-h2">
        {isUnknown ? i18n.t('We can’t connect this assistant') : i18n.t('We couldn’t load the request')}
      </h1>
      <p className="text-lead text-muted" role="alert">
        {isUnknown
          ? i18n.t(
              'Its link is incomplete or from another site. Go back to the assistant and connect it again.',
            )
          : formError(problem)}
      </p>
      {isUnknown ? (
        <LinkButton to="/" className="justify-self-start">
          {i18n.t('Go to the home page')}
        </LinkButton>
      ) : (
        <Button look="primary" className="justify-self-start" onClick={onRetry}>
          {i18n.t('Try again')}
        </Button>
      )}
    </>
  )
}

function Asked({ request, asking }: { request: string; asking: Asking }) {
  const i18n = useTexts()
  const { name: site } = useSite()
  const isSignedIn = useSession() === 'signed-in'
  const name = asking.name || i18n.t('this assistant')
  const canDraft = asking.scopes.includes('orders:draft')
  return (
    <>
      <h1 className="break-words">{i18n.t('Connect {name}?', { name })}</h1>
      <p className="text-lead">
        {asking.host === null
          ? i18n.t('A program on this computer wants to use your {site} account.', { site })
          : i18n.t('{host} wants to use your {site} account.', { host: asking.host, site })}
      </p>
      <ul className="grid gap-2.5 rounded-panel bg-canvas p-6">
        <Point>{i18n.t('See your orders, cart, lists, budgets, and balance')}</Point>
        {canDraft && <Point>{i18n.t('Plan orders, which you check and create yourself')}</Point>}
        <Point isNot>{i18n.t('It can’t pay, send cards, or see card numbers or PINs')}</Point>
      </ul>
      <p className="text-muted">
        {i18n.t(
          'Names and email addresses in your orders and lists can be shown to it. Its provider’s terms apply to what it reads.',
        )}
      </p>
      {isSignedIn ? (
        <Decide request={request} asking={asking} />
      ) : (
        <SignInFirst redirect={`/connect-assistant?request=${request}`} />
      )}
    </>
  )
}

function Point({ isNot = false, children }: { isNot?: boolean; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className={`mt-0.5 flex-none ${isNot ? 'text-muted' : 'text-good'}`}>
        <Icon of={isNot ? X : Check} size={18} />
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  )
}

function SignInFirst({ redirect }: { redirect: string }) {
  const i18n = useTexts()
  return (
    <div className="flex flex-wrap gap-3 narrow:*:w-full">
      <LinkButton to="/" search={{ login: 'signIn', redirect }} look="primary" size="big">
        {i18n.t('Sign in to continue')}
      </LinkButton>
    </div>
  )
}

function Decide({ request, asking }: { request: string; asking: Asking }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { data: customer } = useQuery(customerQueries.me())
  const { data: companies = [] } = useQuery(companyQueries.mine())
  const chosen = useChosenCompany() ?? companies[0]?.id
  const allowing = useMutation({
    mutationFn: () => call(api.connectAssistant, { body: { request } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  if (customer && !customer.registrationComplete) {
    const redirect = `/connect-assistant?request=${request}`
    return (
      <LinkButton to="/complete-registration" search={{ redirect }} look="primary" size="big">
        {i18n.t('Complete your registration first')}
      </LinkButton>
    )
  }
  return (
    <>
      {companies.length > 1 && (
        <Select
          label={i18n.t('For the company')}
          options={companies.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen ?? null}
          onChange={(id) => id !== null && void chooseLinked(queryClient, id)}
        />
      )}
      {customer && (
        <p className="break-words text-muted">
          {companies.length === 1
            ? i18n.t('You’re signed in as {email}, for {company}.', {
                email: customer.email,
                company: companies[0]!.name,
              })
            : i18n.t('You’re signed in as {email}.', { email: customer.email })}{' '}
          <Button look="link" onClick={() => void signOut()}>
            {i18n.t('Sign out')}
          </Button>
        </p>
      )}
      {allowing.error && <Note tone="bad">{formError(allowing.error)}</Note>}
      <div className="flex flex-wrap gap-3 narrow:*:w-full">
        <Button
          look="primary"
          size="big"
          isPending={allowing.isPending || allowing.isSuccess}
          onClick={() => allowing.mutate()}
        >
          {i18n.t('Allow')}
        </Button>
        <Button size="big" onClick={() => window.location.assign(asking.deniedUrl)}>
          {i18n.t('Deny')}
        </Button>
      </div>
      <p className="text-muted text-small">{i18n.t('You can disconnect it anytime in Settings.')}</p>
    </>
  )
}
