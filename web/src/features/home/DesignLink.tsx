import { Link } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session.ts'

/** The way to the first card: through the door for visitors, straight there for customers. */
export function DesignLink({ className }: { className: string }) {
  if (useSession() === 'signed-in') {
    return (
      <Link to={paths.myRewards} search={{ createNew: true } as never} className={className}>
        Design a card
      </Link>
    )
  }
  return (
    <Link
      to="/"
      search={{ login: 'signUp', redirect: `${paths.myRewards}?createNew=true` }}
      resetScroll={false}
      className={className}
    >
      Design a card
    </Link>
  )
}
