import { Link } from '@tanstack/react-router'

type HeaderNavProps = { links: readonly { to: string; hash?: string; label: string }[] }

const LINK =
  'flex min-h-11 items-center rounded-control px-3 font-medium text-ink no-underline hover:bg-sunken aria-[current]:text-accent-text'

/** The links of a header. Sections of one page differ only by their hash, so it counts. */
export function HeaderNav({ links }: HeaderNavProps) {
  return (
    <nav aria-label="Main" className="flex gap-1 narrow:hidden">
      {links.map(({ to, hash, label }) => (
        <Link
          key={label}
          to={to}
          {...(hash && { hash })}
          activeOptions={{ includeHash: true, includeSearch: false }}
          className={LINK}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
