import { api } from '@laurel/contract/routes'
import { COMPANY_ROLE_WORDS, isCompanyRole } from '@laurel/domain/company-roles'
import { maskedEmail } from '@laurel/domain/email'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ApiProblem, formError } from '../../app/api-problem.ts'
import { type AnswerOf, call, freshKey } from '../../app/call.ts'
import { companyQueries, useSwitchCompany } from '../../app/company.queries.ts'
import { customerQueries } from '../../app/customer.queries.ts'
import { signOut, useSession } from '../../app/session.ts'
import { LinkPage } from '../../app/shell/LinkPage.tsx'
import { useTitle } from '../../app/shell/navigation.tsx'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { roleTitle } from './company-words.ts'

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call(api.getInvitation, { params: { token } }),
  })

/** An invitation, as its link opens it. The link shows it; only the invited address can accept it. */
export function JoinScreen({ token }: { token: string }) {
  const i18n = useTexts()
  const read = useQuery(invitationQuery(token))
  const invitation = read.data
  useTitle(invitation && i18n.t('Join {company}', { company: invitation.company }))
  return (
    <LinkPage>
      {read.isPending && (
        <Loading label={i18n.t('Loading the invitation')}>
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-12 w-1/2" />
        </Loading>
      )}
      {read.isError && (
        <NoInvitation problem={read.error} isRetrying={read.isFetching} onRetry={() => void read.refetch()} />
      )}
      {invitation && <Invited token={token} invitation={invitation} />}
    </LinkPage>
  )
}

type NoInvitationProps = { problem: Error; isRetrying: boolean; onRetry: () => void }

function NoInvitation({ problem, isRetrying, onRetry }: NoInvitationProps) {
  const i18n = useTexts()

  if (problem instanceof ApiProblem && problem.code === 'invitation_not_found') {
    return (
      <>
        <h1 className="text-h2">{i18n.t('This invitation is no longer open')}</h1>
        <p className="text-lead text-muted" role="alert">
          {i18n.t(
            'It was withdrawn or already accepted. If you still need one, ask the person who invited you.',
          )}
        </p>
        <HomeLink />
      </>
    )
  }
  return (
    <>
      <h1 className="text-h2">{i18n.t('We couldn’t load the invitation')}</h1>
      <p className="text-lead text-muted" role="alert">
        {formError(problem)}
      </p>
      <Button look="primary" className="justify-self-start" isPending={isRetrying} onClick={onRetry}>
        {i18n.t('Try again')}
      </Button>
    </>
  )
}

function HomeLink() {
  const i18n = useTexts()
  const isSignedIn = useSession() === 'signed-in'
  return (
    <LinkButton to={isSignedIn ? '/my-rewards' : '/'} className="justify-self-start">
      {isSignedIn ? i18n.t('Go to My rewards') : i18n.t('Go to the home page')}
    </LinkButton>
  )
}

type InvitedProps = { token: string; invitation: AnswerOf<'getInvitation'> }

function Invited({ token, invitation }: InvitedProps) {
  const i18n = useTexts()
  const { company, invitedBy, role, roleName, emailHint, isExpired } = invitation
  const isSignedIn = useSession() === 'signed-in'
  if (isExpired) {
    return (
      <>
        <h1 className="text-h2">{i18n.t('This invitation has expired')}</h1>
        <p className="text-lead text-muted">
          {i18n.t('Ask {name} to send the invitation to {company} again.', { name: invitedBy, company })}
        </p>
        <HomeLink />
      </>
    )
  }
  return (
    <>
      <h1 className="break-words">{i18n.t('Join {company}', { company })}</h1>
      <p className="text-lead">{i18n.t('{name} invited you.', { name: invitedBy })}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2.5 rounded-panel bg-canvas p-6 narrow:gap-x-5">
        <Fact label={i18n.t('Your role')}>
          {roleTitle({ key: role, name: roleName })}
          {isCompanyRole(role) && (
            <span className="block text-muted text-small">{i18n.t(COMPANY_ROLE_WORDS[role].says)}</span>
          )}
        </Fact>
        <Fact label={i18n.t('Sent to')}>{emailHint}</Fact>
      </dl>
      {isSignedIn ? (
        <Join token={token} company={company} emailHint={emailHint} />
      ) : (
        <SignInFirst token={token} />
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="break-words font-medium">{children}</dd>
    </>
  )
}

function SignInFirst({ token }: { token: string }) {
  const i18n = useTexts()
  const redirect = `/join/${encodeURIComponent(token)}`
  return (
    <>
      <p className="text-muted">{i18n.t('Use the email address that the invitation was sent to.')}</p>
      <div className="flex flex-wrap gap-3 narrow:*:w-full">
        <LinkButton to="/" search={{ login: 'signUp', redirect }} look="primary" size="big">
          {i18n.t('Create account')}
        </LinkButton>
        <LinkButton to="/" search={{ login: 'signIn', redirect }} size="big">
          {i18n.t('Sign in')}
        </LinkButton>
      </div>
    </>
  )
}

type JoinProps = { token: string; company: string; emailHint: string }

function Join({ token, company, emailHint }: JoinProps) {
  const i18n = useTexts()
  const { data: customer } = useQuery(customerQueries.me())
  const queryClient = useQueryClient()
  const switchTo = useSwitchCompany()
  // The same key until there is an answer: after a lost one, joining again answers the same.
  const key = useRef(freshKey())
  const join = useMutation({
    mutationFn: () => call(api.acceptInvitation, { params: { token }, idempotencyKey: key.current }),
    onSuccess: async (joined) => {
      queryClient.setQueryData(companyQueries.mine().queryKey, (mine = []) => [
        ...mine.filter(({ id }) => id !== joined.id),
        joined,
      ])
      await switchTo(joined)
      showToast({ title: i18n.t('You’ve joined {name}', { name: joined.name }) })
    },
    onError: (problem) => {
      if (problem instanceof ApiProblem && problem.status > 0) key.current = freshKey()
    },
  })
  const isRefused = join.error instanceof ApiProblem && join.error.code === 'invitation_for_other'
  const isOther =
    isRefused ||
    (customer !== undefined && maskedEmail(customer.email).toLowerCase() !== emailHint.toLowerCase())
  return (
    <>
      {customer && (
        <p className="break-words text-muted">
          {i18n.t('You’re signed in as {email}.', { email: customer.email })}
        </p>
      )}
      {isOther ? (
        <Note
          tone="bad"
          action={
            <Button size="compact" onClick={() => void signOut()}>
              {i18n.t('Sign out')}
            </Button>
          }
        >
          {isRefused
            ? formError(join.error)
            : i18n.t('This invitation is for {email}. Sign out, and open its link again with that account.', {
                email: emailHint,
              })}
        </Note>
      ) : (
        <>
          {join.error && <Note tone="bad">{formError(join.error)}</Note>}
          <Button
            look="primary"
            size="big"
            className="justify-self-start narrow:w-full"
            isPending={join.isPending}
            onClick={() => join.mutate()}
          >
            {i18n.t('Join {company}', { company })}
          </Button>
        </>
      )}
    </>
  )
}
