import { useSite } from '../../../app/site.ts'

/** The organization's mark and name as they stand on paper: no link. */
export function LetterHead() {
  const { cardMark, isoLogo, name } = useSite()
  const face = cardMark.serif
    ? 'font-card text-[1.375rem] tracking-[-0.01em]'
    : 'font-semibold text-[1.0625rem] tracking-[-0.025em]'
  return (
    <span className={`inline-flex min-h-11 items-center gap-[11px] leading-none ${face}`}>
      {cardMark.paths.length > 0 ? (
        <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" className="shrink-0">
          {cardMark.paths.map((path) => (
            <path
              key={path.d}
              d={path.d}
              fill={path.second ? 'var(--brand-secondary)' : 'var(--brand-primary)'}
            />
          ))}
        </svg>
      ) : (
        isoLogo && <img src={isoLogo} alt="" className="h-[30px] w-auto" />
      )}
      {name}
    </span>
  )
}
