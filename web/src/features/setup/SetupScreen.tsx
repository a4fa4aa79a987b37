import { api } from '@laurel/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { ApiProblem } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { keepOfficeTicket } from '../../app/office-ticket.ts'
import { LaurelLogo } from '../../app/shell/LaurelLogo.tsx'
import { siteQuery } from '../../app/site.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { ServerCard } from './ServerCard.tsx'
import { type Owner, SetupForm } from './SetupForm.tsx'

/** Opened by the link that the server prints. The token after its `#` is sent only in the body of these calls. */
export function SetupScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  const link = useQuery({
    queryKey: ['setup', token],
    queryFn: () => call(api.openSetupLink, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const enter = useEnterOffice()

  return (
    <>
      <header className="border-line border-b px-(--gutter) py-4">
        <LaurelLogo />
      </header>
      <main id="main" tabIndex={-1} className="page py-10 outline-none narrow:py-7">
        {token === '' ? (
          <NoLink />
        ) : link.data ? (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,20rem)] gap-x-16 gap-y-8 mid:grid-cols-1">
            <div>
              <h1>Set up Laurel</h1>
              <p className="mt-2 max-w-[58ch] text-muted">
                Create the organization, its first site, and your owner account. You can change them later.
              </p>
              <SetupForm token={token} onDone={enter} />
            </div>
            <aside className="min-w-0">
              <ServerCard token={token} />
              <p className="mt-5 flex items-start gap-2.5 text-muted text-small">
                <Icon of={KeyRound} size={18} className="mt-0.5" />
                <span>
                  This setup link works once and expires at {timeOf(link.data.expiresAt)}. Restart the server
                  for a new one.
                </span>
              </p>
            </aside>
          </div>
        ) : link.error ? (
          <LinkProblem read={link} />
        ) : (
          <Spinner />
        )}
      </main>
    </>
  )
}

function NoLink() {
  return (
    <>
      <h1>Set up Laurel</h1>
      <p className="mt-2 max-w-[58ch] text-muted">
        This installation has no site yet. Open the setup link that the server printed when it started, or run{' '}
        <code>npm run setup</code> on the server.
      </p>
    </>
  )
}

function LinkProblem({
  read,
}: {
  read: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}) {
  const { error } = read
  const isOver = error instanceof ApiProblem && error.status >= 400 && error.status < 429
  if (!isOver) return <ReadProblem read={read} />
  const isSetUp = error.code === 'already_set_up'
  return (
    <>
      <h1>{isSetUp ? 'Laurel is already set up' : 'This setup link doesn’t work'}</h1>
      <p className="mt-2 max-w-[58ch] text-muted">
        {isSetUp ? 'Sign in to the office at the address of your site.' : error.message}
      </p>
    </>
  )
}

const timeOf = (moment: string) =>
  new Date(moment).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })

/** Another server process may take this long to know the new site. */
const KNOWN_WITHIN_MS = 6_000
const ASK_EVERY_MS = 500

/** Continues to the office: on this page if its address is the site's, otherwise at the site's address. */
function useEnterOffice() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (made: { host: string; officeUrl: string }, { ownerEmail: email, password }: Owner) => {
    if (made.host !== location.hostname) return location.assign(made.officeUrl)
    const until = Date.now() + KNOWN_WITHIN_MS
    for (;;) {
      try {
        await queryClient.fetchQuery({ ...siteQuery, retry: false })
        break
      } catch {
        if (Date.now() > until) return location.assign(made.officeUrl)
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
      }
    }
    // The owner has just entered both: the authenticator app is next.
    const ticket = await call(api.startOfficeSignIn, { body: { email, password } }).catch(() => undefined)
    if (ticket) keepOfficeTicket(ticket)
    await navigate({ to: '/office', replace: true })
  }
}
