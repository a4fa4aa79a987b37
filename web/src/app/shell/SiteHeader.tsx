import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button-class.ts'
import { useSession } from '../session.ts'
import { HEADER, HEADER_LINK } from './header-class.ts'
import { preloadSignIn } from './preload-sign-in.ts'
import { SignedInHeader } from './SignedInHeader.tsx'
import { SiteLogo } from './SiteLogo.tsx'

export function SiteHeader() {
  return useSession() === 'signed-in' ? <SignedInHeader /> : <SignedOutHeader />
}

const SECTIONS = [
  { hash: 'ways', label: 'Ways to send' },
  { hash: 'how', label: 'How it works' },
  { hash: 'help', label: 'Help' },
]

function SignedOutHeader() {
  return (
    <header className={HEADER}>
      {/* Both ways in come before the name: the mark stands for it. */}
      <SiteLogo hidesNameOn="handheld" />
      <nav aria-label="Main" className="flex gap-1 narrow:hidden">
        {SECTIONS.map(({ hash, label }) => (
          <Link key={hash} to="/" hash={hash} className={HEADER_LINK}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="ms-auto flex items-center gap-2 narrow:gap-1">
        <Link
          to="/"
          search={{ login: 'signIn' }}
          resetScroll={false}
          onPointerEnter={preloadSignIn}
          onFocus={preloadSignIn}
          className={buttonClass('plain', 'normal', 'narrow:px-3!')}
        >
          Sign in
        </Link>
        <Link
          to="/"
          search={{ login: 'signUp' }}
          resetScroll={false}
          onPointerEnter={preloadSignIn}
          onFocus={preloadSignIn}
          className={buttonClass('primary')}
        >
          Create account
        </Link>
      </div>
    </header>
  )
}
