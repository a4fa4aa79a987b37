/** Cards are drawn in units; the long side is 508.5. docs/spec.md §3, "Card preview image". */
export const CARD_WIDTH_UNITS = 508.5
export const CARD_HEIGHT_UNITS = 321
export const CARD_ASPECT = CARD_WIDTH_UNITS / CARD_HEIGHT_UNITS

/** How far artwork extends beyond each edge, for print files with bleed: 4 mm. */
export const CARD_BLEED_UNITS = 24

/** The long side of a plastic card: ISO/IEC 7810, ID-1. */
export const CARD_WIDTH_MM = 85.6

/** A logo box's offset from the left and the top, in units. */
export const LOGO_AT = 32
/** A logo is drawn at this scale of its layout box. */
export const LOGO_SCALE = 0.6
/** A logo's layout box, in units before scaling: logos are contained, never cropped. */
export const LOGO_LAYOUT_WIDTH = 300
export const LOGO_LAYOUT_HEIGHT = 90

export const PRINT_DPI = 300
const MM_PER_INCH = 25.4

/**
 * Converts a printed length to printer dots.
 *
 * @param mm length in millimetres, zero or more
 * @returns whole dots at 300 dpi (11.811 dots/mm), rounded to nearest
 * @throws {RangeError} on a negative or non-finite length: a caller's bug, not a refusal
 * @see docs/spec.md §3, "Card preview image": "Sizes are converted at 300 dpi"
 * @example dotsFromMm(85.6) // 1011, the long side of a card
 */
export function dotsFromMm(mm: number): number {
  return Math.round((length(mm) / MM_PER_INCH) * PRINT_DPI)
}

/**
 * Converts a printed length to the units a card is drawn in.
 *
 * @param mm length in millimetres, zero or more
 * @throws {RangeError} on a negative or non-finite length
 * @example unitsFromMm(85.6) // 508.5
 */
export function unitsFromMm(mm: number): number {
  return (length(mm) / CARD_WIDTH_MM) * CARD_WIDTH_UNITS
}

/** Converts a length in card units to printed millimetres. */
export function mmFromUnits(units: number): number {
  return (units / CARD_WIDTH_UNITS) * CARD_WIDTH_MM
}

/**
 * The size of a card's print file.
 *
 * @param bleedMm what is printed beyond each edge and cut off, in millimetres
 * @returns whole dots at 300 dpi: 1011 by 638 without bleed
 * @throws {RangeError} on a negative or non-finite bleed
 */
export function printSize({ bleedMm = 0 }: { bleedMm?: number } = {}): { width: number; height: number } {
  return {
    width: dotsFromMm(CARD_WIDTH_MM + 2 * length(bleedMm)),
    height: dotsFromMm(mmFromUnits(CARD_HEIGHT_UNITS) + 2 * bleedMm),
  }
}

/**
 * A logo's print resolution: its pixels per inch once it fits its place on the card.
 *
 * @returns whole dots per inch; below 300 the image limits the print
 * @throws {RangeError} when a side is not above zero
 */
export function logoDpi(widthPx: number, heightPx: number): number {
  const { width } = logoBox(widthPx, heightPx)
  return Math.round(widthPx / (mmFromUnits(width) / MM_PER_INCH))
}

/**
 * Where a logo with these proportions is drawn: at 32, 32, contained in its layout box at 0.6 scale.
 *
 * @returns units on the card
 * @throws {RangeError} when a side is not above zero
 */
export function logoBox(
  width: number,
  height: number,
): { x: number; y: number; width: number; height: number } {
  if (!(width > 0 && height > 0)) throw new RangeError(`not the size of a logo: ${width} × ${height}`)
  const contained = Math.min(LOGO_LAYOUT_WIDTH / width, LOGO_LAYOUT_HEIGHT / height) * LOGO_SCALE
  return { x: LOGO_AT, y: LOGO_AT, width: width * contained, height: height * contained }
}

function length(mm: number): number {
  if (!Number.isFinite(mm) || mm < 0) throw new RangeError(`not a length: ${mm} mm`)
  return mm
}
