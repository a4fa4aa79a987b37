import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button-class.ts'
import { useSession } from '../session.ts'
import { HeaderNav } from './HeaderNav.tsx'
import { HEADER } from './header-class.ts'
import { preloadSignIn } from './preload-sign-in.ts'
import { SignedInHeader } from './SignedInHeader.tsx'
import { SiteLogo } from './SiteLogo.tsx'

export function SiteHeader() {
  return useSession() === 'signed-in' ? <SignedInHeader /> : <SignedOutHeader />
}

const SECTIONS = [
  { to: '/', hash: 'ways', label: 'Ways to send' },
  { to: '/', hash: 'how', label: 'How it works' },
  { to: '/', hash: 'help', label: 'Help' },
]

function SignedOutHeader() {
  return (
    <header className={HEADER}>
      {/* Both ways in come before the name: the mark stands for it. */}
      <SiteLogo hidesNameOn="handheld" />
      <HeaderNav links={SECTIONS} />
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
