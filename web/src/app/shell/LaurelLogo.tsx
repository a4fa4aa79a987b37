const LEAVES = [1, -1].flatMap((side) =>
  [0, 1, 2, 3].map((number) => {
    const angle = Math.PI / 2 - side * (0.42 + number * 0.62)
    const x = (16 + 11.2 * Math.cos(angle)).toFixed(2)
    const y = (15.5 + 11.2 * Math.sin(angle)).toFixed(2)
    const turned = ((angle * 180) / Math.PI + 90 + side * 24).toFixed(1)
    return { x, y, turn: `rotate(${turned} ${x} ${y})` }
  }),
)

/** Laurel's own, on pages that belong to no site. */
export function LaurelLogo({ name = 'Laurel', className = '' }: { name?: string; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2.5 font-semibold text-[1.0625rem] ${className}`}>
      <svg viewBox="0 0 32 32" width="28" height="28" fill="currentColor" aria-hidden="true">
        {LEAVES.map(({ x, y, turn }) => (
          <ellipse key={turn} cx={x} cy={y} rx="4.4" ry="2" transform={turn} />
        ))}
        <circle cx="16" cy="27.5" r="1.5" />
      </svg>
      {name}
    </span>
  )
}
