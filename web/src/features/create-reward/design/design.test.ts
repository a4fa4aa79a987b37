import { EMPTY_DESIGN } from '@laurel/domain/card-design'
import { expect, test } from 'vitest'
import type { Template } from '../create-reward.queries.ts'
import { designOnTemplate } from './begin-design.ts'
import { hasGround, isOpaqueAtEdge, lineProblem, logoSharpness } from './design-checks.ts'

const LAUREL = {
  id: 1,
  gradient: { strength: 'soft', image: null },
  userLayout: { tone: 'deep', line1: 'Thank you', line2: 'From all of us', takesLogo: true },
} as Template
const CONFETTI = {
  id: 2,
  gradient: { strength: 'none', image: null },
  userLayout: { tone: 'paper', line1: 'You did it', line2: '', takesLogo: false },
} as Template

test('a template fills in its lines if the customer has written none', () => {
  const on = designOnTemplate(EMPTY_DESIGN, LAUREL, undefined)
  expect(on).toMatchObject({ line1: 'Thank you', line2: 'From all of us', tone: 'deep' })
  expect(designOnTemplate(on, CONFETTI, LAUREL)).toMatchObject({
    line1: 'You did it',
    line2: '',
    tone: 'paper',
  })
})

test('keeps the customer’s lines on another template', () => {
  const own = { ...designOnTemplate(EMPTY_DESIGN, LAUREL, undefined), line1: 'Well done, {first name}' }
  expect(designOnTemplate(own, CONFETTI, LAUREL).line1).toBe('Well done, {first name}')
})

test('drops the logo on a template without a place for it', () => {
  const withLogo = { ...EMPTY_DESIGN, logoFileKey: 'k' }
  expect(designOnTemplate(withLogo, LAUREL, undefined).logoFileKey).toBe('k')
  expect(designOnTemplate(withLogo, CONFETTI, LAUREL).logoFileKey).toBeNull()
})

test.each([
  ['Thank you, {first name}', 'direct', undefined],
  ['Thank you, {nick}', 'direct', /merge field/],
  ['Thank you, {first name}', 'bulk', /don’t have names/],
  ['x'.repeat(41), 'digital', /at most 40 characters/],
  ['Danke 谢', 'direct', /can’t print 谢/],
  ['Cảm ơn, Nguyễn', 'direct', undefined],
  ['Danke 🎉', 'digital', /can’t print 🎉/],
  ['It’s yours', 'direct', undefined],
] as const)('the line %j on a %s card', (line, type, problem) => {
  if (problem === undefined) expect(lineProblem(line, type)).toBeUndefined()
  else expect(lineProblem(line, type)).toMatch(problem)
})

test('rates a logo as sharp, good, or soft, and names the pixels needed', () => {
  expect(logoSharpness(900, 270)).toMatchObject({ isSoft: false })
  expect(logoSharpness(900, 270).sentence).toMatch(/^Sharp in print: your logo has \d+ dots per inch$/)
  const soft = logoSharpness(120, 36)
  expect(soft.isSoft).toBe(true)
  const enough = Number(soft.sentence.match(/(\d+) pixels wide/)?.[1])
  expect(logoSharpness(enough, (enough * 36) / 120).sentence).toMatch(/^Sharp/)
})

const opaque = (side: number) => Array.from({ length: side * side * 4 }, () => 255)

test('an image opaque at its edge has a background', () => {
  expect(isOpaqueAtEdge(opaque(4), 4)).toBe(true)
})

test.each([0, 3, 12, 15])('an image transparent at its edge (pixel %i) has none', (pixel) => {
  const pixels = opaque(4)
  pixels[pixel * 4 + 3] = 0
  expect(isOpaqueAtEdge(pixels, 4)).toBe(false)
})

test('a transparent center does not matter', () => {
  const pixels = opaque(4)
  pixels[5 * 4 + 3] = 0
  expect(isOpaqueAtEdge(pixels, 4)).toBe(true)
})

test('a photo always has a background', async () => {
  expect(await hasGround(new Blob(['x'], { type: 'image/jpeg' }))).toBe(true)
})
