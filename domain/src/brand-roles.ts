import { type BrandShades, brandShades } from './brand-shades.ts'
import { contrast, luminance, mix } from './color.ts'

/** An organization's three colors; every other color on the page is derived from them. */
export type BrandColors = { primary: string; secondary: string; tertiary: string }

/** What a color is for. Pages use these names, never a shade. */
export type RoleName =
  | 'surface'
  | 'raised'
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
  | 'on-accent'
  | 'accent-tint'
  | 'accent-wash'
  | 'spot'
  | 'chart-2'
  | 'chart-3'
  | 'scene-1'
  | 'scene-2'
  | 'scene-3'
  | 'band'
  | 'on-band'
  | 'rail'
  | 'bad'
  | 'bad-tint'
  | 'warn'
  | 'warn-line'
  | 'warn-tint'
  | 'good'
  | 'good-tint'
  | 'wait'
  | 'wait-tint'

export type BrandRoles = Record<RoleName, string>

const WHITE = '#ffffff'
const BLACK = '#000000'

/** A brighter primary turns brown or olive when darkened, so dark roles use the secondary instead. */
const VIVID_FROM_LUMINANCE = 0.2

/** Text of any size on a filled button: WCAG 2.2, 1.4.3. */
const READABLE = 4.5

/** The same for every brand, and never the only sign of a status. */
const STATUS = {
  bad: '#b3261e',
  'bad-tint': '#fdf0ee',
  warn: '#7d4e00',
  'warn-line': '#c07a00',
  'warn-tint': '#fff6e3',
  good: '#17693f',
  'good-tint': '#eaf6ef',
  wait: '#35518f',
  'wait-tint': '#eef2fb',
} as const

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
    surface: WHITE,
    raised: WHITE,
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
    'on-accent': WHITE,
    'accent-tint': mix(WHITE, primary, 0.08),
    'accent-wash': p[50],

    spot: s[100],
    'chart-2': firstApart([secondary, s[500], s[600], s[700]], 2, [WHITE]),
    'chart-3': t[100],
    'scene-1': p[100],
    'scene-2': s[100],
    'scene-3': t[100],
    band: firstApart(isVivid(primary) ? [s[600], s[700], s[800], s[900]] : [p[700], p[800], p[900]], 9, [
      WHITE,
    ]),
    'on-band': WHITE,
    rail: firstApart([mix(tertiary, BLACK, 0.08), t[500], t[600], t[700], t[800], t[900]], 9, [WHITE]),
    ...STATUS,
  }
}

/** The first candidate with enough contrast to every background; black if none has. */
function firstApart(candidates: string[], leastContrast: number, grounds: string[]): string {
  const isApart = (color: string) => grounds.every((ground) => contrast(color, ground) >= leastContrast)
  return candidates.find(isApart) ?? BLACK
}

function darkening(own: string, shades: BrandShades): string[] {
  return [own, shades[500], shades[600], shades[700], shades[800], shades[900]]
}
