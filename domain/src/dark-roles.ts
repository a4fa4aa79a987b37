import { type BrandColors, type BrandRoles, brandRoles } from './brand-roles.ts'
import { contrast, formatHex, luminance, mix } from './color.ts'

const WHITE = '#ffffff'
const BLACK = '#000000'
const READABLE = 4.5
/** Of the grounds a page consists of, darkest first: what floats is lighter than what it floats on. */
const LUMINANCE = { night: 0.004, surface: 0.0075, canvas: 0.0105, sunken: 0.0175, raised: 0.03 }
/** On a lighter tint, text that is readable on `raised` wouldn't be. */
const MOST_TINT = 0.045
/** Behind pictures, without text. */
const MOST_SCENE = 0.06
/** Red, amber, green, and blue, which are lightened until they can be read. */
const STATUS = { bad: '#e5484d', warn: '#e0a030', good: '#3fae74', wait: '#6f8fdc' }

/**
 * The color roles of a page in dark mode, from the same three brand colors as {@link brandRoles}. Grounds have a
 * hint of the third color. A color is lightened only until it can be read, and white can be read on every ground.
 *
 * @throws {RangeError} when a color is not `#rrggbb`
 */
export function darkRoles(colors: BrandColors): BrandRoles {
  const { primary, secondary, tertiary } = colors
  const hint = mix(tertiary, grayOf(tertiary), 0.35)
  const night = atLuminance(hint, LUMINANCE.night)
  const surface = atLuminance(hint, LUMINANCE.surface)
  const canvas = atLuminance(hint, LUMINANCE.canvas)
  const sunken = atLuminance(hint, LUMINANCE.sunken)
  const raised = atLuminance(hint, LUMINANCE.raised)

  const tint = (color: string, share: number) => atMost(mix(surface, color, share), MOST_TINT)
  const accentTint = tint(primary, 0.22)
  const accentWash = tint(primary, 0.3)
  const status = (color: string): [text: string, ground: string] => {
    const ground = tint(color, 0.2)
    return [lightened(color, 5.5, raised, ground), ground]
  }
  const [bad, badTint] = status(STATUS.bad)
  const [warn, warnTint] = status(STATUS.warn)
  const [good, goodTint] = status(STATUS.good)
  const [wait, waitTint] = status(STATUS.wait)
  const tints = [accentTint, accentWash, badTint, warnTint, goodTint, waitTint]

  const action = lightened(primary, 3.1, surface, canvas)
  const onAction = [WHITE, night].find((text) => contrast(text, action) >= READABLE) ?? BLACK
  const awayFromText = onAction === WHITE ? BLACK : WHITE
  const accentLine = lightened(primary, 3.4, surface, canvas, sunken, raised, accentWash)

  return {
    surface,
    raised,
    canvas,
    sunken,
    ink: mix(WHITE, tertiary, 0.06),
    muted: lightened(mix(WHITE, hint, 0.42), 5.5, raised, ...tints),
    // Translucent, because they separate on every ground.
    line: '#ffffff1c',
    'line-mid': '#ffffff38',
    'line-strong': lightened(mix(surface, WHITE, 0.36), 3.1, raised),

    action,
    'on-action': onAction,
    'action-hover': mix(action, awayFromText, 0.12),
    'action-press': mix(action, awayFromText, 0.22),
    'action-edge': 'transparent',

    'accent-text': lightened(primary, 5, raised, ...tints),
    'accent-line': accentLine,
    'on-accent': contrast(WHITE, accentLine) >= READABLE ? WHITE : BLACK,
    'accent-tint': accentTint,
    'accent-wash': accentWash,

    spot: tint(secondary, 0.3),
    'chart-2': lightened(secondary, 3.1, surface, raised),
    'chart-3': lightened(mix(hint, WHITE, 0.4), 3.1, surface, raised),
    'scene-1': atMost(mix(surface, primary, 0.6), MOST_SCENE),
    'scene-2': atMost(mix(surface, secondary, 0.4), MOST_SCENE),
    'scene-3': atLuminance(hint, MOST_SCENE),
    // A large bright area would glare.
    band: atMost(brandRoles(colors).band, 0.03),
    'on-band': WHITE,
    rail: night,

    bad,
    'bad-tint': badTint,
    warn,
    'warn-line': warn,
    'warn-tint': warnTint,
    good,
    'good-tint': goodTint,
    wait,
    'wait-tint': waitTint,
  }
}

function grayOf(color: string): string {
  const light = luminance(color)
  const part = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return formatHex([part * 255, part * 255, part * 255])
}

/** The color at a wanted luminance: mixed with black, or with white. */
function atLuminance(color: string, wanted: number): string {
  const [from, to] = luminance(color) > wanted ? [BLACK, color] : [color, WHITE]
  let least = 0
  let most = 1
  for (let step = 0; step < 24; step += 1) {
    const share = (least + most) / 2
    if (luminance(mix(from, to, share)) < wanted) least = share
    else most = share
  }
  return mix(from, to, most)
}

function atMost(color: string, most: number): string {
  return luminance(color) > most ? atLuminance(color, most) : color
}

/** The color itself, or the first lighter step with enough contrast to every ground; white if none has. */
function lightened(color: string, leastContrast: number, ...grounds: string[]): string {
  const steps = Array.from({ length: 21 }, (_, step) => mix(color, WHITE, step / 20))
  return steps.find((step) => grounds.every((ground) => contrast(step, ground) >= leastContrast)) ?? WHITE
}
