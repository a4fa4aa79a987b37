import { CARD_BLEED_UNITS, CARD_HEIGHT_UNITS, CARD_WIDTH_UNITS } from './card-geometry.ts'

/** A color ramp that a canvas made. */
export type CanvasRamp = { addColorStop(position: number, color: string): void }

/**
 * As much of a 2D drawing context as a card needs. The browser's and the server's contexts both
 * have this shape, so one drawing serves the screen and the press.
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

/** Draws with settings of its own: whatever happens inside, the canvas is left as it was. */
export function within(c: Canvas2D, paint: () => void): void {
  c.save()
  try {
    paint()
  } finally {
    c.restore()
  }
}

/** A color ramp with its stops, for filling. */
export function withStops(
  ramp: CanvasRamp,
  stops: ReadonlyArray<readonly [position: number, color: string]>,
) {
  for (const [position, color] of stops) ramp.addColorStop(position, color)
  return ramp
}

/** A filled circle, in the fill style set before. */
export function disc(c: Canvas2D, x: number, y: number, radius: number): void {
  c.beginPath()
  c.arc(x, y, radius, 0, Math.PI * 2)
  c.fill()
}

/**
 * Sets a fine line of the stroke style's color. A line no wider than one dot is drawn about twice
 * as fast as a wider one, so a wider one becomes narrower and stronger: the same ink on the card.
 */
export function setFineLine(c: Canvas2D, widthUnits: number, alpha: number, dotsPerUnit: number): void {
  c.lineWidth = Math.min(widthUnits, 1 / dotsPerUnit)
  c.globalAlpha = Math.min(1, (alpha * widthUnits) / c.lineWidth)
}

/** Fills the whole card and its bleed, in the fill style set before. */
export function coverCard(c: Canvas2D): void {
  const beyond = CARD_BLEED_UNITS
  c.fillRect(-beyond, -beyond, CARD_WIDTH_UNITS + 2 * beyond, CARD_HEIGHT_UNITS + 2 * beyond)
}
