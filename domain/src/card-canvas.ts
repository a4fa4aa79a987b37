import { CARD_BLEED_UNITS, CARD_HEIGHT_UNITS, CARD_WIDTH_UNITS } from './card-geometry.ts'

/** A canvas gradient. */
export type CanvasRamp = { addColorStop(position: number, color: string): void }

/**
 * The part of a 2D drawing context that a card needs. Browser and server contexts both match it, so one drawing
 * serves screen and print.
 */
export interface Canvas2D {
  fillStyle: string | object
  strokeStyle: string | object
  lineWidth: number
  lineCap: string
  globalAlpha: number
  font: string
  letterSpacing: string
  textAlign: string
  textBaseline: string
  save(): void
  restore(): void
  translate(x: number, y: number): void
  scale(x: number, y: number): void
  rotate(radians: number): void
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): CanvasRamp
  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): CanvasRamp
  fillRect(x: number, y: number, width: number, height: number): void
  beginPath(): void
  closePath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void
  bezierCurveTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void
  arc(x: number, y: number, radius: number, from: number, to: number, counterclockwise?: boolean): void
  roundRect(x: number, y: number, width: number, height: number, radius: number): void
  fill(): void
  fill(path: object): void
  stroke(): void
  fillText(text: string, x: number, y: number): void
  measureText(text: string): { width: number }
  drawImage(image: object, x: number, y: number, width: number, height: number): void
}

/** Draws with its own settings and restores the canvas afterwards. */
export function within(c: Canvas2D, paint: () => void): void {
  c.save()
  try {
    paint()
  } finally {
    c.restore()
  }
}

/** A gradient with its stops, for filling. */
export function withStops(
  ramp: CanvasRamp,
  stops: ReadonlyArray<readonly [position: number, color: string]>,
) {
  for (const [position, color] of stops) ramp.addColorStop(position, color)
  return ramp
}

/** A filled circle in the current fill style. */
export function disc(c: Canvas2D, x: number, y: number, radius: number): void {
  c.beginPath()
  c.arc(x, y, radius, 0, Math.PI * 2)
  c.fill()
}

/**
 * Sets a fine line in the stroke style's color. A line up to one dot wide draws about twice as fast, so a wider
 * line becomes narrower and stronger: the same ink on the card.
 */
export function setFineLine(c: Canvas2D, widthUnits: number, alpha: number, dotsPerUnit: number): void {
  c.lineWidth = Math.min(widthUnits, 1 / dotsPerUnit)
  c.globalAlpha = Math.min(1, (alpha * widthUnits) / c.lineWidth)
}

/** Fills the whole card and its bleed in the current fill style. */
export function coverCard(c: Canvas2D): void {
  const beyond = CARD_BLEED_UNITS
  c.fillRect(-beyond, -beyond, CARD_WIDTH_UNITS + 2 * beyond, CARD_HEIGHT_UNITS + 2 * beyond)
}
