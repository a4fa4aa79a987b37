import { api } from '@laurel/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { Building2, DatabaseBackup, History, ListChecks, LogOut, RefreshCw, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { LaurelLogo } from '../../app/shell/LaurelLogo.tsx'
import { NothingHere } from '../../app/shell/NotFoundScreen.tsx'
import { showFailure } from '../../app/toast-store.ts'
import { Icon } from '../../parts/Icon.tsx'
import { PasswordForm } from '../../parts/PasswordForm.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { SignInFrame, StaffSignIn } from '../../parts/StaffSignIn.tsx'
import { ThemeChoice } from '../../parts/ThemeChoice.tsx'
import { OPERATOR_KEY, type Operator, platformQueries } from './platform.queries.ts'

/** Shows sign-in in place of any screen until an operator is signed in. The URL stays the same. */
export function Platform() {
  const queryClient = useQueryClient()
  const read = useQuery(platformQueries.me())
  const enter = (operator: Operator | null) => {
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'platform' && queryKey[1] !== 'me',
    })
    queryClient.setQueryData(OPERATOR_KEY, operator)
  }
  const logo = <LaurelLogo name="Laurel platform" />

  if (read.data === null) {
    return (
      <StaffSignIn
        logo={logo}
        title="Sign in to the platform area"
        note="The platform area is for the people who run this installation."
        submit="Open the platform area"
        start={(body) => call(api.startPlatformSignIn, { body })}
        finish={(body) => call(api.finishPlatformSignIn, { body })}
        onEnter={enter}
      />
    )
  }
  if (read.data?.mustChangePassword) {
    return (
      <SignInFrame logo={logo} title="Choose your own password">
        <p className="mb-5 text-muted">Replace your temporary password.</p>
        <PasswordForm
          change={(body) => call(api.changePlatformPassword, { body })}
          onDone={() => enter({ ...read.data!, mustChangePassword: false })}
        />
      </SignInFrame>
    )
  }
  if (read.data) {
    return (
      <Shell operator={read.data} onLeave={() => enter(null)}>
        <Outlet />
      </Shell>
    )
  }
  const isElsewhere = read.error instanceof ApiProblem && read.error.code === 'not_found'
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-[30rem] px-(--gutter) py-24 outline-none">
      {isElsewhere ? (
        <NothingHere title="We can’t find that page" text="Check the address." />
      ) : read.error ? (
        <>
          <h1 className="sr-only">Platform</h1>
          <ReadProblem read={read} />
        </>
      ) : (
        <Spinner />
      )}
    </main>
  )
}

const PLACES = [
  { to: '/platform', name: 'Organizations', icon: Building2 },
  { to: '/platform/jobs', name: 'Jobs', icon: ListChecks },
  { to: '/platform/backups', name: 'Backups', icon: DatabaseBackup },
  { to: '/platform/upgrades', name: 'Upgrades', icon: RefreshCw },
  { to: '/platform/operators', name: 'Operators', icon: Users },
  { to: '/platform/log', name: 'Audit log', icon: History },
] as const

const ENTRY =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-white no-underline hover:bg-white/10 aria-[current=page]:bg-white/16'

type ShellProps = { operator: Operator; onLeave: () => void; children: ReactNode }

function Shell({ operator, onLeave, children }: ShellProps) {
  async function leave() {
    try {
      await call(api.platformSignOut)
    } catch (cause) {
      const isOver = cause instanceof ApiProblem && cause.code === 'sign_in_required'
      if (!isOver) return showFailure('We couldn’t sign you out', cause)
    }
    onLeave()
  }
  return (
    <div className="grid min-h-dvh grid-cols-[248px_minmax(0,1fr)] mid:block">
      <header className="sticky top-0 z-20 flex h-dvh flex-col gap-6 bg-rail px-3 py-4 text-white mid:static mid:h-auto mid:gap-2 [&_:focus-visible]:outline-white">
        <LaurelLogo name="Laurel platform" className="min-h-11 px-2" />
        <nav aria-label="Platform">
          <ul className="grid gap-1 mid:flex mid:flex-wrap">
            {PLACES.map(({ to, name, icon }) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: true }} className={ENTRY}>
                  <Icon of={icon} className="mid:hidden" />
                  <span className="whitespace-nowrap">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="scheme-dark mt-auto px-3 mid:mt-0">
          <ThemeChoice isCompact />
        </div>
        <div className="flex items-center gap-2 px-3">
          <p className="min-w-0 flex-1">
            <span className="block truncate font-medium">{operator.name}</span>
            <span className="block text-small opacity-80">Operator</span>
          </p>
          <button
            type="button"
            aria-label="Sign out"
            onClick={leave}
            className="grid size-11 place-items-center rounded-control hover:bg-white/10"
          >
            <Icon of={LogOut} />
          </button>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 px-[clamp(20px,3.4vw,56px)] pt-8 pb-24 outline-none narrow:px-(--gutter)"
      >
        {children}
      </main>
    </div>
  )
}
