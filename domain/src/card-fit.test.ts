import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { beforeAll, expect, test } from 'vitest'
import { tightTexts } from './card-fit.ts'

beforeAll(() => {
  const fonts = new URL('../../web/public/fonts/', import.meta.url)
  for (const file of ['instrument-sans.woff2', 'instrument-serif.woff2']) {
    expect(GlobalFonts.registerFromPath(new URL(file, fonts).pathname), file).not.toBeNull()
  }
})

const DESIGN = { line1: 'Ten years, {first name}', line2: 'Every one of them counted' }
function tightFor(firstName: string, lastName: string, rewardType: 'direct' | 'digital' = 'direct') {
  const line1 = DESIGN.line1.replace('{first name}', firstName)
  const face = {
    ...DESIGN,
    line1,
    art: 'contour',
    rewardType,
    recipientName: `${firstName} ${lastName}`,
  } as const
  return tightTexts(createCanvas(10, 10).getContext('2d'), face, DESIGN)
}

test('a name that fits is not tight', () => {
  expect(tightFor('Noor', 'Rahmani')).toEqual([])
})

test('a wide name shrinks, and its printed size is in points', () => {
  expect(tightFor('Ada', 'Featherstonehaugh-Wolverhampton')).toEqual([
    { what: 'name', pt: 5.5, designedPt: 6.9, isCut: false },
  ])
  expect(tightFor('Ada', 'Featherstonehaugh-Wolverhampton', 'digital')).toEqual([])
})

test('words with a long name are tight once they lose a third of their size', () => {
  expect(tightFor('Bartholomew Maximilian', 'Li')).toMatchObject([{ what: 'line1', isCut: false }])
})

test('words without a merge field are as the customer designed them', () => {
  const face = {
    art: 'contour',
    rewardType: 'digital',
    line1: 'A very long line that shrinks a lot',
    line2: '',
  } as const
  expect(tightTexts(createCanvas(10, 10).getContext('2d'), face, face)).toEqual([])
})

test('a text that is too wide even at its smallest size is cut', () => {
  const [name] = tightFor('W'.repeat(40), 'W'.repeat(40))
  expect(name).toMatchObject({ what: 'name', isCut: true })
})
