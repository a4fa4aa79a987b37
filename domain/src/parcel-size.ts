/** Grams of a plastic card, its sleeve, and an empty box with its filling. */
const CARD_GRAMS = 6
/** A sheet of Letter paper, folded in three. */
const LETTER_GRAMS = 5
const BOX_GRAMS = 250
const GRAMS_PER_POUND = 453.592

/** Our boxes, smallest first: outer inches, and how many cards fit; a letter takes the space of a card. */
const BOXES = [
  { cards: 500, length: 9, width: 6, height: 4 },
  { cards: 2_000, length: 12, width: 9, height: 6 },
  { cards: 6_000, length: 16, width: 12, height: 9 },
] as const

export type ParcelSize = { weightLb: number; length: number; width: number; height: number }

/**
 * The weight and size of a parcel of cards.
 *
 * @param letters how many of them have a letter
 * @returns whole pounds, rounded up as carriers bill them, and inches
 * @throws {RangeError} for no cards
 */
export function parcelSize(cards: number, letters = 0): ParcelSize {
  if (!Number.isInteger(cards) || cards < 1) throw new RangeError(`no parcel holds ${cards} cards`)
  const { length, width, height } = BOXES.find((box) => cards + letters <= box.cards) ?? BOXES.at(-1)!
  const weightLb = Math.ceil((cards * CARD_GRAMS + letters * LETTER_GRAMS + BOX_GRAMS) / GRAMS_PER_POUND)
  return { weightLb, length, width, height }
}

/** A card in its letter: a stiff #10 envelope that sorting machines don't bend. */
export const CARD_LETTER = { weightOz: 0.9, lengthIn: 9.5, heightIn: 4.125, thicknessIn: 0.06 } as const
/** The same as a Ground Advantage parcel: padded, with a tracking number. */
export const CARD_MAILER = { weightLb: 0.25, lengthIn: 10, widthIn: 6, heightIn: 0.75 } as const
