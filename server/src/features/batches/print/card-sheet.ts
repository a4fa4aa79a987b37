import { CARD_WIDTH_MM } from '@laurel/domain/card-geometry'

/** A plastic card: ISO/IEC 7810, ID-1. */
export const TRIM_MM = { width: CARD_WIDTH_MM, height: 53.98 } as const
/** What is printed beyond each edge and cut away. */
export const BLEED_MM = 3
/** From the trimmed card to the sheet's edge: bleed, then marks and the line that says which card it is. */
export const MARGIN_MM = 10
