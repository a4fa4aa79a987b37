import { type Canvas2D, within } from './card-canvas.ts'
import type { Art } from './card-design.ts'
import type { CardFace } from './card-face.ts'
import { paintWholeCard } from './card-layer-background.ts'
import { CARD_NAME_LINE } from './card-name-width.ts'
import { CARD_SANS, paintLine } from './card-text.ts'
import type { CardTone } from './card-tone.ts'

const LEFT = 32
const RIGHT = 476
const LOWER_LINE = 287
const MASKED_ACCOUNT = '••••  ••••  ••••  ••••'

/** Third layer: what is printed for each recipient, and the network's logo. */
export function paintFulfillment(c: Canvas2D, face: CardFace, tone: CardTone): void {
  c.fillStyle = tone.text
  if (face.fulfillmentImage) paintWholeCard(c, face.fulfillmentImage)
  else paintNetwork(c, face.networkName)

  const { text, style, maxWidth } = lowerLine(face)
  paintLine(c, text, LEFT, LOWER_LINE, style, maxWidth)

  if (face.amountText) paintAmount(c, face.amountText, amountPlace(face.art, !!face.backgroundImage))
}

/** How the line at the bottom is set: on direct cards, the recipient's name. */
export function lowerLine(face: Pick<CardFace, 'rewardType' | 'recipientName' | 'accountText'>) {
  const { maxWidth, ...set } = CARD_NAME_LINE
  const style = { weight: 500, family: CARD_SANS, ...set } as const
  return { text: lowerLineText(face).toUpperCase(), style, maxWidth }
}

/** Where a card has its amount: at the top right, or within the wreath on the laurel, whose leaves reach there. */
export function amountPlace(art: Art, hasPicture: boolean): 'corner' | 'wreath' {
  return art === 'laurel' && !hasPicture ? 'wreath' : 'corner'
}

function paintAmount(c: Canvas2D, amountText: string, place: ReturnType<typeof amountPlace>): void {
  const amount = { weight: 600, family: CARD_SANS, minSize: 14, tracking: -0.6 } as const
  if (place === 'wreath') paintLine(c, amountText, 394, 152, { ...amount, size: 34, align: 'center' }, 108)
  else paintLine(c, amountText, RIGHT, 58, { ...amount, size: 27, align: 'right' }, 200)
}

function lowerLineText({
  rewardType,
  recipientName,
  accountText,
}: Pick<CardFace, 'rewardType' | 'recipientName' | 'accountText'>): string {
  switch (rewardType) {
    case 'direct':
      return recipientName === null ? '' : recipientName || 'Recipient name'
    case 'digital':
      return accountText ?? MASKED_ACCOUNT
    case 'bulk':
      return 'Reward card'
  }
}

/** Slanted by our own transform, because platforms slant a missing italic differently. */
export function paintNetwork(c: Canvas2D, networkName: string): void {
  const baseline = 281
  const lean = -0.36
  const name = {
    weight: 700,
    family: CARD_SANS,
    size: 21,
    minSize: 12,
    tracking: -0.2,
    align: 'right',
  } as const
  within(c, () => {
    c.transform(1, 0, lean, 1, -lean * baseline, 0)
    paintLine(c, networkName, RIGHT, baseline, name, 110)
  })
  const kind = { weight: 500, family: CARD_SANS, size: 9.5, tracking: 0.9, align: 'right' } as const
  paintLine(c, 'PREPAID', RIGHT + 0.5, 294, kind)
}
