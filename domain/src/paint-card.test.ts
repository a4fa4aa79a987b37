import { createCanvas, GlobalFonts, Path2D } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { ARTS, TONES } from './card-design.ts'
import { CARD_LAYERS, type CardFace, type CardLayer, type PaintOptions } from './card-face.ts'
import { CARD_ASPECT, CARD_WIDTH_UNITS } from './card-geometry.ts'
import { paintCard } from './paint-card.ts'
import { paintCardBack } from './paint-card-back.ts'

const WIDTH = Math.round(CARD_WIDTH_UNITS)
const HEIGHT = Math.round(WIDTH / CARD_ASPECT)
const BRANDS = {
  green: { primary: '#0B6B4F', secondary: '#F2A93B', tertiary: '#12211C' },
  orange: { primary: '#E8551C', secondary: '#2B3A8C', tertiary: '#231B35' },
}
const FACE: CardFace = {
  colors: BRANDS.green,
  art: 'laurel',
  tone: 'deep',
  gradient: 'soft',
  line1: 'Thank you, Maya',
  line2: 'For a winter no one will forget.',
  rewardType: 'direct',
  recipientName: 'Maya Okafor',
  amountText: '$75',
  networkName: 'meridian',
  organization: { paths: [{ d: 'M0 0h32v32H0z', second: false }], word: 'Halden Tools', serif: false },
  logoOneColor: true,
}
const PLAIN: CardFace = {
  ...FACE,
  art: 'plain',
  line1: '',
  line2: '',
  amountText: '',
  organization: undefined,
}

beforeAll(() => {
  const fonts = new URL('../../web/public/fonts/', import.meta.url)
  for (const file of ['instrument-sans.woff2', 'instrument-serif.woff2']) {
    expect(GlobalFonts.registerFromPath(new URL(file, fonts).pathname), file).not.toBeNull()
  }
})

type Painted = { failed: CardLayer[]; at: (x: number, y: number) => number[]; pixels: Buffer }

function paint(face: CardFace, options: Partial<PaintOptions> = {}): Painted {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const c = canvas.getContext('2d')
  const failed: CardLayer[] = []
  paintCard(c, face, {
    widthDots: WIDTH,
    makePath: (d) => new Path2D(d),
    tint: (image) => image,
    onLayerFailed: (layer) => failed.push(layer),
    ...options,
  })
  return {
    failed,
    at: (x, y) => Array.from(c.getImageData(x, y, 1, 1).data),
    pixels: canvas.data(),
  }
}

/** A picture in one color. */
function picture(color: string, width = 100, height = 100): object {
  const canvas = createCanvas(width, height)
  const c = canvas.getContext('2d')
  c.fillStyle = color
  c.fillRect(0, 0, width, height)
  return canvas
}

/** What a canvas gets when a picture did not load: drawing it throws. */
const BROKEN = { broken: true }
const RED = [255, 0, 0, 255]

describe.each(Object.entries(BRANDS))('the cards of a %s brand', (_name, colors) => {
  test.each(ARTS.flatMap((art) => TONES.map((tone) => [art, tone] as const)))('%s in %s', (art, tone) => {
    const card = paint({ ...FACE, colors, art, tone })
    const ground = paint({ ...FACE, colors, art: 'plain', tone })

    expect(card.failed).toEqual([])
    expect(card.pixels.equals(ground.pixels), 'the artwork is to be seen').toBe(art === 'plain')
    expect(card.at(0, 0)[3]).toBe(255)
    expect(card.at(WIDTH - 1, HEIGHT - 1)[3]).toBe(255)
  })
})

test('shows a placeholder for a name that isn’t known, and nothing where there is none to show', () => {
  const nameless = { ...PLAIN, recipientName: undefined }
  const lowerLine = (face: CardFace) => paint(face).pixels
  expect(lowerLine(nameless)).toEqual(lowerLine({ ...PLAIN, recipientName: 'Recipient name' }))
  expect(lowerLine({ ...PLAIN, recipientName: null })).toEqual(lowerLine({ ...PLAIN, recipientName: ' ' }))
  expect(lowerLine({ ...PLAIN, recipientName: null })).not.toEqual(lowerLine(nameless))
})

test('paints the same card the same way every time', () => {
  const face: CardFace = { ...FACE, art: 'confetti', tone: 'paper' }
  expect(paint(face).pixels.equals(paint(face).pixels)).toBe(true)
})

test('a picture of the template replaces a layer and covers the whole card', () => {
  const card = paint({ ...PLAIN, gradient: 'none', backgroundImage: picture('#f00') })
  expect([card.at(1, 1), card.at(WIDTH - 2, HEIGHT - 2), card.at(250, 100)]).toEqual([RED, RED, RED])
})

test('layers are painted in order: the gradient over the background, the logo over both', () => {
  const card = paint({
    ...PLAIN,
    backgroundImage: picture('#00f'),
    gradientImage: picture('#0f0'),
    bitmapLogo: { image: picture('#f00'), width: 100, height: 100 },
    logoOneColor: false,
  })
  expect(card.at(250, 200)).toEqual([0, 255, 0, 255])
  expect(card.at(60, 60)).toEqual(RED)
})

test.each<[layer: CardLayer, broken: Partial<CardFace>]>([
  ['background', { backgroundImage: BROKEN }],
  ['gradient', { gradientImage: BROKEN }],
  ['fulfillment', { fulfillmentImage: BROKEN }],
  ['logo', { bitmapLogo: { image: BROKEN, width: 10, height: 10 } }],
])('reports and skips a %s that fails, and paints the rest', (layer, broken) => {
  const face: CardFace = { ...FACE, art: 'plain' }
  const card = paint({ ...face, ...broken })
  const without = paint(face, { layers: CARD_LAYERS.filter((other) => other !== layer) })

  expect(card.failed).toEqual([layer])
  if (layer === 'background') expect(card.at(0, 0)[3], 'the ground is painted').toBe(255)
  else expect(card.pixels.equals(without.pixels)).toBe(true)
})

test('a layer that fails halfway leaks no settings to the next', () => {
  const organization = { paths: [{ d: 'x', second: false }], word: 'Halden Tools', serif: false }
  const makePath = () => {
    throw new Error('no such path')
  }
  const canvas = createCanvas(WIDTH, HEIGHT)
  const c = canvas.getContext('2d')
  paintCard(
    c,
    { ...FACE, organization },
    { widthDots: WIDTH, makePath, tint: (i) => i, onLayerFailed: () => {} },
  )

  expect(c.getTransform().toString()).toBe(createCanvas(1, 1).getContext('2d').getTransform().toString())
  expect(c.globalAlpha).toBe(1)
})

test('a logo starts at 32, 32 and is contained in its box at 0.6 scale', () => {
  const logo = { image: picture('#f00', 300, 90), width: 300, height: 90 }
  const card = paint({ ...PLAIN, bitmapLogo: logo, logoOneColor: false })

  expect([card.at(32, 32), card.at(211, 85)]).toEqual([RED, RED])
  for (const [x, y] of [
    [30, 50],
    [50, 30],
    [214, 50],
    [50, 88],
  ] as const) {
    expect(card.at(x, y), `${x}, ${y}`).not.toEqual(RED)
  }
})

test('places the organization’s logo at 32, 32 if the customer has none', () => {
  const card = paint({ ...PLAIN, organization: FACE.organization })

  expect(card.at(33, 33)).toEqual([255, 255, 255, 255])
  expect(card.at(62, 62)).toEqual([255, 255, 255, 255])
  expect(card.at(30, 45)).not.toEqual([255, 255, 255, 255])
})

test('an organization without a logo has its name at the left edge', () => {
  const card = paint({ ...PLAIN, organization: { paths: [], word: 'HHHH', serif: false } })
  const background = card.at(340, 190)
  const isInk = (x: number) =>
    Array.from({ length: 30 }, (_, y) => card.at(x, 32 + y)).some(
      (pixel) => Math.abs(pixel[0]! - background[0]!) > 100,
    )
  const firstInk = Array.from({ length: 100 }, (_, x) => x).find(isInk)
  expect(firstInk).toBeGreaterThanOrEqual(31)
  expect(firstInk).toBeLessThanOrEqual(36)
})

describe('an organization’s uploaded logo', () => {
  const WHITE = [255, 255, 255, 255]
  const tint = (image: object, color: string) => {
    const { width, height } = image as { width: number; height: number }
    return picture(color, width, height)
  }
  const uploaded = (width: number, height: number, word: string) => {
    const bitmap = { image: picture('#f00', width, height), width, height }
    return paint({ ...PLAIN, organization: { paths: [], bitmap, word, serif: false } }, { tint })
  }

  test('is as large as its shapes were, in the color of the words, with the word where it was', () => {
    const shapes = paint({ ...PLAIN, organization: FACE.organization })
    const square = uploaded(256, 256, 'Halden Tools')
    expect([square.at(33, 33), square.at(62, 62)]).toEqual([WHITE, WHITE])
    expect(square.at(64, 48)).toEqual(shapes.at(64, 48))
    const word = (card: Painted) => Array.from({ length: 160 }, (_, x) => card.at(66 + x, 47))
    expect(word(square)).toEqual(word(shapes))
    expect(word(square)).toContainEqual(WHITE)
  })

  test('moves the word to the right if it is wide, and stays in its place', () => {
    const wide = uploaded(900, 300, 'Halden Tools')
    expect([wide.at(34, 47), wide.at(108, 47)]).toEqual([WHITE, WHITE])
    expect(wide.at(112, 47)).not.toEqual(WHITE)
    expect(wide.at(34, 34)).not.toEqual(WHITE)
  })

  test('that includes the name takes the whole place, as a customer’s does', () => {
    const card = uploaded(300, 90, '')
    expect([card.at(32, 32), card.at(211, 85)]).toEqual([WHITE, WHITE])
    expect(card.at(214, 50)).not.toEqual(WHITE)
  })
})

test('draws a one-color logo in the color of the words', () => {
  const asked: string[] = []
  const tint = (_image: object, color: string) => {
    asked.push(color)
    return picture(color)
  }
  const logo = { image: picture('#f00'), width: 100, height: 100 }

  expect(paint({ ...PLAIN, bitmapLogo: logo }, { tint }).at(50, 50)).toEqual([255, 255, 255, 255])
  expect(asked).toEqual(['#ffffff'])
})

test.each(ARTS)('on %s the longest words shrink and end before the right edge', (art) => {
  const wide: CardFace = { ...PLAIN, art, line1: 'W'.repeat(40), line2: 'W'.repeat(40) }
  const bare = paint({ ...wide, line1: '', line2: '' })
  const card = paint(wide)
  const changed: number[] = []
  for (let i = 0; i < card.pixels.length; i += 4) {
    if (card.pixels[i] !== bare.pixels[i]) changed.push((i / 4) % WIDTH)
  }

  expect(Math.min(...changed)).toBeGreaterThan(28)
  expect(Math.max(...changed)).toBeLessThan(art === 'plain' ? 480 : 345)
})

test.each<[rewardType: CardFace['rewardType'], given: Partial<CardFace>, same: boolean]>([
  ['direct', { recipientName: 'Noor Rahmani' }, false],
  ['direct', { accountText: '4417 2096' }, true],
  ['digital', { accountText: '4417 2096' }, false],
  ['digital', { recipientName: 'Noor Rahmani' }, true],
  ['bulk', { recipientName: 'Noor Rahmani' }, true],
])('a %s card with %j looks unchanged: %s', (rewardType, given, same) => {
  const face: CardFace = { ...PLAIN, recipientName: undefined, rewardType }
  expect(paint({ ...face, ...given }).pixels.equals(paint(face).pixels)).toBe(same)
})

test('paints the bleed beyond every edge', () => {
  const canvas = createCanvas(WIDTH + 36, HEIGHT + 36)
  const c = canvas.getContext('2d')
  const options = {
    widthDots: WIDTH,
    bleedDots: 18,
    makePath: (d: string) => new Path2D(d),
    tint: (i: object) => i,
  }
  paintCard(c, { ...FACE, art: 'hills' }, { ...options, onLayerFailed: () => {} })

  for (const [x, y] of [
    [0, 0],
    [WIDTH + 35, 0],
    [0, HEIGHT + 35],
    [WIDTH + 35, HEIGHT + 35],
  ] as const) {
    expect(c.getImageData(x, y, 1, 1).data[3], `${x}, ${y}`).toBe(255)
  }
})

test('the back has a magnetic strip across the card and prints its message', () => {
  const back = (message: string) => {
    const canvas = createCanvas(WIDTH, HEIGHT)
    const failed: string[] = []
    const c = canvas.getContext('2d')
    paintCardBack(
      c,
      { colors: BRANDS.green, tone: 'paper', message, signature: 'Signed.', networkName: 'meridian' },
      { widthDots: WIDTH, onLayerFailed: (layer) => failed.push(layer) },
    )
    expect(failed).toEqual([])
    return {
      strip: [c.getImageData(2, 60, 1, 1).data[0]!, c.getImageData(505, 60, 1, 1).data[0]!],
      data: canvas.data(),
    }
  }
  const card = back('Not for resale. '.repeat(60))

  for (const red of card.strip) expect(red).toBeLessThan(60)
  expect(card.data.equals(back('').data)).toBe(false)
})
