import { Link } from '@tanstack/react-router'
import { type Site, useSite } from '../site.ts'

/** Widths without room for the name: up to 768 px, below 480, up to 360. */
const HIDDEN = { phone: 'narrow:hidden', handheld: 'max-xs:hidden', tiny: 'tiny:hidden' } as const

type SiteLogoProps = {
  /** White, for a dark background. */
  isReversed?: boolean
  /** A flow's header on phones has room only for the logo. */
  hidesNameOn?: keyof typeof HIDDEN
  className?: string
  /** Links to the office's home page. */
  isOffice?: boolean
}

export function SiteLogo({ isReversed = false, hidesNameOn, className = '', isOffice }: SiteLogoProps) {
  const site = useSite()
  const { serif } = site.cardMark
  const name = hidesNameOn ? HIDDEN[hidesNameOn] : ''
  const face = serif
    ? 'font-card text-[1.625rem] tracking-[-0.01em] narrow:text-[1.375rem]'
    : 'font-semibold text-[1.1875rem] tracking-[-0.025em] narrow:text-[1.0625rem]'
  return (
    <Link
      to={isOffice ? '/office' : '/'}
      aria-label={`${site.name}, ${isOffice ? 'office' : 'home'}`}
      className={`inline-flex min-h-11 min-w-11 items-center gap-[11px] whitespace-nowrap leading-none no-underline ${isReversed ? 'text-white' : 'text-ink'} ${face} ${className}`}
    >
      <LogoDrawing site={site} isReversed={isReversed} />
      <span className={`truncate py-1 ${name}`}>{site.name}</span>
    </Link>
  )
}

function LogoDrawing({ site, isReversed }: { site: Site; isReversed: boolean }) {
  const { paths } = site.cardMark
  const image = isReversed ? site.negativeLogo : site.isoLogo
  if (paths.length === 0) return image ? <img src={image} alt="" className="h-[30px] w-auto" /> : null
  const [first, second] = isReversed
    ? ['currentColor', 'color-mix(in srgb, currentColor 70%, transparent)']
    : ['var(--brand-primary)', 'var(--brand-secondary)']
  return (
    <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" className="shrink-0">
      {paths.map((path) => (
        <path key={path.d} d={path.d} fill={path.second ? second : first} />
      ))}
    </svg>
  )
}
