import { CARD_NAME_LINE, cardNameWidth } from '@laurel/domain/card-name-width'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { expect, test } from 'vitest'

const FONTS = new URL('../../../../web/public/fonts/', import.meta.url)

test.each([
  'Maya Okafor',
  'Łukasz Żółć-Wiśniewski',
  'WILLIAM M. O’BRIEN',
  'Hollingsworth-Vanderbeek 3rd',
  'Ægir Þórðarson & Œuvre',
])('%s is no wider on the card than it was said to be, and hardly narrower', (name) => {
  for (const file of ['instrument-sans.woff2', 'instrument-sans-ext.woff2']) {
    GlobalFonts.registerFromPath(new URL(file, FONTS).pathname, 'Instrument Sans')
  }
  const c = createCanvas(10, 10).getContext('2d')
  c.font = `500 ${CARD_NAME_LINE.minSize}px "Instrument Sans", sans-serif`
  c.letterSpacing = `${CARD_NAME_LINE.tracking}px`
  const painted = c.measureText(name.replace('’', "'").toUpperCase()).width
  expect(cardNameWidth(name.replace('’', "'"))).toBeGreaterThanOrEqual(painted - 0.5)
  expect(cardNameWidth(name.replace('’', "'"))).toBeLessThan(painted * 1.04)
})
