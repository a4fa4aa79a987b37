import { type Canvas2D, within } from './card-canvas.ts'
import type { CardBitmap, CardFace, OrganizationLogo, PaintOptions } from './card-face.ts'
import { LOGO_AT, LOGO_LAYOUT_WIDTH, LOGO_SCALE, logoBox } from './card-geometry.ts'
import { CARD_SANS, CARD_SERIF, paintLine } from './card-text.ts'
import type { CardTone } from './card-tone.ts'
import { withAlpha } from './color.ts'

/** The drawing of a logo is 32 by 32; this is its height in the layout. */
const DRAWING_BOX = 32
const DRAWING_LAYOUT_HEIGHT = 52
const WORD_AT = 42
/** A wider logo is drawn lower, so that its word keeps room. */
const MOST_LAYOUT_WIDTH = 130

/** Fifth layer: the customer's logo, or the organization's, at 32, 32 and 0.6 scale. */
export function paintLogo(
  c: Canvas2D,
  face: CardFace,
  tone: CardTone,
  { makePath, tint }: Pick<PaintOptions, 'makePath' | 'tint'>,
): void {
  if (face.bitmapLogo) {
    const { image } = face.bitmapLogo
    paintBitmap(c, { ...face.bitmapLogo, image: face.logoOneColor ? tint(image, tone.text) : image })
  } else if (face.organization?.bitmap)
    paintPicturedLogo(c, face.organization, face.organization.bitmap, tone.text, tint)
  else if (face.organization) paintOrganizationLogo(c, face.organization, tone.text, makePath)
}

function paintBitmap(c: Canvas2D, { image, width, height }: CardBitmap): void {
  const box = logoBox(width, height)
  c.drawImage(image, box.x, box.y, box.width, box.height)
}

function paintPicturedLogo(
  c: Canvas2D,
  logo: OrganizationLogo,
  { image, width, height }: CardBitmap,
  color: string,
  tint: PaintOptions['tint'],
): void {
  const tinted = tint(image, color)
  // A logo that includes the name takes the whole box, as a customer's does.
  if (logo.word === '') {
    paintBitmap(c, { image: tinted, width, height })
    return
  }
  const scale = Math.min(DRAWING_LAYOUT_HEIGHT / height, MOST_LAYOUT_WIDTH / width)
  const [shownWidth, shownHeight] = [width * scale, height * scale]
  within(c, () => {
    c.translate(LOGO_AT, LOGO_AT)
    c.scale(LOGO_SCALE, LOGO_SCALE)
    c.drawImage(tinted, 0, (DRAWING_LAYOUT_HEIGHT - shownHeight) / 2, shownWidth, shownHeight)
    const layoutPerUnit = DRAWING_LAYOUT_HEIGHT / DRAWING_BOX
    c.scale(layoutPerUnit, layoutPerUnit)
    paintWord(c, logo, shownWidth / layoutPerUnit + WORD_AT - DRAWING_BOX, color)
  })
}

function paintOrganizationLogo(
  c: Canvas2D,
  logo: OrganizationLogo,
  color: string,
  makePath: PaintOptions['makePath'],
): void {
  const layoutPerUnit = DRAWING_LAYOUT_HEIGHT / DRAWING_BOX
  within(c, () => {
    c.translate(LOGO_AT, LOGO_AT)
    c.scale(LOGO_SCALE, LOGO_SCALE)
    c.scale(layoutPerUnit, layoutPerUnit)
    for (const { d, second } of logo.paths) {
      c.fillStyle = second ? withAlpha(color, 0.66) : color
      c.fill(makePath(d))
    }
    paintWord(c, logo, logo.paths.length === 0 ? 0 : WORD_AT, color)
  })
}

function paintWord(c: Canvas2D, logo: OrganizationLogo, at: number, color: string): void {
  c.fillStyle = color
  const word = logo.serif
    ? ({ weight: 400, family: CARD_SERIF, size: 27, minSize: 12, tracking: -0.2 } as const)
    : ({ weight: 600, family: CARD_SANS, size: 21, minSize: 10, tracking: -0.5 } as const)
  paintLine(c, logo.word, at, 23.5, word, (LOGO_LAYOUT_WIDTH * DRAWING_BOX) / DRAWING_LAYOUT_HEIGHT - at)
}
