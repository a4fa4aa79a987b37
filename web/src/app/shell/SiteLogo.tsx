import { Link } from '@tanstack/react-router'
import { useSite } from '../site.ts'
import { useTexts } from '../texts.ts'

/** Widths without room for the name: up to 768 px, below 480, up to 360; the office's narrow rail. */
const HIDDEN = {
  phone: 'narrow:hidden',
  handheld: 'max-xs:hidden',
  tiny: 'tiny:hidden',
  rail: 'mid:hidden',
} as const
/** The same widths, for what is shown instead. */
const SHOWN = {
  phone: 'hidden narrow:block',
  handheld: 'hidden max-xs:block',
  tiny: 'hidden tiny:block',
  rail: 'hidden mid:block',
} as const

type SiteLogoProps = {
  /** For a dark background. */
  isReversed?: boolean
  /** A flow's header on phones has room only for the logo. */
  hidesNameOn?: keyof typeof HIDDEN
  className?: string
  /** Links to the office's home page. */
  isOffice?: boolean
}

/** The site's logo and name, as the link to its home page. A site without a logo has its name set in type. */
export function SiteLogo({ isReversed = false, hidesNameOn, className = '', isOffice }: SiteLogoProps) {
  const site = useSite()
  const i18n = useTexts()
  const { serif } = site.cardMark
  const logo = isReversed ? site.negativeLogo : site.siteLogo
  // Where a site has no logo for dark backgrounds, its logo stands on a light one.
  const onDark = isReversed || site.negativeLogo !== site.siteLogo ? site.negativeLogo : undefined
  const hidden = hidesNameOn ? HIDDEN[hidesNameOn] : ''
  const face = serif
    ? 'font-card text-[1.625rem] tracking-[-0.01em] narrow:text-[1.375rem]'
    : 'font-semibold text-[1.1875rem] tracking-[-0.025em] narrow:text-[1.0625rem]'
  // A logo that includes the name can be too wide where the name is hidden, so the icon is shown there.
  const icon = site.isoLogo !== site.siteLogo && !isReversed ? site.isoLogo : ''
  return (
    <Link
      to={isOffice ? '/office' : '/'}
      aria-label={isOffice ? `${site.name}, office` : i18n.t('{siteName}, home', { siteName: site.name })}
      className={`inline-flex min-h-11 min-w-11 items-center gap-[11px] whitespace-nowrap leading-none no-underline ${isReversed ? 'text-white' : 'text-ink'} ${face} ${className}`}
    >
      {logo && site.logoHasName ? (
        <>
          <Mark
            light={logo}
            dark={onDark}
            className={`h-[34px] w-auto max-w-[220px] object-contain object-left narrow:h-[28px] narrow:max-w-[160px] ${icon ? hidden : ''}`}
          />
          {icon && hidesNameOn && (
            <Mark light={icon} className={`size-[30px] object-contain ${SHOWN[hidesNameOn]}`} />
          )}
        </>
      ) : (
        <>
          {logo && (
            <Mark
              light={logo}
              dark={onDark}
              className="h-[30px] w-auto min-w-[30px] max-w-[120px] shrink-0 object-contain"
            />
          )}
          <span className={`truncate py-1 ${hidden}`}>{site.name}</span>
          {!logo && hidesNameOn && <Initial name={site.name} className={SHOWN[hidesNameOn]} />}
        </>
      )}
    </Link>
  )
}

/** A logo, and the one that replaces it in dark mode; without one, it gets a white ground there. */
function Mark({ light, dark, className }: { light: string; dark?: string | undefined; className: string }) {
  if (dark === light) return <img src={light} alt="" className={className} />
  if (dark === undefined) {
    return <img src={light} alt="" className={`rounded-small dark:bg-white dark:p-0.5 ${className}`} />
  }
  return (
    <>
      <img src={light} alt="" loading="lazy" className={`${className} dark:hidden`} />
      <img src={dark} alt="" loading="lazy" className={`hidden ${className} dark:block`} />
    </>
  )
}

/** The name's first letter, where the whole name has no room. */
function Initial({ name, className }: { name: string; className: string }) {
  return (
    <span
      className={`size-[34px] rounded-small bg-action text-center font-semibold text-[1.125rem] text-on-action leading-[34px] ${className}`}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
