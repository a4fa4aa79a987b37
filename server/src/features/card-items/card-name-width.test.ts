import { CARD_NAME_LINE, cardNameWidth } from '@laurel/domain/card-name-width'
import { CARD_SANS, cardFont } from '@laurel/domain/card-text'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { registerFonts } from './card-painter.ts'

test.each([
  'Maya Okafor',
  'Łukasz Żółć-Wiśniewski',
  'WILLIAM M. O’BRIEN',
  'Hollingsworth-Vanderbeek 3rd',
  'Ægir Þórðarson & Œuvre',
  'Nguyễn Thị Minh Khai',
  'Đặng Trần Phương Uyên',
  'Ọláṣẹ́ Adébáyọ̀ Ṣóyíńká',
  'Əliyeva Gülşən',
])('%s is no wider on the card than measured, and hardly narrower', (name) => {
  registerFonts()
  const c = createCanvas(10, 10).getContext('2d')
  const line = { weight: 500, family: CARD_SANS, size: CARD_NAME_LINE.minSize } as const
  c.font = cardFont(line, name)
  c.letterSpacing = `${CARD_NAME_LINE.tracking}px`
  const painted = c.measureText(name.replace('’', "'").toUpperCase()).width
  expect(cardNameWidth(name.replace('’', "'"))).toBeGreaterThanOrEqual(painted - 0.5)
  expect(cardNameWidth(name.replace('’', "'"))).toBeLessThan(painted * 1.04)
})
