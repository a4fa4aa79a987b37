import type { BrandColors } from '@laurel/domain/brand-roles'
import { type LogoColor, proposeColors, readingOf } from '@laurel/domain/logo-colors'
import { Button } from '../../../parts/Button.tsx'

const NAMES = [
  ['primary', 'Primary'],
  ['secondary', 'Secondary'],
  ['tertiary', 'Tertiary'],
] as const

type ColorProposalProps = {
  colors: readonly LogoColor[]
  now: BrandColors
  onTake: (colors: BrandColors) => void
}

/** Colors found in the logo, with their contrast. Staff decide whether to use them. */
export function ColorProposal({ colors, now, onTake }: ColorProposalProps) {
  const proposed = proposeColors(colors)
  if (proposed === undefined) return null
  const isTaken = NAMES.every(([name]) => proposed[name].toLowerCase() === now[name].toLowerCase())
  return (
    <section aria-label="Colors from your logo" className="grid gap-3 rounded-panel bg-sunken p-4">
      <p className="font-medium text-label">From your logo</p>
      <ul className="grid gap-2">
        {NAMES.map(([name, label]) => {
          const color = proposed[name].toUpperCase()
          const { onWhite, text, ofText } = readingOf(color)
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span
                aria-hidden="true"
                className="grid size-9 place-items-center rounded-small font-semibold shadow-hairline"
                style={{ background: color, color: text }}
              >
                Aa
              </span>
              <span className="min-w-20">{label}</span>
              <span className="tabular-nums">{color}</span>
              <span className="text-muted text-small">
                {`${onWhite.toFixed(1)}:1 on white. ${text === '#ffffff' ? 'White' : 'Black'} text on it: ${ofText.toFixed(1)}:1.`}
              </span>
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="compact" onClick={() => onTake(proposed)}>
          Use these colors
        </Button>
        <span role="status" className="text-muted text-small">
          {isTaken && 'In use'}
        </span>
      </div>
    </section>
  )
}
