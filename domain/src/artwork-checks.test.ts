import { expect, test } from 'vitest'
import { type ArtworkFacts, artworkChecks } from './artwork-checks.ts'

const LOGO = { fileName: 'halden.png', widthPx: 1_200, heightPx: 360, isTransparent: true, isKnown: true }
const FACTS: ArtworkFacts = {
  design: { line1: 'Thank you', line2: '' },
  message: 'Well done.',
  tone: { text: '#ffffff', ground: '#0b4b3a', low: '#062c22' },
  logo: LOGO,
}
const failing = (facts: Partial<ArtworkFacts>) =>
  artworkChecks({ ...FACTS, ...facts })
    .filter(({ isGood }) => !isGood)
    .map(({ check }) => check)

test('reports nothing for a sharp, known logo and readable words', () => {
  expect(failing({})).toEqual([])
})

test('reports a logo with too few pixels for its printed size, with its dpi', () => {
  const small = artworkChecks({ ...FACTS, logo: { ...LOGO, widthPx: 120, heightPx: 36 } })
  const sharp = small.find(({ check }) => check === 'logo_sharp')
  expect(sharp?.isGood).toBe(false)
  expect(sharp?.value).toBeLessThan(300)
  expect(sharp?.value).toBeGreaterThan(0)
})

test('reports an opaque logo, an unreadable one, and one that was never approved', () => {
  expect(failing({ logo: { ...LOGO, isTransparent: false } })).toEqual(['logo_transparent'])
  expect(failing({ logo: { ...LOGO, isTransparent: undefined } })).toEqual(['logo_transparent'])
  expect(failing({ logo: { ...LOGO, isKnown: false } })).toEqual(['logo_known'])
})

test('reports no logo problem for a card without a logo', () => {
  expect(artworkChecks({ ...FACTS, logo: undefined }).map(({ check }) => check)).toEqual([
    'text_contrast',
    'words',
  ])
})

test('reports words on a pale background or picture', () => {
  expect(failing({ tone: { text: '#ffffff', ground: '#0b4b3a', low: '#d8e8e2' } })).toEqual(['text_contrast'])
  expect(failing({ pictureGround: '#f0f0f0' })).toEqual(['text_contrast'])
})

test('reports words that need a check, in the message too', () => {
  expect(failing({ message: 'Use it like your Visa.' })).toEqual(['words'])
})
