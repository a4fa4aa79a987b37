import { type BrandShades, brandShades, SHADES } from './brand-shades.ts'
import { contrast, luminance, mix } from './color.ts'

/** An organization's three colors; every other color on the page is derived from them. */
export type BrandColors = { primary: string; secondary: string; tertiary: string }

/** What a color is for. Pages use these names, never a shade. */
export type RoleName =
  | 'canvas'
  | 'sunken'
  | 'ink'
  | 'muted'
  | 'line'
  | 'line-mid'
  | 'line-strong'
  | 'action'
  | 'on-action'
  | 'action-hover'
  | 'action-press'
  | 'action-edge'
  | 'accent-text'
  | 'accent-line'
  | 'accent-tint'
  | 'accent-wash'
  | 'spot'
  | 'chart-2'
  | 'band'
  | 'on-band'

export type BrandRoles = Record<RoleName, string>

const WHITE = '#ffffff'
const BLACK = '#000000'

/** A brighter primary turns brown or olive when darkened, so dark roles use the secondary instead. */
const VIVID_FROM_LUMINANCE = 0.2

/** Text of any size on a filled button: WCAG 2.2, 1.4.3. */
const READABLE = 4.5

/** Whether a primary is too bright to darken well. */
export function isVivid(primary: string): boolean {
  return luminance(primary) > VIVID_FROM_LUMINANCE
}

/**
 * Turns three brand colors into every color role of a page. Text and lines keep their contrast with any brand,
 * because each list of candidates ends in a nearly black shade.
 *
 * @returns `#rrggbb` for every role; `action-edge` is `transparent` if the button needs no edge
 * @throws {RangeError} when a color is not `#rrggbb`
 * @see docs/spec.md §1, "Brand shade palette"
 */
export function brandRoles({ primary, secondary, tertiary }: BrandColors): BrandRoles {
  const p = brandShades(primary)
  const s = brandShades(secondary)
  const t = brandShades(tertiary)

  const canvas = mix(WHITE, tertiary, 0.025)
  const sunken = mix(WHITE, tertiary, 0.055)
  const ink = firstApart(darkening(tertiary, t), 12, [canvas])
  const onAction = [WHITE, ink].find((text) => contrast(text, primary) >= READABLE) ?? BLACK
  const isTextLight = onAction === WHITE

  return {
    canvas,
    sunken,
    ink,
    muted: firstApart([t[300], tertiary, t[500], t[600], t[700], t[800], t[900]], 5.5, [canvas]),
    line: mix(WHITE, tertiary, 0.12),
    'line-mid': mix(WHITE, tertiary, 0.24),
    'line-strong': firstApart([t[200], t[300], tertiary, t[500], t[600], t[700]], 3, [WHITE]),

    action: primary,
    'on-action': onAction,
    // Shift away from the text's color, so that hovering never reduces contrast.
    'action-hover': isTextLight ? p[600] : p[400],
    'action-press': isTextLight ? p[700] : p[300],
    'action-edge':
      contrast(primary, WHITE) < 3 ? firstApart(darkening(primary, p), 3, [WHITE]) : 'transparent',

    'accent-text': firstApart(darkening(primary, p), 4.6, [canvas, sunken, mix(WHITE, primary, 0.12)]),
    'accent-line': firstApart(darkening(primary, p), 3.1, [canvas, WHITE]),
    'accent-tint': mix(WHITE, primary, 0.08),
    'accent-wash': p[50],

    spot: s[100],
    'chart-2': firstApart([secondary, s[500], s[600], s[700]], 2, [WHITE]),
    band: firstApart(isVivid(primary) ? [s[600], s[700], s[800], s[900]] : [p[700], p[800], p[900]], 9, [
      WHITE,
    ]),
    'on-band': WHITE,
  }
}

/**
 * The brand as CSS custom properties for the first paint: the three colors, their ten shades each, and every
 * role.
 *
 * @returns name and value, in order: `['--brand-primary', '#0b6b4f']`, `['--primary-50', …]`, `['--action', …]`
 * @throws {RangeError} when a color is not `#rrggbb`
 */
export function roleVariables(colors: BrandColors): Array<[name: `--${string}`, value: string]> {
  const names = ['primary', 'secondary', 'tertiary'] as const
  const brand = names.map((name): [`--${string}`, string] => [`--brand-${name}`, colors[name]])
  const shades = names.flatMap((name) => {
    const ten = brandShades(colors[name])
    return SHADES.map((shade): [`--${string}`, string] => [`--${name}-${shade}`, ten[shade]])
  })
  const roles = Object.entries(brandRoles(colors)).map(([role, value]): [`--${string}`, string] => [
    `--${role}`,
    value,
  ])
  return [...brand, ...shades, ...roles]
}

/** The first candidate with enough contrast to every background; black if none has. */
function firstApart(candidates: string[], leastContrast: number, grounds: string[]): string {
  const isApart = (color: string) => grounds.every((ground) => contrast(color, ground) >= leastContrast)
  return candidates.find(isApart) ?? BLACK
}

function darkening(own: string, shades: BrandShades): string[] {
  return [own, shades[500], shades[600], shades[700], shades[800], shades[900]]
}
