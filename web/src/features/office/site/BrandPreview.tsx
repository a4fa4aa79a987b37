import { type BrandColors, brandRoles } from '@laurel/domain/brand-roles'
import { contrast, isHexColor } from '@laurel/domain/color'
import { CircleCheck } from 'lucide-react'
import { Icon } from '../../../parts/Icon.tsx'

/** What three colors make of a page, and how well it can be read. */
export function BrandPreview({ colors, name }: { colors: BrandColors; name: string }) {
  const isWhole = Object.values(colors).every(isHexColor)
  if (!isWhole)
    return <p className="text-muted">Each color is written like #0B6B4F. Then the page shows here.</p>
  const roles = brandRoles(colors)
  return (
    <section aria-labelledby="preview">
      <h3 id="preview" className="mb-3 text-body">
        Preview
      </h3>
      <div
        aria-hidden="true"
        className="overflow-hidden rounded-panel border"
        style={{ borderColor: roles.line, background: '#ffffff', color: roles.ink }}
      >
        <div className="px-5 py-3 font-semibold" style={{ background: roles.band, color: roles['on-band'] }}>
          {name}
        </div>
        <div className="grid gap-3 p-5">
          <span className="text-h3">A thank-you they can hold.</span>
          <span style={{ color: roles.muted }}>Design it here, we print and send it.</span>
          <span className="flex flex-wrap items-center gap-4">
            <span
              className="rounded-control px-4 py-2.5 font-semibold"
              style={{
                background: roles.action,
                color: roles['on-action'],
                boxShadow: `inset 0 0 0 1px ${roles['action-edge']}`,
              }}
            >
              Design a card
            </span>
            <span className="underline" style={{ color: roles['accent-text'] }}>
              How it works
            </span>
          </span>
          <span
            className="rounded-control px-3 py-2"
            style={{ background: roles.canvas, boxShadow: `inset 0 0 0 1px ${roles['line-strong']}` }}
          >
            A field
          </span>
        </div>
      </div>
      <Readability colors={colors} />
    </section>
  )
}

function Readability({ colors }: { colors: BrandColors }) {
  const roles = brandRoles(colors)
  const checks = [
    { what: 'Text on a button', text: roles['on-action'], ground: roles.action, least: 4.5 },
    { what: 'Links', text: roles['accent-text'], ground: roles.canvas, least: 4.5 },
    { what: 'Text', text: roles.ink, ground: roles.canvas, least: 4.5 },
    { what: 'Quiet text', text: roles.muted, ground: roles.canvas, least: 4.5 },
    { what: 'Edges of fields', text: roles['line-strong'], ground: '#ffffff', least: 3 },
  ]
  return (
    <>
      <h3 className="mt-6 mb-2 text-body">Contrast</h3>
      <ul className="border-line border-t">
        {checks.map(({ what, text, ground, least }) => {
          const ratio = contrast(text, ground)
          return (
            <li key={what} className="flex items-center justify-between gap-3 border-line border-b py-2.5">
              <span>{what}</span>
              <span className={`flex items-center gap-1.5 ${ratio >= least ? 'text-good' : 'text-bad'}`}>
                <Icon of={CircleCheck} size={18} label={ratio >= least ? 'Enough:' : 'Too little:'} />
                {ratio.toFixed(1)} to 1
              </span>
            </li>
          )
        })}
      </ul>
      <ul className="mt-3 grid gap-1 text-muted text-small">
        {fallbacks(colors).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

/** Where a color alone could not be read, and what stands in for it. */
function fallbacks(colors: BrandColors): string[] {
  const roles = brandRoles(colors)
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const onWhite = contrast(colors.primary, '#ffffff').toFixed(1)
  return [
    ...(same(roles['accent-text'], colors.primary)
      ? []
      : [`Links take ${roles['accent-text']}: the primary alone has ${onWhite} to 1 on white.`]),
    ...(same(roles['on-action'], '#ffffff')
      ? []
      : ['Text on buttons is dark: white could not be read there.']),
    ...(same(roles.ink, colors.tertiary)
      ? []
      : [`Text takes ${roles.ink}: the tertiary alone is too light.`]),
  ]
}
