import { useSite } from '../../../app/site.ts'

/** The organization's mark and name as they stand on paper: no link, and in the letters the press has. */
export function LetterHead() {
  const { cardMark, isoLogo, name } = useSite()
  return (
    <span className="inline-flex min-h-11 items-center gap-[9px] font-semibold text-[1.0625rem] leading-none">
      {cardMark.paths.length > 0 ? (
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" className="shrink-0">
          {cardMark.paths.map((path) => (
            <path
              key={path.d}
              d={path.d}
              fill={path.second ? 'var(--brand-secondary)' : 'var(--brand-primary)'}
            />
          ))}
        </svg>
      ) : (
        isoLogo && <img src={isoLogo} alt="" className="h-[22px] w-auto" />
      )}
      {name}
    </span>
  )
}
